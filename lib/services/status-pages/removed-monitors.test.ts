import { expect, test } from "vitest";
import { newsOfEvent } from "@/lib/alerting/page-news";
import { UpdateIncident } from "@/lib/contract/incidents/incidents";
import { UpdateStatusPage } from "@/lib/contract/status-pages/pages";
import { deleteIncident, recoverIncident } from "@/lib/services/incidents/incidents";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import { updateIncident } from "@/lib/services/incidents/writes";
import { present } from "@/lib/shared/assert";
import { selectEventFacts } from "@/lib/store/alerting/event-facts";
import { selectPageById } from "@/lib/store/status-pages/pages";
import { openIncident } from "@/lib/testing/notifications/notification-setup";
import { drainMails, subscribeAndConfirm, textOf } from "@/lib/testing/pages/subscriber";
import { useSubscriberStage } from "@/lib/testing/pages/subscriber-stage";
import { run } from "@/lib/testing/sql";
import { updateStatusPage } from "./writes";

const stage = useSubscriberStage();
const { scene } = stage;

const say = (incidentId: number, content: string) =>
  createIncidentUpdate(scene.caller(), incidentId, { state: "identified", content });

/** Opens an incident that a subscriber is notified of, and then removes its monitor from the page. */
async function removedDuring(): Promise<number> {
  await subscribeAndConfirm(stage, "ada@example.com");
  const { id } = await openIncident(scene, { monitors: [stage.shop] });
  await say(id, "We look.");
  expect(await stage.emailed()).toEqual(["ada@example.com"]);
  await subscribeAndConfirm(stage, "eva@example.com");
  const components = [{ componentable_type: "uptime/monitor", componentable_id: stage.search }];
  await updateStatusPage(scene.caller(), stage.page.id, UpdateStatusPage.parse({ components }));
  return id;
}

test.each([
  ["recovers", (id: number) => recoverIncident(scene.caller(), id)],
  ["is deleted", (id: number) => deleteIncident(scene.caller(), id)],
])("subscribers notified of an incident get its end when it %s after it left the page", async (_, end) => {
  const id = await removedDuring();
  await updateIncident(scene.caller(), id, UpdateIncident.parse({ title: "Secret" }));
  await say(id, "For others.");
  expect(await stage.emailed()).toEqual([]);
  await end(id);
  await drainMails();
  const [mail, ...more] = stage.mailServer.mails;
  expect(more).toEqual([]);
  expect(mail?.recipients).toEqual(["ada@example.com"]);
  expect(textOf(mail)).toMatch(
    /^(Resolved|Closed): Checkout is slow\n\nThe incident was removed from this page\./,
  );
  expect(mail?.raw).not.toMatch(/Secret|For others/);
});

test("an end that is sent late contains no post-mortem of an incident that left the page", async () => {
  const id = await removedDuring();
  await recoverIncident(scene.caller(), id);
  await updateIncident(scene.caller(), id, UpdateIncident.parse({ post_mortem: "For others." }));
  const [event] =
    await run`select max(id) as id from events where incident_id = ${id} and key like '%recovered'`;
  const facts = present(await selectEventFacts(scene.projectId, event.id), "the event");
  const page = present(await selectPageById(stage.page.id), "the page");
  expect(await newsOfEvent(facts, page, new Date())).toMatchObject({
    change: { incident: { postMortem: null } },
  });
});
