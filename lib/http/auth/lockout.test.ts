import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dispatch } from "@/lib/http/router/dispatch";
import { setEnv } from "@/lib/shared/env";
import { forget } from "@/lib/shared/once";
import { sha256 } from "@/lib/shared/secret";
import { cookieOf } from "@/lib/testing/accounts/person";
import { setPasswords, TEST_PASSWORD, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api, from } from "@/lib/testing/api";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();
let email: string;
const HOME = "2001:db8:1:2::10";
const SAME_NETWORK = "2001:db8:1:2:aaaa::1";
const ELSEWHERE = "203.0.113.9";

beforeAll(async () => {
  setEnv({ API_RATE_LIMIT: "100" });
  email = `ada-${accounts.organizationId}@example.com`;
  await setPasswords();
});
beforeEach(async () => {
  await run`delete from attempt_buckets`;
  await run`delete from known_origins`;
  forget("http.rate");
});

const signIn = (address: string, password = TEST_PASSWORD, cookie?: string) =>
  api(undefined, { send: from(address), headers: cookie === undefined ? {} : { cookie } }).post("/session", {
    email,
    password,
  });

/** Uses up an account's sign-in attempts from many addresses. */
async function lockOut(): Promise<void> {
  for (let count = 0; count <= 20; count += 1) await signIn(`198.51.100.${count}`, "wrong");
  expect((await signIn("198.51.100.200")).status).toBe(429);
}

/** Returns the second cookie of a sign-in, which remains after signing out. */
async function deviceCookieFrom(address: string): Promise<string> {
  const reply = await dispatch({
    method: "POST",
    path: "/api/session",
    search: "",
    headers: (name) => (name.toLowerCase() === "content-type" ? "application/json" : undefined),
    body: async () => Buffer.from(JSON.stringify({ email, password: TEST_PASSWORD })),
    remoteAddress: address,
    signal: new AbortController().signal,
  });
  return reply.secondCookie?.split(";")[0] ?? "";
}

describe("while attackers guess a password", () => {
  test("the right password works from an address that signed in before, which is a /64 in IPv6", async () => {
    await signIn(HOME);
    await lockOut();
    expect((await signIn(SAME_NETWORK)).status).toBe(200);
  });

  test("the right password works on a device that signed in before, from any address", async () => {
    const device = await deviceCookieFrom(HOME);
    expect(device).toMatch(/^vedette_device=[\w-]{20,}$/);
    await lockOut();
    expect((await signIn(ELSEWHERE)).status).toBe(429);
    expect((await signIn(ELSEWHERE, TEST_PASSWORD, device)).status).toBe(200);
  });

  test("the right password works in a browser with a live session", async () => {
    const session = cookieOf((await signIn(HOME)).headers);
    await run`delete from known_origins`;
    await lockOut();
    expect((await signIn(ELSEWHERE, TEST_PASSWORD, session)).status).toBe(200);
  });

  test("another person's device or session grants no access", async () => {
    const device = await deviceCookieFrom(HOME);
    await lockOut();
    const ben = { email: `ben-${accounts.organizationId}@example.com`, password: "wrong" };
    const client = api(undefined, { send: from(ELSEWHERE), headers: { cookie: device } });
    for (let count = 0; count < 20; count += 1) await client.post("/session", ben);
    expect((await client.post("/session", { ...ben, password: TEST_PASSWORD })).status).toBe(429);
  });

  test("a wrong password from a known address reports only the limit, and has a limit of its own", async () => {
    await signIn(HOME);
    await lockOut();
    const stranger = await signIn(ELSEWHERE, "wrong");
    for (let count = 0; count < 20; count += 1) {
      const known = await signIn(SAME_NETWORK, "wrong");
      expect([known.status, known.text]).toEqual([429, stranger.text]);
    }
    expect((await signIn(HOME)).status).toBe(429);
  });

  test("a signed-in user can change the password regardless of other attempts from the address", async () => {
    const session = cookieOf((await signIn(HOME)).headers);
    await run`update attempt_buckets set attempts = 1000 where bucket like 'address:%'`;
    const client = api(undefined, {
      send: from(HOME),
      headers: { cookie: session, origin: "http://localhost:3000" },
    });
    const body = { current_password: TEST_PASSWORD, new_password: TEST_PASSWORD };
    expect((await client.post("/account/password", body)).status).toBe(204);
  });
});

describe("limits by address", () => {
  test("count the whole /64 of an IPv6 client for invalid keys and runner tokens", async () => {
    for (const path of ["/whoami", "/runner/config"]) {
      forget("http.rate");
      const guess = (address: string) => api("wrong", { send: from(address) }).get(path);
      for (let count = 0; count < 100; count += 1)
        expect((await guess(`2001:db8:5:6::${count.toString(16)}`)).status).toBe(401);
      expect((await guess("2001:db8:5:6:ffff::1")).status).toBe(429);
      expect((await guess("2001:db8:5:7::1")).status).toBe(401);
    }
  });

  test("a valid runner token passes while its address is limited, and has a limit of its own", async () => {
    await run`insert into runners (name, kind, token_hash) values ('one', 'local', ${sha256("the-right-token")})`;
    const right = api("the-right-token", { send: from(HOME) });
    for (let count = 0; count <= 100; count += 1)
      await api("wrong", { send: from(HOME) }).get("/runner/config");
    const answer = await right.get("/runner/config");
    expect([answer.status, answer.headers["RateLimit-Policy"]]).toEqual([200, '"default";q=3000;w=60']);
  });
});
