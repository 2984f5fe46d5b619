import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { UpdateIncident } from "@/lib/contract/incidents/incidents";
import { CreateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { UpdateStatusPage } from "@/lib/contract/status-pages/pages";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import { updateIncident } from "@/lib/services/incidents/writes";
import { createMaintenanceWindow } from "@/lib/services/maintenance/writes";
import { startFrontDoor, type TestFrontDoor } from "@/lib/testing/front-door";
import { type MailServer, startMailServer } from "@/lib/testing/mail-server";
import { openIncident } from "@/lib/testing/notification-setup";
import { useScene } from "@/lib/testing/scene";
import { drainMails, makeMailingPage, post, subscribeAndConfirm, useSmtp } from "@/lib/testing/subscriber";
import { updateStatusPage } from "./writes";

const scene = useScene();

let mailServer: MailServer;
let frontDoor: TestFrontDoor;
let made: Awaited<ReturnType<typeof makeMailingPage>>;
beforeAll(async () => {
  mailServer = await startMailServer();
  useSmtp(mailServer.url);
  frontDoor = await startFrontDoor();
});
beforeEach(async () => {
  made = await makeMailingPage(scene);
});
afterAll(async () => {
  useSmtp(undefined);
  await frontDoor.close();
  await mailServer.close();
});

/** Subscribes an address that then chooses by the link in its emails. */
async function subscriber(email: string, choice = ""): Promise<(choice: string) => Promise<string>> {
  const token = await subscribeAndConfirm({ frontDoor, mailServer, base: made.base }, email);
  const choose = async (fields: string) =>
    (await post(frontDoor, `${made.base}/subscribe/manage`, `token=${token}${fields}`)).text;
  if (choice) await choose(choice);
  return choose;
}

/** Returns who got emails since the last call, in order of address. */
async function emailed(): Promise<string[]> {
  await drainMails();
  return mailServer.mails
    .splice(0)
    .flatMap(({ recipients }) => recipients)
    .sort();
}

const say = (incidentId: number, content: string) =>
  createIncidentUpdate(scene.caller(), incidentId, { state: "identified", content });

const regroup = (name: string, members: readonly number[]) =>
  updateStatusPage(
    scene.caller(),
    made.page.id,
    UpdateStatusPage.parse({
      components: [
        {
          componentable_type: "uptime/group",
          name,
          components: members.map((componentable_id) => ({
            componentable_type: "uptime/monitor",
            componentable_id,
          })),
        },
      ],
    }),
  );

async function planWindow(): Promise<void> {
  const hour = (hours: number) => new Date((Math.floor(Date.now() / 60_000) + hours * 60) * 60_000);
  const window = {
    title: "New disks",
    starts_at: hour(2).toISOString(),
    ends_at: hour(3).toISOString(),
    monitors: [made.shop],
    status_pages: [made.page.id],
  };
  await createMaintenanceWindow(scene.caller(), CreateMaintenanceWindow.parse(window));
}

test("emails about incidents or maintenance only to those who chose them", async () => {
  await subscriber("both@example.com");
  await subscriber("incidents@example.com", "&kind=incidents");
  await subscriber("maintenance@example.com", "&kind=maintenance");
  const incident = await openIncident(scene, { monitors: [made.shop] });
  await say(incident.id, "We look.");
  expect(await emailed()).toEqual(["both@example.com", "incidents@example.com"]);
  await planWindow();
  expect(await emailed()).toEqual(["both@example.com", "maintenance@example.com"]);
});

test("a choice made while subscribing is kept, and a kind that doesn't exist is ignored", async () => {
  const fields = `email=ada%40example.com&kind=maintenance&kind=gossip&component=${made.shop}`;
  await post(frontDoor, `${made.base}/subscribe`, fields);
  await drainMails();
  const token = /token=([\w.-]+)/.exec(mailServer.mails.splice(0)[0]?.headers["list-unsubscribe"] ?? "")?.[1];
  await post(frontDoor, `${made.base}/subscribe/confirm`, `token=${token}`);
  const { text } = await frontDoor.ask(`${made.base}/subscribe/manage?token=${token}`);
  expect(text.match(/<input[^>]*checked[^>]*>/g)).toEqual([
    expect.stringContaining('value="maintenance"'),
    expect.stringContaining(`value="${made.shop}"`),
  ]);
  expect(text).toContain('<details open="">');
});

test("a chosen group includes monitors added to it later, and survives a new name", async () => {
  await regroup("Europe", [made.shop]);
  const choose = await subscriber("eu@example.com");
  expect(await choose("&group=Europe")).toMatch(/checked="" value="Europe"|value="Europe" checked=""/);
  await regroup("Europe", [made.shop, made.search]);
  await say((await openIncident(scene, { monitors: [made.search] })).id, "We look.");
  expect(await emailed()).toEqual(["eu@example.com"]);
  await regroup("EU", [made.shop, made.search]);
  await say((await openIncident(scene, { monitors: [made.search] })).id, "We look.");
  expect(await emailed()).toEqual([]);
  await say((await openIncident(scene, { monitors: [made.shop] })).id, "We look.");
  expect(await emailed()).toEqual(["eu@example.com"]);
});

test("follows an incident to its end when its components change, unless the choice did", async () => {
  const choose = await subscriber("shop@example.com", `&component=${made.shop}`);
  await subscriber("search@example.com", `&component=${made.search}`);
  const incident = await openIncident(scene, { monitors: [made.shop] });
  await say(incident.id, "The shop fails.");
  expect(await emailed()).toEqual(["shop@example.com"]);
  await updateIncident(scene.caller(), incident.id, UpdateIncident.parse({ monitors: [made.search] }));
  await say(incident.id, "It was the search.");
  expect(await emailed()).toEqual(["search@example.com", "shop@example.com"]);
  await choose(`&component=${made.shop}`);
  await say(incident.id, "Rolled back.");
  expect(await emailed()).toEqual(["search@example.com"]);
});

test("starts a subscriber's thread with the first email that was sent", async () => {
  await subscriber("ada@example.com");
  const incident = await openIncident(scene, { monitors: [made.shop] });
  mailServer.refuseWith = 550;
  await say(incident.id, "One.");
  await drainMails();
  mailServer.refuseWith = null;
  for (const text of ["Two.", "Three.", "Four."]) {
    await say(incident.id, text);
    await drainMails();
  }
  const [root, ...replies] = mailServer.mails.splice(0);
  expect(root?.headers).not.toHaveProperty("in-reply-to");
  expect(replies.map(({ headers }) => headers["in-reply-to"])).toEqual([
    root?.headers["message-id"],
    root?.headers["message-id"],
  ]);
});
