import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sendPush } from "@/lib/notify/push/send-push";
import { makeVapidKey } from "@/lib/notify/push/vapid";
import { signedIn } from "@/lib/testing/accounts/person";
import { setPasswords, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { allowLoopback } from "@/lib/testing/notifications/notification-setup";
import { type PushService, startPushService, type TestBrowser } from "@/lib/testing/providers/push-service";
import { run } from "@/lib/testing/sql";

allowLoopback();
const accounts = useAccounts();
let service: PushService;
let ada: Awaited<ReturnType<typeof signedIn>>;
let ben: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  service = await startPushService();
  await setPasswords();
  ada = await signedIn(`ada-${accounts.organizationId}@example.com`);
  ben = await signedIn(`ben-${accounts.organizationId}@example.com`);
});
beforeEach(async () => {
  service.misbehaviour = null;
  await run`delete from push_subscriptions`;
});
afterAll(() => service.close());

async function newBrowser(): Promise<TestBrowser> {
  const { public_key } = (await ada.get("/account/devices/key")).body;
  return service.browser(public_key);
}

async function added(who = ada) {
  const browser = await newBrowser();
  const answer = await who.post("/account/devices", browser.subscription, { "user-agent": "Firefox/141.0" });
  expect(answer.status).toBe(201);
  return { ...browser, device: answer.body };
}

test("creates one key for everyone, even when first requested concurrently", async () => {
  await run`delete from push_keys`;
  const answers = await Promise.all([ada, ben, ada, ben].map((who) => who.get("/account/devices/key")));
  const keys = new Set(answers.map((answer) => answer.body.public_key));
  expect(keys.size).toBe(1);
  expect([...keys][0]).toMatch(/^B[\w-]{86}$/);
});

test("adds, lists, tests, and removes a browser", async () => {
  const { device, shown } = await added();
  const listed = (await ada.get("/account/devices")).body.data;
  expect(listed).toEqual([device]);
  expect(device).toMatchObject({
    service: new URL(service.url).host,
    user_agent: "Firefox/141.0",
    last_success_at: null,
  });
  const tested = await ada.post(`/account/devices/${device.id}/test`);
  expect(tested.body).toEqual({ outcome: "delivered", reason: null });
  expect(shown).toMatchObject([{ title: "Test: this browser works", tag: "test", path: "/" }]);
  expect(service.refusals).toEqual([]);
  expect((await ada.get("/account/devices")).body.data[0].last_success_at).not.toBeNull();
  expect((await ada.delete(`/account/devices/${device.id}`)).status).toBe(204);
  expect((await ada.get("/account/devices")).body.data).toEqual([]);
  expect((await ada.post(`/account/devices/${device.id}/test`)).status).toBe(404);
});

test("the same browser is the same device, and moves to the user who added it last", async () => {
  const { device, subscription } = await added();
  expect((await ada.post("/account/devices", subscription)).body.id).toBe(device.id);
  const taken = (await ben.post("/account/devices", subscription)).body;
  expect(taken.fingerprint).toBe(device.fingerprint);
  expect((await ada.get("/account/devices")).body.data).toEqual([]);
  expect((await ben.get("/account/devices")).body.data).toHaveLength(1);
});

test("another user's browser looks missing", async () => {
  const { device } = await added(ben);
  const missing = (await ada.delete("/account/devices/987654321")).text;
  for (const answer of [
    await ada.delete(`/account/devices/${device.id}`),
    await ada.post(`/account/devices/${device.id}/test`),
  ])
    expect([answer.status, answer.text]).toEqual([404, missing]);
  expect((await ben.get("/account/devices")).body.data).toHaveLength(1);
});

test("API keys and tokens have no devices", async () => {
  for (const token of [accounts.orgWrite, accounts.prjWrite, accounts.adaToken])
    expect([401, 403, 404]).toContain((await api(token).get("/account/devices")).status);
});

test("removes a user's browsers with the user", async () => {
  const cleo = await signedIn(`cleo-${accounts.organizationId}@example.com`);
  await added(cleo);
  expect((await ada.delete(`/members/${accounts.users.cleo}`)).status).toBe(204);
  expect(await run`select 1 from push_subscriptions`).toEqual([]);
});

