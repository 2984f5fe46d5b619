import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { CreateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { AddPageSubscriber } from "@/lib/contract/status-pages/subscribers";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import { cancelMaintenanceWindow, createMaintenanceWindow } from "@/lib/services/maintenance/writes";
import { db } from "@/lib/store/core/pool";
import { allowLoopback, openIncident } from "@/lib/testing/notifications/notification-setup";
import {
  answer,
  type Received,
  type Receiver,
  type Respond,
  startReceiver,
} from "@/lib/testing/notifications/receiver";
import { useFrontDoor } from "@/lib/testing/pages/front-door";
import { drainMails, makeMailingPage, post } from "@/lib/testing/pages/subscriber";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { addPageSubscriber } from "./subscriber-additions";

allowLoopback();
const scene = useScene();

const frontDoor = useFrontDoor();
let receiver: Receiver;
let made: Awaited<ReturnType<typeof makeMailingPage>>;
beforeEach(async () => {
  await run`truncate attempt_buckets`;
  made = await makeMailingPage(scene, { subscription_channels: ["webhook"] });
  receiver = await startReceiver();
  receiver.respond = passing;
  return () => receiver.close();
});

const bodyOf = (received: Received | undefined) => JSON.parse(received?.body ?? "{}");

/** Returns a challenge, and accepts everything else. */
const passing: Respond = (received, response) =>
  answer(200, { challenge: bodyOf(received).data?.challenge })(received, response);

const subscribers = () =>
  db().selectFrom("page_subscribers").selectAll().where("status_page_id", "=", made.page.id).execute();

const say = (incidentId: number, content: string) =>
  createIncidentUpdate(scene.caller(), incidentId, { state: "identified", content });

/** Adds the receiver as a member would, with its challenge answered, and forgets the challenge. */
async function added(change: object = {}): Promise<string> {
  const input = AddPageSubscriber.parse({ url: `${receiver.url}/hook`, ...change });
  const { secret } = await addPageSubscriber(scene.caller(), made.page.id, input);
  await drainMails();
  receiver.received.length = 0;
  return secret ?? "";
}

/** Makes waiting messages due, as if their pause had passed, and sends them. */
async function sendAgain(): Promise<void> {
  await run`with due as (update page_mails set not_before = null where sent_at is null and dropped_at is null returning id)
     select graphile_worker.add_job('send_page_mails', json_build_object('ids', json_build_array(id))) from due`;
  await drainMails();
}

function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return headers["webhook-signature"] === `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}

describe("a visitor's webhook", () => {
  const ask = (fields: string) => post(frontDoor, `${made.base}/subscribe/webhook`, fields);
  const asked = async (url = `${receiver.url}/hook`) => {
    const { text } = await ask(`url=${encodeURIComponent(url)}`);
    return /whsec_[\w+/=]+/.exec(text)?.[0] ?? "";
  };

  test("is offered by a form without scripts", async () => {
    expect((await frontDoor.ask(made.base)).text).toContain(`href="${made.base}/subscribe/webhook"`);
    const { status, text } = await frontDoor.ask(`${made.base}/subscribe/webhook`);
    expect([status, text.includes("<script")]).toEqual([200, false]);
    const silent = await makeMailingPage(scene, { subscription_channels: ["rss"] });
    expect((await frontDoor.ask(`${silent.base}/subscribe/webhook`)).status).toBe(404);
    expect((await post(frontDoor, `${silent.base}/subscribe/webhook`, "url=https://a.example")).status).toBe(
      405,
    );
  });

  test("sends webhooks to public addresses only, even where integrations reach private ones", async () => {
    await asked();
    await asked(receiver.url.replace("127.0.0.1", "localhost"));
    await drainMails();
    expect(receiver.received).toEqual([]);
    const blocked = { confirmed_at: null, last_error: expect.stringContaining("127.0.0.1") };
    expect(await subscribers()).toMatchObject([blocked, blocked]);
  });

  test("must be an HTTP URL without a password", async () => {
    for (const url of ["http://user:secret@a.example/", "ftp://a.example", "x", ""])
      expect([url, (await ask(`url=${encodeURIComponent(url)}`)).status]).toEqual([url, 422]);
    expect(await subscribers()).toEqual([]);
  });

  test("answers the same for subscribed and other URLs, and leaves the subscription unchanged", async () => {
    const url = receiver.url.replace("127.0.0.1", "localhost");
    await added({ url });
    const hidden = (text: string) => text.replace(/whsec_[\w+/=]+/, "").replaceAll(/localhost:\d+/g, "");
    const known = await ask(`url=${encodeURIComponent(url)}`);
    const unknown = await ask(`url=${encodeURIComponent("http://localhost:1")}`);
    expect([known.status, hidden(known.text)]).toEqual([unknown.status, hidden(unknown.text)]);
    await run`update page_subscribers set source = 'added'`;
    await sendAgain();
    const rows = (await subscribers()).filter((row) => row.url === url);
    expect(rows).toMatchObject([{ confirmed_at: expect.any(Date) }]);
  });

  test("gets three challenges a day for a URL, and a hundred for a host", async () => {
    const statusOf = async (url: string) => (await ask(`url=${encodeURIComponent(url)}`)).status;
    for (const status of [200, 200, 200, 429]) expect(await statusOf("https://hook.example/a")).toBe(status);
    await run`update attempt_buckets set attempts = 99 where bucket like 'subscribe-host:%'`;
    expect(await statusOf("https://hook.example/b")).toBe(200);
    expect(await statusOf("https://hook.example/c")).toBe(429);
    expect(await statusOf("https://other.example/")).toBe(200);
  });
});

describe("the challenge", () => {
  const add = () =>
    addPageSubscriber(scene.caller(), made.page.id, AddPageSubscriber.parse({ url: `${receiver.url}/hook` }));

  test("is signed with the secret that is shown, and confirms when it is returned", async () => {
    const { secret, state } = await add();
    expect(state).toBe("unconfirmed");
    await drainMails();
    const [challenge, ...more] = receiver.received;
    expect(more).toEqual([]);
    expect(challenge && isSigned(challenge, secret ?? "")).toBe(true);
    expect(bodyOf(challenge)).toMatchObject({
      type: "subscription.challenge",
      data: {
        page: { name: "Acme status" },
        confirm_url: expect.stringContaining("/subscribe/confirm?token="),
      },
    });
    expect(await subscribers()).toMatchObject([{ confirmed_at: expect.any(Date) }]);
  });

  test.each([
    ["only says 200", answer(200, "ok")],
    ["returns whatever it gets", ((one, response) => response.end(one.body)) satisfies Respond],
    ["refuses", answer(403, "no")],
  ])("is not passed by a receiver that %s, which gets nothing else", async (_, respond) => {
    receiver.respond = respond as Respond;
    await add();
    await drainMails();
    const incident = await openIncident(scene, { monitors: [made.shop] });
    await say(incident.id, "We look.");
    await drainMails();
    expect(receiver.received).toHaveLength(1);
    expect(await subscribers()).toMatchObject([{ confirmed_at: null, failing_since: expect.any(Date) }]);
    receiver.respond = passing;
    await sendAgain();
    expect(await subscribers()).toMatchObject([{ confirmed_at: expect.any(Date), last_error: null }]);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids[1]).toBe(ids[0]);
  });

  test("can be confirmed by a person with its link", async () => {
    receiver.respond = answer(200, "ok");
    await add();
    await drainMails();
    const link = new URL(bodyOf(receiver.received[0]).data.confirm_url);
    expect((await frontDoor.ask(`${link.pathname}${link.search}`)).text).toContain("Confirm</button>");
    expect(await subscribers()).toMatchObject([{ confirmed_at: null }]);
    await post(frontDoor, link.pathname, link.search.slice(1));
    const confirmed = { confirmed_at: expect.any(Date), failing_since: null, last_error: null };
    expect(await subscribers()).toMatchObject([confirmed]);
    await sendAgain();
    expect(receiver.received).toHaveLength(1);
  });
});

describe("a confirmed webhook", () => {
  test("gets each update of an incident in Statuspage's format, and unsubscribes by its link", async () => {
    const secret = await added();
    const incident = await openIncident(scene, { monitors: [made.shop] });
    await say(incident.id, "A bad release.");
    await drainMails();
    await recoverIncident(scene.caller(), incident.id);
    await drainMails();
    expect(receiver.received.map((one) => isSigned(one, secret))).toEqual([true, true]);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
    const [update, over] = receiver.received.map(bodyOf);
    expect(update).toMatchObject({
      page: { id: String(made.page.id), url: expect.stringContaining(made.base) },
      incident: {
        name: "Checkout is slow",
        status: "identified",
        incident_updates: [{ status: "identified", body: "A bad release." }],
        components: [{ name: "Shop" }],
      },
    });
    expect(over.incident).toMatchObject({ status: "resolved", resolved_at: expect.any(String) });
    const link = new URL(update.meta.unsubscribe);
    await post(frontDoor, `${link.pathname}${link.search}`, "");
    expect(await subscribers()).toEqual([]);
    const stale = await frontDoor.ask(`${made.base}/subscribe/manage${link.search}`);
    expect(stale.status).toBe(404);
    expect(stale.text).toContain(`href="${made.base}/subscribe/webhook">Subscribe again`);
  });

  test("gets maintenance it chose, and nothing else", async () => {
    await added({ kinds: ["maintenance"] });
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    const { id } = await createMaintenanceWindow(
      scene.caller(),
      CreateMaintenanceWindow.parse({
        title: "New disks",
        starts_at: new Date(minute + 7200_000).toISOString(),
        ends_at: new Date(minute + 9000_000).toISOString(),
        monitors: [made.shop],
        status_pages: [made.page.id],
      }),
    );
    await say((await openIncident(scene, { monitors: [made.shop] })).id, "We look.");
    await drainMails();
    await cancelMaintenanceWindow(scene.caller(), id);
    await drainMails();
    expect(receiver.received.map((one) => bodyOf(one).incident)).toMatchObject([
      {
        name: "New disks",
        status: "scheduled",
        impact: "maintenance",
        scheduled_for: new Date(minute + 7200_000).toISOString().replace(".000", ""),
        incident_updates: [{ body: "Maintenance scheduled: New disks" }],
        components: [{ name: "Shop" }],
      },
      { status: "completed", incident_updates: [{ body: "Maintenance canceled: New disks" }] },
    ]);
  });

  test("is retried with the same ID, and once more after a crash before the record", async () => {
    await added();
    receiver.respond = answer(503);
    const incident = await openIncident(scene, { monitors: [made.shop] });
    await say(incident.id, "A bad release.");
    await drainMails();
    expect(await subscribers()).toMatchObject([
      { failing_since: expect.any(Date), last_error: "returned 503" },
    ]);
    receiver.respond = answer(204);
    await sendAgain();
    expect(await subscribers()).toMatchObject([{ failing_since: null, last_error: null }]);
    await sendAgain();
    await run`update page_mails set sent_at = null`;
    await sendAgain();
    const news = receiver.received.filter((one) => bodyOf(one).incident);
    expect(news).toHaveLength(3);
    expect(new Set(news.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  test("is disabled at once when it is gone, with the reason, and can subscribe again", async () => {
    await added();
    receiver.respond = answer(410);
    const incident = await openIncident(scene, { monitors: [made.shop] });
    await say(incident.id, "One.");
    await drainMails();
    expect(await subscribers()).toMatchObject([
      { disabled_at: expect.any(Date), last_error: expect.stringContaining("410") },
    ]);
    await say(incident.id, "Two.");
    await drainMails();
    expect(receiver.received).toHaveLength(1);
    receiver.respond = passing;
    await added();
    expect(await subscribers()).toMatchObject([{ disabled_at: null, confirmed_at: expect.any(Date) }]);
  });

  test("is disabled when a message is given up after five days without a delivery", async () => {
    await added();
    receiver.respond = answer(500);
    const incident = await openIncident(scene, { monitors: [made.shop] });
    await say(incident.id, "One.");
    await drainMails();
    await run`update page_mails set attempts = 9 where sent_at is null`;
    await sendAgain();
    expect(await subscribers()).toMatchObject([{ disabled_at: null }]);
    await run`update page_subscribers set failing_since = now() - interval '5 days'`;
    await say(incident.id, "Two.");
    await drainMails();
    expect(await subscribers()).toMatchObject([{ disabled_at: null }]);
    await run`update page_mails set attempts = 9 where sent_at is null and dropped_at is null`;
    await sendAgain();
    expect(await subscribers()).toMatchObject([
      { disabled_at: expect.any(Date), last_error: "returned 500" },
    ]);
  });
});
