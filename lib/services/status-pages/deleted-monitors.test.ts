import { afterAll, beforeAll, expect, test } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import { deleteMonitor } from "@/lib/services/monitors/writes";
import { present } from "@/lib/shared/assert";
import { loadModel } from "@/lib/status-page/model/load-model";
import { selectPageById } from "@/lib/store/status-pages/pages";
import { check } from "@/lib/testing/checks";
import { type MailServer, startMailServer } from "@/lib/testing/notifications/mail-server";
import { useFrontDoor } from "@/lib/testing/pages/front-door";
import { drainMails, makeMailingPage, subscribeAndConfirm, useSmtp } from "@/lib/testing/pages/subscriber";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

const scene = useScene();

let mailServer: MailServer;
const frontDoor = useFrontDoor();
beforeAll(async () => {
  mailServer = await startMailServer();
  useSmtp(mailServer.url);
});
afterAll(async () => {
  useSmtp(undefined);
  await mailServer.close();
});

async function emailed(): Promise<string[]> {
  await drainMails();
  return mailServer.mails.splice(0).flatMap(({ recipients }) => recipients);
}

/** Returns the updates of all incidents that a page shows. */
async function updatesOn(pageId: number): Promise<string[]> {
  const page = present(await selectPageById(pageId), "the page");
  const { incidents } = await loadModel(page, new Date());
  return incidents.flatMap(({ updates }) => updates.map(({ content }) => content));
}

test("the incident of a deleted monitor stays on the pages that showed it, and appears on no other", async () => {
  const inside = await makeMailingPage(scene);
  const outside = await makeMailingPage(scene);
  await subscribeAndConfirm({ frontDoor, mailServer, base: inside.base }, "inside@example.com");
  await subscribeAndConfirm({ frontDoor, mailServer, base: outside.base }, "outside@example.com");
  mailServer.mails.length = 0;
  await run`update monitors set incident_confirmations = 1 where id = ${inside.shop}`;
  const at = Date.now();
  await ingest([check(inside.shop, at, "down")], null, at);
  const rows = await run`select id from incidents where project_id = ${scene.projectId}`;
  const content = "The ledger of the subsidiary fails.";
  await createIncidentUpdate(scene.caller(), rows[0].id, { state: "identified", content });
  expect(await emailed()).toEqual(["inside@example.com"]);
  await deleteMonitor(scene.caller(), inside.shop);
  expect(await emailed()).toEqual(["inside@example.com"]);
  expect(await updatesOn(inside.page.id)).toEqual([content]);
  expect(await updatesOn(outside.page.id)).toEqual([]);
});