test("reports the push service's error and removes a browser that is gone", async () => {
  const { device } = await added();
  const path = `/account/devices/${device.id}/test`;
  service.misbehaviour = { kind: "status", status: 429, headers: { "Retry-After": "60" } };
  const reason = "The push service returned 429.";
  expect((await ada.post(path)).body).toEqual({ outcome: "retry", reason });
  expect((await ada.get("/account/devices")).body.data[0].last_failure).toBe(reason);
  service.misbehaviour = { kind: "reset" };
  expect((await ada.post(path)).body.reason).toBe("the connection was reset");
  service.misbehaviour = { kind: "status", status: 410 };
  expect((await ada.post(path)).body.outcome).toBe("gone");
  expect((await ada.get("/account/devices")).body.data).toEqual([]);
});

test("stops waiting for a push service that does not respond", async () => {
  const { subscription } = await newBrowser();
  service.misbehaviour = { kind: "silent" };
  const notification = {
    title: "t",
    body: "",
    tag: "t",
    path: "/",
    projectId: null,
    level: "info",
    at: 0,
  } as const;
  const options = {
    key: makeVapidKey(),
    contact: "mailto:ops@example.com",
    privateTargets: ["127.0.0.0/8"],
    timeoutMs: 200,
  };
  const to = { endpoint: subscription.endpoint, ...subscription.keys };
  expect(await sendPush(notification, to, options)).toEqual({
    outcome: "retry",
    error: "no complete response within 0.2 s",
  });
  const closed = await sendPush(notification, to, { ...options, privateTargets: [] });
  expect(closed.outcome).toBe("rejected");
});

const GOOD = "https://push.example.net/wpush/v2/abc";
test.each([
  ["http://push.example.net/x", "endpoint"],
  ["ftp://push.example.net/x", "endpoint"],
  ["https://user:secret@push.example.net/x", "endpoint"],
  ["no address", "endpoint"],
])("rejects the address %s", async (endpoint, field) => {
  const { subscription } = await newBrowser();
  const answer = await ada.post("/account/devices", { ...subscription, endpoint });
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
});

test("rejects invalid keys", async () => {
  const { subscription } = await newBrowser();
  const { p256dh, auth } = subscription.keys;
  const refused = async (keys: object) => {
    const answer = await ada.post("/account/devices", { endpoint: GOOD, keys });
    return [answer.status, ...Object.keys(answer.body.errors ?? {})];
  };
  expect(await refused({ p256dh, auth: auth.slice(1) })).toEqual([422, "keys.auth"]);
  expect(await refused({ p256dh: p256dh.slice(2), auth })).toEqual([422, "keys.p256dh"]);
  expect(await refused({ p256dh: `B${"A".repeat(86)}`, auth })).toEqual([422, "keys.p256dh"]);
  expect(await refused({ auth })).toEqual([422, "keys.p256dh"]);
});

test("a user can have at most twenty browsers", async () => {
  for (let count = 0; count < 20; count += 1) await added();
  const { subscription } = await newBrowser();
  const answer = await ada.post("/account/devices", subscription);
  expect([answer.status, answer.body.errors.endpoint]).toEqual([
    422,
    ["Notifications are on in 20 browsers, the maximum. Turn them off in one first."],
  ]);
  expect((await ada.get("/account/devices")).body.data).toHaveLength(20);
});

test("addresses and keys appear in no response, database row, audit log, or server log", async () => {
  const output: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((chunk) => output.push(String(chunk)) > 0);
  const { device, subscription } = await added();
  const gone = await added();
  service.misbehaviour = { kind: "status", status: 410, body: `no ${gone.subscription.endpoint}` };
  await ada.post(`/account/devices/${gone.device.id}/test`);
  service.misbehaviour = { kind: "status", status: 400, body: `no ${subscription.endpoint}` };
  const texts = [
    (await ada.post(`/account/devices/${device.id}/test`)).text,
    (await ada.get("/account/devices")).text,
    (await ada.get("/audit-log")).text,
    JSON.stringify(await run`select * from push_subscriptions`),
    JSON.stringify(await run`select * from push_keys`),
    output.join(""),
  ];
  vi.restoreAllMocks();
  expect(output.join("")).toContain("removed an expired browser subscription");
  const rows = await run`select secrets from push_subscriptions`;
  texts.push(rows[0].secrets.toString("latin1"));
  const secrets = [subscription, gone.subscription].flatMap(({ endpoint, keys }) => [
    new URL(endpoint).pathname,
    keys.p256dh,
    keys.auth,
  ]);
  secrets.push('"d":');
  for (const secret of secrets) for (const text of texts) expect(text).not.toContain(secret);
  expect((await ada.get("/audit-log")).text).toContain("user.device_added");
});
