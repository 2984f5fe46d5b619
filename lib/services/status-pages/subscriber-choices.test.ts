import { expect, test } from "vitest";
import { UpdateIncident } from "@/lib/contract/incidents/incidents";
import { CreateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { UpdateStatusPage } from "@/lib/contract/status-pages/pages";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import { updateIncident } from "@/lib/services/incidents/writes";
import { createMaintenanceWindow } from "@/lib/services/maintenance/writes";
import { openIncident } from "@/lib/testing/notifications/notification-setup";
import { drainMails, post, subscribeAndConfirm } from "@/lib/testing/pages/subscriber";
import { useSubscriberStage } from "@/lib/testing/pages/subscriber-stage";
import { updateStatusPage } from "./writes";

const stage = useSubscriberStage();
const { scene } = stage;

/** Subscribes an address that then chooses by the link in its emails. */
async function subscriber(email: string, choice = ""): Promise<(choice: string) => Promise<string>> {
  const token = await subscribeAndConfirm(stage, email);
  const choose = async (fields: string) =>
    (await post(stage.frontDoor, `${stage.base}/subscribe/manage`, `token=${token}${fields}`)).text;
  if (choice) await choose(choice);
  return choose;
}

const say = (incidentId: number, content: string) =>
  createIncidentUpdate(scene.caller(), incidentId, { state: "identified", content });

const regroup = (name: string, members: readonly number[]) =>
  updateStatusPage(
    scene.caller(),
    stage.page.id,
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
    monitors: [stage.shop],
    status_pages: [stage.page.id],
  };
  await createMaintenanceWindow(scene.caller(), CreateMaintenanceWindow.parse(window));
}

test("emails about incidents or maintenance only to those who chose them", async () => {
  await subscriber("both@example.com");
  await subscriber("incidents@example.com", "&kind=incidents");
  await subscriber("maintenance@example.com", "&kind=maintenance");
  const incident = await openIncident(scene, { monitors: [stage.shop] });
  await say(incident.id, "We look.");
  expect(await stage.emailed()).toEqual(["both@example.com", "incidents@example.com"]);
  await planWindow();
  expect(await stage.emailed()).toEqual(["both@example.com", "maintenance@example.com"]);
});

test("a choice made while subscribing is kept, and an unknown kind is ignored", async () => {
  const fields = `email=ada%40example.com&kind=maintenance&kind=gossip&component=${stage.shop}`;
  await post(stage.frontDoor, `${stage.base}/subscribe`, fields);
  await drainMails();
  const token = /token=([\w.-]+)/.exec(
    stage.mailServer.mails.splice(0)[0]?.headers["list-unsubscribe"] ?? "",
  )?.[1];
  await post(stage.frontDoor, `${stage.base}/subscribe/confirm`, `token=${token}`);
  const { text } = await stage.frontDoor.ask(`${stage.base}/subscribe/manage?token=${token}`);
  expect(text.match(/<input[^>]*checked[^>]*>/g)).toEqual([
    expect.stringContaining('value="maintenance"'),
    expect.stringContaining(`value="${stage.shop}"`),
  ]);
  expect(text).toContain('<details open="">');
});

test("a chosen group includes monitors added to it later, and survives a new name", async () => {
  await regroup("Europe", [stage.shop]);
  const choose = await subscriber("eu@example.com");
  expect(await choose("&group=Europe")).toMatch(/checked="" value="Europe"|value="Europe" checked=""/);
  await regroup("Europe", [stage.shop, stage.search]);
  await say((await openIncident(scene, { monitors: [stage.search] })).id, "We look.");
  expect(await stage.emailed()).toEqual(["eu@example.com"]);
  await regroup("EU", [stage.shop, stage.search]);
  await say((await openIncident(scene, { monitors: [stage.search] })).id, "We look.");
  expect(await stage.emailed()).toEqual([]);
  await say((await openIncident(scene, { monitors: [stage.shop] })).id, "We look.");
  expect(await stage.emailed()).toEqual(["eu@example.com"]);
});

test("follows an incident to its end when its components change, unless the choice did", async () => {
  const choose = await subscriber("shop@example.com", `&component=${stage.shop}`);
  await subscriber("search@example.com", `&component=${stage.search}`);
  const incident = await openIncident(scene, { monitors: [stage.shop] });
  await say(incident.id, "The shop fails.");
  expect(await stage.emailed()).toEqual(["shop@example.com"]);
  await updateIncident(scene.caller(), incident.id, UpdateIncident.parse({ monitors: [stage.search] }));
  await say(incident.id, "It was the search.");
  expect(await stage.emailed()).toEqual(["search@example.com", "shop@example.com"]);
  await choose(`&component=${stage.shop}`);
  await say(incident.id, "Rolled back.");
  expect(await stage.emailed()).toEqual(["search@example.com"]);
});

test("starts a subscriber's thread with the first email that was sent", async () => {
  await subscriber("ada@example.com");
  const incident = await openIncident(scene, { monitors: [stage.shop] });
  stage.mailServer.refuseWith = 550;
  await say(incident.id, "One.");
  await drainMails();
  stage.mailServer.refuseWith = null;
  for (const text of ["Two.", "Three.", "Four."]) {
    await say(incident.id, text);
    await drainMails();
  }
  const [root, ...replies] = stage.mailServer.mails.splice(0);
  expect(root?.headers).not.toHaveProperty("in-reply-to");
  expect(replies.map(({ headers }) => headers["in-reply-to"])).toEqual([
    root?.headers["message-id"],
    root?.headers["message-id"],
  ]);
});
