import { beforeAll, describe, expect, test } from "vitest";
import { cookieOf, signedIn, withCookie } from "@/lib/testing/accounts/person";
import { setPasswords, TEST_PASSWORD, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();
const emailOf = (name: string) => `${name}-${accounts.organizationId}@example.com`;

beforeAll(setPasswords);

test("a user sees their sessions and ends one, or all others", async () => {
  const body = { email: emailOf("ada"), password: TEST_PASSWORD };
  const firefox = await api().post("/session", body, { "user-agent": "Firefox on the train" });
  const train = withCookie(cookieOf(firefox.headers));
  const [here, third] = [await signedIn(emailOf("ada")), await signedIn(emailOf("ada"))];
  const seen = (await here.get("/sessions")).body.data;
  expect(seen.map((one: { current: boolean }) => one.current)).toEqual([false, true, false]);
  expect(seen[2]).toMatchObject({ user_agent: "Firefox on the train", address: "192.0.2.1" });
  expect((await here.delete(`/sessions/${seen[2].id}`)).status).toBe(204);
  expect((await train.get("/session")).status).toBe(401);
  expect((await here.delete(`/sessions/${seen[2].id}`)).status).toBe(404);
  expect((await here.delete("/sessions")).status).toBe(204);
  expect((await third.get("/session")).status).toBe(401);
  expect((await here.get("/sessions")).body.data).toHaveLength(1);
});

describe("browser notifications", () => {
  const hashes = ["own", "other"].map((name) => Buffer.from(name.padEnd(32, "-")));
  const fingerprints = hashes.map((hash) => hash.toString("base64url"));

  /** Turns notifications on in two browsers of Ada's and in one of Ben's. */
  async function turnOn() {
    const { ada, ben } = accounts.users;
    const of = (userId: number, hash: Buffer) =>
      run`insert into push_subscriptions (user_id, endpoint_hash, service, secrets)
        values (${userId}, ${hash}, 'push.example', '')`;
    await run`delete from push_subscriptions`;
    for (const hash of hashes) await of(ada, hash);
    await of(ben, Buffer.from("ben".padEnd(32, "-")));
  }
  const left = async (userId: number) => {
    const rows =
      await run`select endpoint_hash from push_subscriptions where user_id = ${userId} order by id`;
    return rows.map((row) => row.endpoint_hash.toString("base64url"));
  };

  test("end with the other sessions, except in the browser that is kept", async () => {
    await turnOn();
    const here = await signedIn(emailOf("ada"));
    expect((await here.delete(`/sessions?kept_browser=${fingerprints[0]}`)).status).toBe(204);
    expect(await left(accounts.users.ada)).toEqual([fingerprints[0]]);
    expect((await here.delete("/sessions")).status).toBe(204);
    expect(await left(accounts.users.ada)).toEqual([]);
    expect(await left(accounts.users.ben)).toHaveLength(1);
  });

  test("end with a new password", async () => {
    await turnOn();
    const here = await signedIn(emailOf("ada"));
    const change = { current_password: TEST_PASSWORD, new_password: "another long password" };
    expect((await here.post("/account/password", change)).status).toBe(204);
    await setPasswords();
    expect(await left(accounts.users.ada)).toEqual([]);
    expect(await left(accounts.users.ben)).toHaveLength(1);
  });
});

test("does not list expired sessions", async () => {
  const here = await signedIn(emailOf("ben"));
  await signedIn(emailOf("ben"));
  const rows = await run`select max(id) as id from sessions`;
  await run`update sessions set last_seen_at = now() - interval '15 days' where id = ${rows[0].id}`;
  expect((await here.get("/sessions")).body.data).toHaveLength(1);
});

test("another user's session looks missing, even to an admin", async () => {
  await signedIn(emailOf("cleo"));
  const [{ id }] = await run`select max(id) as id from sessions`;
  const ada = await signedIn(emailOf("ada"));
  const theirs = await ada.delete(`/sessions/${id}`);
  expect([theirs.status, theirs.text]).toEqual([404, (await ada.delete("/sessions/987654321")).text]);
});

test("never lists a session's token", async () => {
  const ada = await signedIn(emailOf("ada"));
  const listed = await ada.get("/sessions");
  expect(listed.text).not.toContain(ada.cookie.split("=")[1]);
  expect(Object.keys(listed.body.data[0]).sort()).toEqual([
    "address",
    "created_at",
    "current",
    "id",
    "last_seen_at",
    "user_agent",
  ]);
});
