import { afterEach, expect, test } from "vitest";
import { sendPageMails, sweepPageMails } from "@/lib/alerting/page-mails";
import { CreateMaintenanceWindow, UpdateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { UpdateStatusPage } from "@/lib/contract/status-pages/pages";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { createIncidentUpdate, deleteIncidentUpdate } from "@/lib/services/incidents/updates";
import {
  cancelMaintenanceWindow,
  createMaintenanceWindow,
  updateMaintenanceWindow,
} from "@/lib/services/maintenance/writes";
import { keepTimeBy } from "@/lib/shared/clock";
import { db } from "@/lib/store/core/pool";
import { openIncident } from "@/lib/testing/notifications/notification-setup";
import { drainMails, linksOf, subscribeAndConfirm, textOf, useSmtp } from "@/lib/testing/pages/subscriber";
import { useSubscriberStage } from "@/lib/testing/pages/subscriber-stage";
import { run } from "@/lib/testing/sql";
import { deleteStatusPage } from "./pages";
import { updateStatusPage } from "./writes";

const stage = useSubscriberStage();
const { scene } = stage;
afterEach(() => deleteStatusPage(scene.caller(), stage.page.id));

const say = (incidentId: number, state: string, content: string) =>
  createIncidentUpdate(scene.caller(), incidentId, { state: state as "identified", content });

const pageMails = () => db().selectFrom("page_mails").selectAll().orderBy("id").execute();

test("emails an incident once it has an update, in one thread, with the page's own texts", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  const incident = await openIncident(scene, { monitors: [stage.shop] });
  await drainMails();
  expect(stage.mailServer.mails).toEqual([]);
  await say(incident.id, "identified", "A **bad** release.");
  await drainMails();
  await recoverIncident(scene.caller(), incident.id);
  await drainMails();
  const [update, over, ...more] = stage.mailServer.mails;
  expect(more).toEqual([]);
  expect(update?.recipients).toEqual(["ada@example.com"]);
  expect(update?.headers.subject).toBe("[Acme status] Checkout is slow");
  expect(textOf(update)).toMatch(/^Identified: Checkout is slow\n\nA bad release\.\n\nAffects: Shop/);
  expect(over?.headers.subject).toBe(update?.headers.subject);
  expect(textOf(over)).toMatch(/^Resolved: Checkout is slow\n/);
  expect(update?.headers).not.toHaveProperty("references");
  expect(over?.headers.references).toBe(update?.headers["message-id"]);
  expect(over?.headers["message-id"]).not.toBe(update?.headers["message-id"]);
  for (const mail of [update, over]) {
    const [change, leave] = linksOf(mail);
    expect(change).toContain("/subscribe/manage?token=");
    expect(mail?.headers["list-unsubscribe"]).toBe(`<${leave}>`);
    expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    expect(mail?.headers["list-id"]).toBe(`"Acme status" <page-${stage.page.id}.localhost>`);
  }
});

test("emails an update that is fanned out by a server whose clock is behind", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  const incident = await openIncident(scene, { monitors: [stage.shop] });
  await say(incident.id, "identified", "A bad release.");
  keepTimeBy(() => Date.now() - 60_000);
  await drainMails().finally(() => keepTimeBy(null));
  expect(stage.mailServer.mails).toHaveLength(1);
});

/** Turns an incident into one that the checker opened. */
async function byChecker(incidentId: number): Promise<void> {
  await run`update incidents set type = 'monitor', title = ${"10.0.0.7:3231 answered 502"} where id = ${incidentId}`;
}

test("emails each subscriber in the language in which they subscribed", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  await subscribeAndConfirm({ ...stage, base: `${stage.base}/de` }, "eva@example.com");
  const incident = await openIncident(scene, { monitors: [stage.shop] });
  await say(incident.id, "identified", "A bad release.");
  await drainMails();
  const mailTo = (email: string) =>
    stage.mailServer.mails.find(({ recipients }) => recipients.includes(email));
  expect(textOf(mailTo("ada@example.com"))).toMatch(/^Identified: Checkout is slow\n[\s\S]*\nAffects: Shop/);
  expect(textOf(mailTo("eva@example.com"))).toMatch(
    /^Ursache gefunden: Checkout is slow\n[\s\S]*\nBetrifft: Shop[\s\S]*Abmelden/,
  );
  expect(linksOf(mailTo("eva@example.com"))[0]).toContain(`${stage.base}/de/subscribe/manage?token=`);
  expect(mailTo("eva@example.com")?.raw).toContain('<html lang=3D"de" dir=3D"ltr">');
});

