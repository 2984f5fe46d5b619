import { beforeEach, expect, test } from "vitest";
import { CreateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import { createMaintenanceWindow } from "@/lib/services/maintenance/writes";
import { makeRule, makeWebhook, openIncident } from "@/lib/testing/notifications/notification-setup";
import { CREATED, RECOVERED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { drainMails, makeMailingPage } from "@/lib/testing/pages/subscriber";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { moveBack, run } from "@/lib/testing/sql";
import { Dispatcher } from "./dispatcher";
import { announceEvents } from "./page-audience";
import { sendPageMails } from "./page-mails";
import { remindOfWindows } from "./window-reminders";

const stage = useNotificationStage({ mail: true });
beforeEach(() => run`truncate page_mails`);

async function makeSubscribedPage(scene: Scene, email: string) {
  const made = await makeMailingPage(scene);
  await run`insert into page_subscribers (status_page_id, email, confirmed_at)
    values (${made.page.id}, ${email}, now())`;
  return made;
}

/** Leaves a page unreadable, as a version that stored something else would leave it. */
const breakPage = (pageId: number) =>
  run`update status_pages set time_zone = 'Another/Version' where id = ${pageId}`;
const mendPage = (pageId: number) => run`update status_pages set time_zone = 'UTC' where id = ${pageId}`;

const recipients = () => stage.mailServer.mails.flatMap((mail) => mail.recipients);

test("sends alerts, and emails of other pages, for an incident of a project with an unreadable page", async () => {
  const { scene, receiver } = stage;
  const hook = await makeWebhook(scene, `${receiver.url}/hook`);
  for (const event of [CREATED, RECOVERED, "uptime.incident_update.published"] as const)
    await makeRule(scene, hook, event);
  const broken = await makeSubscribedPage(scene, "ada@example.com");
  await makeSubscribedPage(scene, "ben@example.com");
  await breakPage(broken.page.id);
  const incident = await openIncident(scene);
  await createIncidentUpdate(scene.caller(), incident.id, {
    state: "investigating",
    content: "We look into it.",
  });
  await recoverIncident(scene.caller(), incident.id);
  await drainMails();
  expect(stage.sentEvents()).toEqual([CREATED, "uptime.incident_update.published", RECOVERED]);
  expect(new Set(recipients())).toEqual(new Set(["ben@example.com"]));
  await mendPage(broken.page.id);
  await run`update graphile_worker._private_jobs set run_at = now()`;
  await drainMails();
  expect(new Set(recipients())).toEqual(new Set(["ben@example.com", "ada@example.com"]));
});

test("reminds of the maintenance of others while one page is unreadable", async () => {
  const broken = await makeSubscribedPage(stage.scene, "ada@example.com");
  const other = await makeScene();
  const fine = await makeSubscribedPage(other, "ben@example.com");
  for (const [scene, { page, shop }] of [
    [stage.scene, broken],
    [other, fine],
  ] as const)
    await createMaintenanceWindow(
      scene.caller(),
      CreateMaintenanceWindow.parse({
        title: "New disks",
        starts_at: new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 30 * 3600_000).toISOString(),
        ends_at: new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 31 * 3600_000).toISOString(),
        monitors: [shop],
        status_pages: [page.id],
      }),
    );
  await drainMails();
  stage.mailServer.mails.length = 0;
  await moveBack("maintenance_windows", ["starts_at", "ends_at", "next_reminder_at"], 8 * 3600);
  await breakPage(broken.page.id);
  await remindOfWindows().catch(() => undefined);
  await drainMails();
  expect(recipients()).toEqual(["ben@example.com"]);
});

test("sends other pages' emails of a batch in which one page became unreadable", async () => {
  const { scene } = stage;
  const broken = await makeSubscribedPage(scene, "ada@example.com");
  await makeSubscribedPage(scene, "ben@example.com");
  const incident = await openIncident(scene);
  await createIncidentUpdate(scene.caller(), incident.id, {
    state: "investigating",
    content: "We look into it.",
  });
  await new Dispatcher().runOnce();
  await announceEvents(scene.projectId);
  await breakPage(broken.page.id);
  const rows = await run<{ id: number }>`select id from page_mails order by id`;
  await sendPageMails(rows.map(({ id }) => id));
  expect(recipients()).toEqual(["ben@example.com"]);
  const left = await run`select attempts, reason from page_mails where sent_at is null`;
  expect(left).toEqual([{ attempts: 1, reason: expect.stringContaining("couldn't be built") }]);
});
