import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setEnv } from "@/lib/shared/env";
import { cookieOf, signedIn, withCookie } from "@/lib/testing/accounts/person";
import { setPasswords, TEST_PASSWORD, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { type MailServer, startMailServer } from "@/lib/testing/notifications/mail-server";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts("test");
let mailServer: MailServer;
const NEW_PASSWORD = "a long enough password";

beforeAll(async () => {
  mailServer = await startMailServer();
});
afterAll(() => mailServer.close());
beforeEach(async () => {
  await setPasswords();
  await run`delete from attempt_buckets`;
  setEnv({ SMTP_URL: "" });
  mailServer.mails.length = 0;
});

const emailOf = (name: string) => `${name}-${accounts.organizationId}@example.com`;
const newcomer = () => emailOf("dora");
const as = (name: string) => signedIn(emailOf(name));
const pathOf = (link: string) => new URL(link).pathname;
const tokenOf = (link: string) => pathOf(link).replace("/setup/", "");
const accept = (link: string, more: Record<string, unknown> = {}) =>
  api().post(pathOf(link), { name: "Dora", password: NEW_PASSWORD, ...more });

async function auditOf(action: string) {
  const rows = await run`select actor_label, subject_id, detail from audit_log
    where organization_id = ${accounts.organizationId} and action = ${action} order by id`;
  return rows;
}

test("emails an invitation when SMTP is configured, shows the link once and accepts it once", async () => {
  setEnv({ SMTP_URL: mailServer.url });
  const ada = await as("ada");
  const made = await ada.post("/invitations", {
    email: `Dora-${accounts.organizationId}@Example.com`,
    role: "admin",
  });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    email: `Dora-${accounts.organizationId}@Example.com`,
    role: "admin",
    mail: "sent",
    invited_by: "Ada",
  });
  expect(mailServer.mails).toHaveLength(1);
  expect(mailServer.mails[0]?.recipients).toEqual([`Dora-${accounts.organizationId}@example.com`]);
  expect(mailServer.mails[0]?.raw.replace(/=\r\n/g, "")).toContain(tokenOf(made.body.link));
  const listed = await ada.get("/invitations");
  expect(listed.body.data).toHaveLength(1);
  expect(listed.text).not.toContain(tokenOf(made.body.link));
  expect((await api().get(pathOf(made.body.link))).body).toMatchObject({
    purpose: "invitation",
    organization_name: "Acme",
    email: `Dora-${accounts.organizationId}@Example.com`,
    needs_code: false,
  });
  const dora = await accept(made.body.link);
  expect(dora.body.user).toMatchObject({
    email: `Dora-${accounts.organizationId}@Example.com`,
    role: "admin",
  });
  expect((await accept(made.body.link, { name: "Eve" })).status).toBe(404);
  expect((await ada.get("/invitations")).body.data).toEqual([]);
  expect(await auditOf("user.created")).toMatchObject([{ actor_label: "Dora", detail: { role: "admin" } }]);
});

test("works without SMTP and stores no secret", async () => {
  const made = await (await as("ada")).post("/invitations", { email: newcomer() });
  expect(made.body).toMatchObject({ mail: "off", role: "member", project_ids: null });
  const rows = await run`select text_body from outbox_mails`;
  expect(JSON.stringify(rows)).not.toContain(tokenOf(made.body.link));
  expect((await accept(made.body.link)).body.projects).toHaveLength(2);
});

test("reports a rejected email, and the link still works", async () => {
  setEnv({ SMTP_URL: mailServer.url });
  mailServer.refuseWith = 550;
  const made = await (await as("ada")).post("/invitations", { email: newcomer() });
  mailServer.refuseWith = null;
  expect(made.body.mail).toBe("failed");
  expect((await accept(made.body.link)).status).toBe(200);
});

