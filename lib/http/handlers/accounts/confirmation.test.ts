import { afterEach, beforeEach, expect, test } from "vitest";
import { setEnv } from "@/lib/shared/env";
import { signedIn } from "@/lib/testing/accounts/person";
import { setPasswords, TEST_PASSWORD, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api, from } from "@/lib/testing/api";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();
beforeEach(async () => {
  await setPasswords();
  setEnv({ SMTP_URL: "smtp://127.0.0.1:9" });
});
afterEach(() => setEnv({ SMTP_URL: "" }));

const email = (name: string) => `${name}-${accounts.organizationId}@example.com`;

/** Returns the titles of the emails that wait for a person. */
async function mailsTo(name: string): Promise<string[]> {
  const rows = await run`select j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'system_mail' and j.payload::text like ${`%${email(name)}%`} order by j.id`;
  return rows.map(({ payload }) => payload.message.title);
}

test.each([
  ["an organization key", "/keys", { kind: "organization", name: "Terraform", platform: "read" }, 201],
  ["the invitation of an owner", "/invitations", { email: "olga@example.com", role: "owner" }, 201],
  ["another role", "/members/CLEO", { role: "admin" }, 200],
])("%s needs the person's password again", async (_, path, body, done) => {
  const ada = await signedIn(email("ada"));
  const send = (more: object) =>
    ada.post(path.replace("CLEO", String(accounts.users.cleo)), { ...body, ...more });
  for (const more of [{}, { current_password: "wrong" }]) {
    const refused = await send(more);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["current_password"]]);
  }
  expect((await send({ current_password: TEST_PASSWORD })).status).toBe(done);
});

test("a project key, an invited member, and an unchanged role need no password", async () => {
  const ada = await signedIn(email("ada"));
  const key = await ada.post("/keys", { kind: "project", name: "Deploys", uptime: "write" });
  const invited = await ada.post("/invitations", { email: "mia@example.com", role: "member" });
  const { role } = (await ada.get("/members")).body.data.find(
    ({ id }: { id: number }) => id === accounts.users.ben,
  );
  const same = await ada.post(`/members/${accounts.users.ben}`, { role });
  expect([key.status, invited.status, same.status]).toEqual([201, 201, 200]);
});

test("people get an email when their password changes and when another browser signs in", async () => {
  const signIn = (cookie: string) =>
    api(undefined, { send: from("192.0.2.9"), headers: { cookie } }).post("/session", {
      email: email("ben"),
      password: TEST_PASSWORD,
    });
  await signIn("vedette_device=first-browser-of-ben-0001");
  expect(await mailsTo("ben")).toEqual([]);
  await signIn("vedette_device=other-browser-of-ben-0002");
  expect(await mailsTo("ben")).toEqual(["New sign-in to your account"]);
  const cleo = await signedIn(email("cleo"));
  const change = { current_password: TEST_PASSWORD, new_password: "tiny otters paint boats" };
  expect((await cleo.post("/account/password", change)).status).toBe(204);
  expect(await mailsTo("cleo")).toContain("Your password was changed");
});

test("a common password and one's own name are refused", async () => {
  const ada = await signedIn(email("ada"));
  for (const password of ["Password2026!!", email("ada")]) {
    const change = { current_password: TEST_PASSWORD, new_password: password };
    const refused = await ada.post("/account/password", change);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["new_password"]]);
  }
});
