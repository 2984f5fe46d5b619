import { expect, test } from "vitest";
import { Dispatcher } from "@/lib/alerting/dispatcher";
import { ingest } from "@/lib/engine/ingest";
import { finishDeletedProjects, KEPT_MS } from "@/lib/engine/project-deletion";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import { pool } from "@/lib/store/core/pool";
import { selectPageWithSnapshot } from "@/lib/store/status-pages/snapshots";
import { check, makeMonitor } from "@/lib/testing/checks";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import {
  makeIntegration,
  makeRule,
  makeUser,
  makeWebhook,
  openIncident,
} from "@/lib/testing/notifications/notification-setup";
import { CREATED, RECOVERED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { answer } from "@/lib/testing/notifications/receiver";
import { drainMails, makeMailingPage } from "@/lib/testing/pages/subscriber";
import { run } from "@/lib/testing/sql";
import { createProject, deleteProject, getProject, listProjects } from "./projects";

const stage = useNotificationStage({ mail: true });

const rowsOf = async (projectId: number) => (await run`select from projects where id = ${projectId}`).length;
const remove = () => deleteProject(stage.scene.caller(), stage.scene.projectId);

/** An open incident of a project, of which a webhook, an email integration, and a subscriber were notified. */
async function makeOutage() {
  const { scene, receiver } = stage;
  const hook = await makeWebhook(scene, `${receiver.url}/hook`);
  const mail = await makeIntegration(scene, "email", { members: [await makeUser(scene, "Ada")] });
  for (const integration of [hook, mail]) {
    const change = { plain: integration === mail };
    await makeRule(scene, integration, CREATED, change);
    await makeRule(scene, integration, RECOVERED, change);
  }
  const { page } = await makeMailingPage(scene);
  await run`insert into page_subscribers (status_page_id, email, confirmed_at) values (${page.id}, 'ben@example.com', now())`;
  const incident = await openIncident(scene);
  await createIncidentUpdate(scene.caller(), incident.id, {
    state: "investigating",
    content: "We look into it.",
  });
  await new Dispatcher().runOnce();
  await drainMails();
  return { page, incident };
}

const mailsTo = (recipient: string) =>
  stage.mailServer.mails.filter(({ recipients }) => recipients.includes(recipient));

test("notifies everyone who heard of an open incident that its project was deleted, and then deletes the rows", async () => {
  const { scene, receiver } = stage;
  await makeOutage();
  receiver.received.length = 0;
  stage.mailServer.mails.length = 0;
  await remove();
  await finishDeletedProjects(new Date());
  expect(await rowsOf(scene.projectId)).toBe(1);
  await new Dispatcher().runOnce();
  await drainMails();
  expect(stage.sentEvents()).toEqual([RECOVERED]);
  expect(mailsTo(`ada.${scene.organizationId}@example.com`)).toHaveLength(1);
  expect(JSON.stringify(mailsTo(`ada.${scene.organizationId}@example.com`))).toContain(
    "Its project was deleted.",
  );
  expect(mailsTo("ben@example.com")).toHaveLength(1);
  expect(JSON.stringify(mailsTo("ben@example.com"))).toMatch(/Subject: .*Closed/);
  await finishDeletedProjects(new Date());
  expect(await rowsOf(scene.projectId)).toBe(0);
});

test("a deleted project is invisible and unchecked at once, and its names are free", async () => {
  const { scene } = stage;
  const { page } = await makeOutage();
  const monitor = await makeMonitor(scene.projectId, { incident_confirmations: 1 });
  const caller = scene.caller();
  const { name, slug } = await getProject(caller, scene.projectId);
  await remove();
  expect(await rowsOf(scene.projectId)).toBe(1);
  await expect(getProject(caller, scene.projectId)).rejects.toMatchObject({ status: 404 });
  expect((await listProjects(caller, { limit: 9, offset: 0 })).items).toEqual([]);
  for (const [by, value] of [
    ["id", page.id],
    ["subdomain", page.subdomain],
  ] as const)
    expect(await selectPageWithSnapshot(by, value)).toBeNull();
  await ingest([check(monitor, Date.now(), "down")], null, Date.now());
  expect(
    await run`select from incidents where project_id = ${scene.projectId} and status <> 'recovered'`,
  ).toEqual([]);
  expect(await run`select from monitor_tombstones where monitor_id = ${monitor}`).toHaveLength(1);
  expect(await createProject(caller, { name, members: [await makeUser(scene, "Ben")] })).toMatchObject({
    slug,
  });
});

test("a receiver that doesn't respond keeps a deleted project no longer than an hour", async () => {
  const { scene, receiver } = stage;
  await makeOutage();
  receiver.respond = answer(503);
  await remove();
  await new Dispatcher().runOnce();
  const at = Date.now();
  await finishDeletedProjects(new Date(at + KEPT_MS - 60_000));
  expect(await rowsOf(scene.projectId)).toBe(1);
  await finishDeletedProjects(new Date(at + KEPT_MS + 60_000));
  expect(await rowsOf(scene.projectId)).toBe(0);
});

test("a project without anything to send is deleted at once", async () => {
  const { scene } = stage;
  await makeMonitor(scene.projectId);
  await remove();
  expect(await rowsOf(scene.projectId)).toBe(0);
});

test.skipIf(await isOnCitus())(
  "locks the monitors before their incidents, as batches of results do",
  async () => {
    const { incident } = await makeOutage();
    const batch = await pool().connect();
    await batch.query("begin");
    await batch.query("select from monitors where project_id = $1 for no key update", [
      stage.scene.projectId,
    ]);
    const removed = remove();
    await expect
      .poll(
        () =>
          run`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
    await batch.query("select from incidents where id = $1 for update nowait", [incident.id]);
    await batch.query("commit");
    batch.release();
    await removed;
  },
);