test("uses the role, address, and projects of the invitation, whatever is sent with it", async () => {
  const { app, other, foreign } = accounts.projects;
  const made = await (await as("ben")).post("/invitations", { email: newcomer(), project_ids: [app] });
  const dora = await accept(made.body.link, {
    email: "evil@example.com",
    role: "owner",
    project_ids: [other, foreign],
    project_id: other,
    organization_id: 1,
    organization_name: "Evil",
  });
  expect(dora.body).toMatchObject({
    user: { email: newcomer(), role: "member" },
    organization: { name: "Acme" },
    projects: [{ id: app }],
  });
  expect(dora.body.projects).toHaveLength(1);
  const cookie = withCookie(cookieOf(dora.headers));
  expect((await cookie.post("/session/project", { project_id: other })).status).toBe(404);
});

test("rejects projects of others and skips projects deleted since", async () => {
  const ada = await as("ada");
  const { app, other, foreign } = accounts.projects;
  const wrong = await ada.post("/invitations", { email: newcomer(), project_ids: [app, foreign] });
  expect(wrong.body.errors).toEqual({
    "project_ids.1": [`This organization has no project with the ID ${foreign}.`],
  });
  const made = await ada.post("/invitations", { email: newcomer(), project_ids: [app, other] });
  await api(accounts.orgWrite).delete(`/projects/${other}`);
  expect((await accept(made.body.link)).body.projects).toMatchObject([{ id: app }]);
});

test("expired, revoked, and replaced invitations are gone", async () => {
  const ada = await as("ada");
  const expired = await ada.post("/invitations", { email: newcomer() });
  await run`update access_links set expires_at = now() - interval '1 second'`;
  expect((await api().get(pathOf(expired.body.link))).status).toBe(404);
  expect((await accept(expired.body.link)).status).toBe(404);
  expect((await ada.get("/invitations")).body.data).toEqual([]);
  expect((await ada.delete(`/invitations/${expired.body.id}`)).status).toBe(404);
  const first = await ada.post("/invitations", { email: newcomer() });
  const second = await ada.post("/invitations", { email: newcomer().toUpperCase() });
  expect((await accept(first.body.link)).status).toBe(404);
  expect((await ada.delete(`/invitations/${second.body.id}`)).status).toBe(204);
  expect((await accept(second.body.link)).status).toBe(404);
});

test("accepts only one of two simultaneous uses", async () => {
  const made = await (await as("ada")).post("/invitations", { email: newcomer() });
  const answers = await Promise.all([accept(made.body.link), accept(made.body.link)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
});

test("does not invite a member again, and does not reveal an account elsewhere", async () => {
  const ada = await as("ada");
  const again = await ada.post("/invitations", { email: emailOf("BEN") });
  expect(again.body.errors).toEqual({ email: ["This email address already belongs to a member."] });
  const rows = await run`select email from users where id = ${accounts.users.foreign}`;
  const foreign = await ada.post("/invitations", { email: rows[0].email });
  expect(foreign.status).toBe(201);
  expect((await accept(foreign.body.link)).body.errors).toEqual({
    email: ["This email address is already in use."],
  });
});

test("one-time links end when their creator changes role or is removed", async () => {
  const ada = await as("ada");
  const byBen = await (await as("ben")).post("/invitations", { email: "back-door@example.com" });
  await ada.post(`/members/${accounts.users.ben}`, { role: "member", current_password: TEST_PASSWORD });
  expect((await accept(byBen.body.link)).status).toBe(404);
  await ada.post(`/members/${accounts.users.ben}`, { role: "admin", current_password: TEST_PASSWORD });
  const resetByBen = await (await as("ben")).post(`/members/${accounts.users.cleo}/password-reset`);
  await ada.delete(`/members/${accounts.users.ben}`);
  expect((await accept(resetByBen.body.link)).status).toBe(404);
});

test("rejects malformed addresses", async () => {
  const ada = await as("ada");
  for (const email of ["", "a", "a@b", "a@example.com\r\nBcc: x@example.com", "a@example.com, b@example.com"])
    expect([email, (await ada.post("/invitations", { email })).status]).toEqual([email, 422]);
});

test("rejects the 101st invitation in an hour", async () => {
  const ada = await as("ada");
  await ada.post("/invitations", { email: newcomer() });
  await run`update attempt_buckets set attempts = 100 where bucket like 'invitations:%'`;
  expect((await ada.post("/invitations", { email: "e@example.com" })).status).toBe(429);
});