test("sends nothing when an outage without an update ends", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  const incident = await openIncident(scene, { monitors: [stage.shop] });
  await byChecker(incident.id);
  await recoverIncident(scene.caller(), incident.id);
  await drainMails();
  expect(stage.mailServer.mails).toEqual([]);
});

test("emails an automatic incident under a neutral title, or the public one", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  const incident = await openIncident(scene, { monitors: [stage.shop], impact: "major_outage" });
  await byChecker(incident.id);
  await say(incident.id, "identified", "A bad release.");
  await drainMails();
  await createIncidentUpdate(scene.caller(), incident.id, {
    state: "monitoring",
    content: "Rolled back.",
    public_title: "Orders fail",
  });
  await drainMails();
  expect(
    stage.mailServer.mails.map((mail) => [mail.headers.subject, textOf(mail).split("\n", 1)[0]]),
  ).toEqual([
    ["[Acme status] Shop is unavailable", "Identified: Shop is unavailable"],
    ["[Acme status] Orders fail", "Monitoring: Orders fail"],
  ]);
});

test("sends one email, not two, for an update that resolves the incident", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  const incident = await openIncident(scene, { monitors: [stage.shop] });
  await say(incident.id, "resolved", "Rolled back.");
  await drainMails();
  expect(stage.mailServer.mails.map(textOf)).toEqual([
    expect.stringMatching(/^Resolved: Checkout is slow\n\nRolled back\./),
  ]);
});

test("emails subscribers of components about those only, and about incidents without components", async () => {
  await subscribeAndConfirm(stage, "all@example.com");
  await subscribeAndConfirm(stage, "search@example.com", [stage.search]);
  const emailed = async (monitors: number[]) => {
    const incident = await openIncident(scene, { monitors });
    await say(incident.id, "investigating", "We look.");
    await drainMails();
    return stage.mailServer.mails
      .splice(0)
      .flatMap((mail) => mail.recipients)
      .sort();
  };
  expect(await emailed([stage.shop])).toEqual(["all@example.com"]);
  expect(await emailed([stage.shop, stage.search])).toEqual(["all@example.com", "search@example.com"]);
  expect(await emailed([])).toEqual(["all@example.com", "search@example.com"]);
});

test("emails subscribers of the right pages when maintenance is planned, moved, started, and canceled", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  const hour = (hours: number) =>
    new Date((Math.floor(Date.now() / 60_000) + hours * 60) * 60_000).toISOString();
  const plan = (change: object) =>
    createMaintenanceWindow(
      scene.caller(),
      CreateMaintenanceWindow.parse({
        title: "New disks",
        starts_at: hour(2),
        ends_at: hour(3),
        monitors: [stage.shop],
        ...change,
      }),
    );
  const titles = async () => {
    await drainMails();
    return stage.mailServer.mails.splice(0).map((mail) => textOf(mail).split("\n", 1)[0]);
  };
  await plan({ status_pages: [] });
  expect(await titles()).toEqual([]);
  const { id } = await plan({ status_pages: [stage.page.id] });
  expect(await titles()).toEqual(["Maintenance scheduled: New disks"]);
  const move = (body: object) =>
    updateMaintenanceWindow(scene.caller(), id, UpdateMaintenanceWindow.parse(body));
  await move({ description: "Takes a while." });
  expect(await titles()).toEqual([]);
  await move({ ends_at: hour(4) });
  expect(await titles()).toEqual(["Maintenance scheduled: New disks"]);
  await cancelMaintenanceWindow(scene.caller(), id);
  expect(await titles()).toEqual(["Maintenance canceled: New disks"]);
  await plan({ status_pages: [stage.page.id], starts_at: hour(0), ends_at: hour(1) });
  expect(await titles()).toEqual(["Maintenance started: New disks"]);
});

test("sends nothing twice from repeated jobs, and the same Message-ID after a crash while sending", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  const incident = await openIncident(scene, { monitors: [stage.shop] });
  await say(incident.id, "identified", "A bad release.");
  await drainMails();
  const ids = (await pageMails()).map(({ id }) => id);
  await sendPageMails(ids);
  await Promise.all([sendPageMails(ids), sendPageMails(ids)]);
  await run`update page_mails set not_before = now() - interval '1 second'`;
  await sendPageMails(ids);
  expect([stage.mailServer.mails.length, await sweepPageMails()]).toEqual([1, 0]);
  // State after a crash between the mail server's acceptance and its record.
  await run`update page_mails set sent_at = null, not_before = now() + interval '2 minutes'`;
  await sendPageMails(ids);
  expect(stage.mailServer.mails).toHaveLength(1);
  await run`update page_mails set not_before = now() - interval '1 second'`;
  expect(await sweepPageMails()).toBe(1);
  await drainMails();
  expect(stage.mailServer.mails).toHaveLength(2);
  expect(stage.mailServer.mails[1]?.headers["message-id"]).toBe(
    stage.mailServer.mails[0]?.headers["message-id"],
  );
});

