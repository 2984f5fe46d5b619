import { afterEach, beforeEach, expect, test } from "vitest";
import { sweepPageMails } from "@/lib/alerting/page-mails";
import { deleteIncident, recoverIncident } from "@/lib/services/incidents/incidents";
import { createIncidentUpdate, deleteIncidentUpdate } from "@/lib/services/incidents/updates";
import { updateIncident } from "@/lib/services/incidents/writes";
import { pool } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { type MailServer, startMailServer } from "@/lib/testing/notifications/mail-server";
import { openIncident } from "@/lib/testing/notifications/notification-setup";
import { useFrontDoor } from "@/lib/testing/pages/front-door";
import {
  drainMails,
  makeMailingPage,
  subscribeAndConfirm,
  textOf,
  useSmtp,
} from "@/lib/testing/pages/subscriber";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { deleteStatusPage } from "./pages";

useDatabase();

let mailServer: MailServer;
let scene: Scene;
const frontDoor = useFrontDoor();
let made: Awaited<ReturnType<typeof makeMailingPage>>;
beforeEach(async () => {
  mailServer = await startMailServer();
  useSmtp(mailServer.url);
  await pool().query("truncate attempt_buckets");
  scene = await makeScene();
  made = await makeMailingPage(scene);
  await subscribeAndConfirm({ frontDoor, mailServer, base: made.base }, "ada@example.com");
});
afterEach(async () => {
  await deleteStatusPage(scene.caller(), made.page.id);
  useSmtp(undefined);
  await mailServer.close();
});

const say = (incidentId: number, content: string) =>
  createIncidentUpdate(scene.caller(), incidentId, { state: "identified", content });
const remove = (incidentId: number) => deleteIncident(scene.caller(), incidentId);

test("a subscriber who got an update of an incident that is deleted gets its end, others get nothing", async () => {
  const incident = await openIncident(scene, { monitors: [made.shop] });
  await say(incident.id, "Too much said.");
  await drainMails();
  await subscribeAndConfirm({ frontDoor, mailServer, base: made.base }, "eva@example.com");
  await remove(incident.id);
  await drainMails();
  const [end, ...more] = mailServer.mails;
  expect(more).toEqual([]);
  expect(end?.recipients).toEqual(["ada@example.com"]);
  expect(end?.headers.references).toBeDefined();
  expect(textOf(end)).toMatch(
    /^Closed: Checkout is slow\n\nThe incident was removed from this page\.\n\nAffects: Shop/,
  );
  expect(textOf(end)).not.toContain(incident.slug);
  expect(end?.raw).not.toContain("Too much said");
});

test("sends a queued recovery although the incident is deleted", async () => {
  const incident = await openIncident(scene, { monitors: [made.shop] });
  await say(incident.id, "A bad release.");
  await drainMails();
  await recoverIncident(scene.caller(), incident.id);
  await remove(incident.id);
  await drainMails();
  expect(mailServer.mails.map((mail) => textOf(mail).split("\n", 1)[0])).toEqual([
    "Identified: Checkout is slow",
    "Closed: Checkout is slow",
  ]);
});

test("nothing is sent of an incident whose updates weren't sent, or are no longer public", async () => {
  const unsaid = await openIncident(scene, { monitors: [made.shop] });
  await remove(unsaid.id);
  mailServer.refuseWith = 451;
  const unsent = await openIncident(scene, { monitors: [made.shop] });
  await say(unsent.id, "One.");
  await drainMails();
  await remove(unsent.id);
  await drainMails();
  mailServer.refuseWith = null;
  await pool().query("update page_mails set not_before = now() - interval '1 second'");
  await sweepPageMails();
  await drainMails();
  expect(mailServer.mails).toEqual([]);
  const secret = await openIncident(scene, { monitors: [made.shop] });
  const update = await say(secret.id, "Two.");
  await drainMails();
  await deleteIncidentUpdate(scene.caller(), secret.id, update.id);
  await updateIncident(scene.caller(), secret.id, { title: "Secret" });
  await remove(secret.id);
  await drainMails();
  expect(mailServer.mails).toHaveLength(1);
});
