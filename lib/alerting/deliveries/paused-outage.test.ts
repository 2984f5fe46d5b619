import { beforeEach, expect, test } from "vitest";
import { updateIntegration } from "@/lib/services/alerting/integrations";
import { deleteIncident, recoverIncident } from "@/lib/services/incidents/incidents";
import { drain } from "@/lib/testing/notifications/notification-setup";
import { CREATED, RECOVERED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { run } from "@/lib/testing/sql";

const stage = useNotificationStage();
let hook = 0;
beforeEach(async () => {
  hook = await stage.hookFor(CREATED, RECOVERED);
});

async function setPaused(paused: boolean) {
  await updateIntegration(stage.scene.caller(), "outgoing_webhook", hook, { paused });
  await drain();
}
const statuses = async () => (await stage.deliveries()).map(({ status }) => status);

test("an outage that is still open when its integration is resumed is sent then, with its recovery", async () => {
  await setPaused(true);
  const incident = await stage.openIncident();
  await drain();
  expect(await statuses()).toEqual(["muted"]);
  await setPaused(false);
  expect(stage.sentEvents()).toEqual([CREATED]);
  await recoverIncident(stage.scene.caller(), incident.id);
  await drain();
  expect(stage.sentEvents()).toEqual([CREATED, RECOVERED]);
});

test.each([
  ["recovered", recoverIncident],
  ["was deleted", deleteIncident],
])(
  "the end of an incident that %s during the pause is sent when the integration is resumed",
  async (_, end) => {
    const incident = await stage.openIncident();
    await drain();
    await setPaused(true);
    await end(stage.scene.caller(), incident.id);
    await drain();
    expect(stage.sentEvents()).toEqual([CREATED]);
    await setPaused(false);
    expect(stage.sentEvents()).toEqual([CREATED, RECOVERED]);
    await setPaused(true);
    await setPaused(false);
    expect(stage.sentEvents()).toEqual([CREATED, RECOVERED]);
  },
);

test("an outage that starts and ends during the pause isn't sent", async () => {
  await setPaused(true);
  const incident = await stage.openIncident();
  await drain();
  await recoverIncident(stage.scene.caller(), incident.id);
  await drain();
  await setPaused(false);
  expect(stage.receiver.received).toEqual([]);
  expect(await statuses()).toEqual(["muted", "muted"]);
});

test("an open outage is sent at the resume even if the clock was set back during the pause", async () => {
  await setPaused(true);
  await run`update integrations set paused_at = now() + interval '1 hour' where id = ${hook}`;
  await stage.openIncident();
  await drain();
  await setPaused(false);
  expect(stage.sentEvents()).toEqual([CREATED]);
});