test("retries a temporary refusal later, but not a permanent one", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  const incident = await openIncident(scene, { monitors: [stage.shop] });
  stage.mailServer.refuseWith = 451;
  await say(incident.id, "identified", "One.");
  await drainMails();
  expect(await pageMails()).toMatchObject([{ attempts: 1, sent_at: null, dropped_at: null }]);
  stage.mailServer.refuseWith = null;
  await run`update page_mails set not_before = now() - interval '1 second'`;
  await sweepPageMails();
  await drainMails();
  expect(stage.mailServer.mails).toHaveLength(1);
  stage.mailServer.refuseWith = 550;
  await say(incident.id, "monitoring", "Two.");
  await drainMails();
  const [, refused] = await pageMails();
  expect(refused).toMatchObject({ attempts: 1, sent_at: null, dropped_at: expect.any(Date) });
  expect(refused?.reason).toContain("Refused by the test");
});

test("an update waits while an earlier one of its incident is retried, and follows it at once", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  const incident = await openIncident(scene, { monitors: [stage.shop] });
  stage.mailServer.refuseWith = 451;
  await say(incident.id, "investigating", "One.");
  await drainMails();
  stage.mailServer.refuseWith = null;
  await say(incident.id, "resolved", "Two.");
  await drainMails();
  await run`update page_mails set not_before = now() - interval '1 second'`;
  await sweepPageMails();
  await drainMails();
  const texts = stage.mailServer.mails.map(textOf);
  expect(texts).toEqual([expect.stringContaining("One."), expect.stringContaining("Two.")]);
});

test("an update follows an earlier one of its incident that was withdrawn at once", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  const incident = await openIncident(scene, { monitors: [stage.shop] });
  stage.mailServer.refuseWith = 451;
  const withdrawn = await say(incident.id, "investigating", "One.");
  await drainMails();
  stage.mailServer.refuseWith = null;
  await say(incident.id, "monitoring", "Two.");
  await drainMails();
  await deleteIncidentUpdate(scene.caller(), incident.id, withdrawn.id);
  await run`update page_mails set not_before = now() - interval '1 second'`;
  await sweepPageMails();
  await drainMails();
  expect(stage.mailServer.mails.map(textOf)).toEqual([expect.stringContaining("Two.")]);
});

test("does not email updates that were withdrawn or became private before sending", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  const incident = await openIncident(scene, { monitors: [stage.shop] });
  stage.mailServer.refuseWith = 451;
  const update = await say(incident.id, "identified", "Too much said.");
  await drainMails();
  await deleteIncidentUpdate(scene.caller(), incident.id, update.id);
  stage.mailServer.refuseWith = null;
  await run`update page_mails set not_before = null`;
  await sendPageMails((await pageMails()).map(({ id }) => id));
  expect(stage.mailServer.mails).toEqual([]);
  const setPassword = (access_password: string | null) =>
    updateStatusPage(scene.caller(), stage.page.id, UpdateStatusPage.parse({ access_password }));
  await setPassword("correct horse");
  await say(incident.id, "identified", "For insiders.");
  await drainMails();
  expect(stage.mailServer.mails).toEqual([]);
  await setPassword(null);
  await say(incident.id, "monitoring", "For all.");
  await drainMails();
  expect(stage.mailServer.mails.map(textOf)).toEqual([expect.stringContaining("For all.")]);
});

test("keeps emails in the outbox without a mail server and does not count them as sent", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  useSmtp(undefined);
  const incident = await openIncident(scene, { monitors: [stage.shop] });
  await say(incident.id, "identified", "A bad release.");
  await drainMails();
  const kept = await db().selectFrom("outbox_mails").selectAll().execute();
  expect(kept).toMatchObject([{ recipient: "ada@example.com", organization_id: scene.organizationId }]);
  expect(await pageMails()).toMatchObject([
    { sent_at: null, reason: "Email isn't configured. The message is in the outbox." },
  ]);
});
