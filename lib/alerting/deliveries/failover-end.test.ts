import { beforeEach, expect, test } from "vitest";
import { updateIntegration } from "@/lib/services/alerting/integrations";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { drain, pass } from "@/lib/testing/notifications/notification-setup";
import { CREATED, RECOVERED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { answer } from "@/lib/testing/notifications/receiver";
import { run } from "@/lib/testing/sql";

const stage = useNotificationStage({ mail: true });

beforeEach(async () => {
  await stage.makeUser("Ada", "owner");
  await stage.hookFor(CREATED, RECOVERED);
  stage.receiver.respond = answer(503);
});

async function again(): Promise<void> {
  await pass(3601);
  await drain();
}

const subjects = () => stage.mailServer.mails.map(({ headers }) => headers.subject ?? "");

test("an alert that waits for its next attempt when its integration pauses itself fails over", async () => {
  const first = await stage.openIncident({ title: "Shop is down" });
  await drain();
  stage.receiver.respond = answer(410);
  for (let n = 1; n <= 4; n += 1) await stage.openIncident({ title: `Blog ${n} is down` });
  await drain();
  await again();
  const waited = (await stage.deliveries()).find((one) => one.incident_id === first.id);
  expect(waited).toMatchObject({
    status: "muted",
    failed_over: "Failed over to the owners by email. This integration paused itself.",
  });
  const before = subjects();
  expect(before).toContainEqual(expect.stringContaining("Shop is down"));
  await stage.openIncident({ title: "Docs are down" });
  await drain();
  expect(subjects()).toEqual(before);
});

test("owners to whom the start failed over get the recovery, even if the integration works again", async () => {
  const { id } = await stage.openIncident({ title: "Shop is down" });
  await drain();
  await again();
  await again();
  expect(subjects()).toEqual([expect.stringContaining("Shop is down")]);
  stage.receiver.respond = answer(200);
  await again();
  await recoverIncident(stage.scene.caller(), id);
  await drain();
  expect(stage.sentEvents().slice(-2)).toEqual([CREATED, RECOVERED]);
  expect(stage.mailServer.mails).toHaveLength(2);
  expect(stage.mailServer.mails[1]?.raw).toMatch(/recovered/i);
});

test("owners get no recovery of an incident that was sent", async () => {
  stage.receiver.respond = answer(410);
  await stage.openIncident({ title: "Blog is down" });
  await drain();
  stage.receiver.respond = answer(200);
  const { id } = await stage.openIncident({ title: "Shop is down" });
  await drain();
  await recoverIncident(stage.scene.caller(), id);
  await drain();
  expect(subjects()).toEqual([expect.stringContaining("Blog is down")]);
});

test("fails over to an integration whose digest ended with a pause", async () => {
  const ben = await stage.makeIntegration("email", { members: [await stage.makeUser("Ben")] });
  await stage.makeRule(ben, CREATED, { plain: true });
  stage.receiver.respond = answer(200);
  for (let n = 1; n <= 12; n += 1) await stage.openIncident({ title: `Shop ${n} is down` });
  await drain();
  stage.receiver.respond = answer(503);
  await stage.openIncident({ title: "Blog is down" });
  await drain();
  await updateIntegration(stage.scene.caller(), "email", ben, { paused: true });
  await again();
  // Resuming through the API sends what the pause muted.
  await run`update integrations set paused = false, paused_at = null where id = ${ben}`;
  await again();
  // Ben just got ten emails, so this one waits for a digest too.
  await again();
  const made = await stage.deliveries();
  expect(made.at(-1)).toMatchObject({ integration_id: ben, status: "delivered" });
});
