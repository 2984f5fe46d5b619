import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/store/core/pool";
import { api } from "@/lib/testing/api";
import { cookieOf, signedIn, withCookie } from "@/lib/testing/person";
import { setPasswords, TEST_PASSWORD, useAccounts } from "@/lib/testing/test-accounts";

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

test("does not list expired sessions", async () => {
  const here = await signedIn(emailOf("ben"));
  await signedIn(emailOf("ben"));
  const { rows } = await pool().query("select max(id) as id from sessions");
  await pool().query("update sessions set last_seen_at = now() - interval '15 days' where id = $1", [
    rows[0].id,
  ]);
  expect((await here.get("/sessions")).body.data).toHaveLength(1);
});

test("another user's session looks missing, even to an admin", async () => {
  await signedIn(emailOf("cleo"));
  const [{ id }] = (await pool().query("select max(id) as id from sessions")).rows;
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
