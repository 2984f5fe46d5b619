import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startSession } from "@/lib/services/accounts/sessions";
import { setEnv } from "@/lib/shared/env";
import { tx } from "@/lib/store/core/tx";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { useFrontDoor } from "@/lib/testing/pages/front-door";
import { MONITOR } from "@/lib/testing/scene";

const accounts = useAccounts();
const frontDoor = useFrontDoor();

beforeAll(async () => {
  const add = (token: string, name: string) => api(token).post("/uptime/monitors", { ...MONITOR, name });
  await add(accounts.prjWrite, "In the app");
  await add(accounts.otherWrite, "In the other");
  await add(accounts.foreignWrite, "Foreign");
});
const NOTHING_SET = { APP_URL: "", TRUSTED_PROXIES: "", METRICS_TOKEN: "" };
beforeEach(() => setEnv(NOTHING_SET));
afterEach(() => setEnv(NOTHING_SET));

/** Returns the monitors named in a scrape over a real socket from 127.0.0.1. */
async function named(headers: Record<string, string> = {}): Promise<string[]> {
  const { status, text } = await frontDoor.ask("/api/metrics", { headers });
  expect(status).toBe(200);
  expect(text).toContain("process_resident_memory_bytes");
  return [...text.matchAll(/vedette_monitor_status\{[^}]*monitor="([^"]*)"/g)].map(([, name = ""]) => name);
}

async function cookieOf(userId: number): Promise<{ Cookie: string }> {
  const device = { address: "127.0.0.1", userAgent: null, replaces: null, mark: "" };
  return { Cookie: `vedette_session=${await tx((trx) => startSession(trx, userId, device))}` };
}

const ALL = ["In the app", "In the other", "Foreign"];

test("names every monitor to a scraper on this machine when no proxy is configured", async () => {
  expect(await named()).toEqual(ALL);
  setEnv({ APP_URL: "http://localhost:3000" });
  expect(await named()).toEqual(ALL);
});

test.each([
  ["APP_URL", { APP_URL: "https://watch.example.com" }],
  ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "127.0.0.1" }],
])("names no monitor behind the proxy that %s implies, even without X-Forwarded-For", async (_, set) => {
  setEnv(set);
  expect(await named()).toEqual([]);
});

test.each(["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP", "X-Forwarded-Host", "X-Forwarded-Proto"])(
  "names no monitor to a request that carries %s",
  async (name) => {
    expect(await named({ [name]: "1.1 proxy" })).toEqual([]);
  },
);

test.each(["Vedette/0.1 (uptime check)", "Vedette/0.1 (uptime check) mine", "Vedette/1.0 (notifications)"])(
  "names no monitor to a check or notification of its own, whose response any project's member can read: %s",
  async (agent) => {
    expect(await named({ "User-Agent": agent })).toEqual([]);
  },
);

test("names the monitors of their projects to a signed-in user, with or without a proxy", async () => {
  // Over plain HTTP, because the session cookie has another name under HTTPS.
  setEnv({ APP_URL: "http://watch.example.com" });
  const { ada, cleo, foreign } = accounts.users;
  expect(await named(await cookieOf(ada))).toEqual(["In the app", "In the other"]);
  expect(await named(await cookieOf(cleo))).toEqual(["In the app"]);
  expect(await named(await cookieOf(foreign))).toEqual(["Foreign"]);
  expect(await named({ Cookie: "vedette_session=none" })).toEqual([]);
});

test("with METRICS_TOKEN asks for it or a session, including from this machine", async () => {
  setEnv({ APP_URL: "http://watch.example.com", METRICS_TOKEN: "a-metrics-token" });
  expect(await named({ Authorization: "Bearer a-metrics-token" })).toEqual(ALL);
  expect(await named(await cookieOf(accounts.users.cleo))).toEqual(["In the app"]);
  const statusOf = async (headers: Record<string, string>) =>
    (await frontDoor.ask("/api/metrics", { headers })).status;
  expect(await statusOf({})).toBe(401);
  expect(await statusOf({ Authorization: "Bearer wrong", ...(await cookieOf(accounts.users.ada)) })).toBe(
    401,
  );
});

test("names no monitor to a request for another host, which a proxy on this machine passes on", async () => {
  for (const host of ["localhost:3000", "127.0.0.1", "[::1]:3000"]) {
    const { text } = await frontDoor.ask("/api/metrics", { host });
    expect([host, text.includes("vedette_monitor_status{")]).toEqual([host, true]);
  }
  const { status, text } = await frontDoor.ask("/api/metrics", { host: "192.0.2.7:3000" });
  expect([status, text.includes("vedette_monitor_status{")]).toEqual([200, false]);
});
