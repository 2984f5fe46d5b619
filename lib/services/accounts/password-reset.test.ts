import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { tasks } from "@/lib/jobs/tasks";
import { setEnv } from "@/lib/shared/env";
import { signedIn } from "@/lib/testing/accounts/person";
import { setPasswords, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { type MailServer, startMailServer } from "@/lib/testing/notifications/mail-server";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();
let mailServer: MailServer;
const NEW_PASSWORD = "a long enough password";

beforeAll(async () => {
  mailServer = await startMailServer();
});
afterAll(() => mailServer.close());
beforeEach(async () => {
  await setPasswords();
  await run`delete from attempt_buckets`;
  await run`delete from graphile_worker._private_jobs`;
  setEnv({ SMTP_URL: mailServer.url });
  mailServer.mails.length = 0;
  mailServer.refuseWith = null;
});

const emailOf = (name: string) => `${name}-${accounts.organizationId}@example.com`;
const ask = (email: string) => api().post("/password-resets", { email });

/** Runs the queued jobs, as the worker would. */
async function work(): Promise<void> {
  const rows = await run`delete from graphile_worker._private_jobs returning payload`;
  for (const { payload } of rows) await tasks.password_reset(payload);
}

function linkIn(raw: string): string {
  const path = /\/setup\/[\w-]{43}/.exec(raw.replace(/=\r\n/g, ""))?.[0];
  if (!path) throw new Error(`No link in ${raw}`);
  return path;
}

test("sets a new password once through an emailed link and ends every session and user token", async () => {
  const old = await signedIn(emailOf("cleo"));
  expect((await ask(` ${emailOf("CLEO")} `)).status).toBe(204);
  await work();
  expect(mailServer.mails.map(({ recipients }) => recipients)).toEqual([[emailOf("cleo")]]);
  const path = linkIn(mailServer.mails[0]?.raw ?? "");
  expect((await api().get(path)).body).toMatchObject({ purpose: "password_reset", email: emailOf("cleo") });
  expect((await api().post(path, { password: NEW_PASSWORD })).body.user.name).toBe("Cleo");
  expect((await old.get("/session")).status).toBe(401);
  expect((await api(accounts.cleoToken).get("/whoami")).status).toBe(401);
  expect((await api().post(path, { password: NEW_PASSWORD })).status).toBe(404);
  await expect(signedIn(emailOf("cleo"))).rejects.toThrow("422");
  await signedIn(emailOf("cleo"), { password: NEW_PASSWORD });
});

test("gives an unknown address the same response and queues the same work without sending mail", async () => {
  const [known, unknown] = [await ask(emailOf("ada")), await ask("nobody@example.com")];
  const { "X-Request-Id": _one, ...headers } = known.headers;
  const { "X-Request-Id": _other, ...others } = unknown.headers;
  expect([unknown.status, unknown.text, others]).toEqual([known.status, known.text, headers]);
  const rows = await run`select payload from graphile_worker._private_jobs order by id`;
  expect(rows.map(({ payload }) => payload.email)).toEqual([emailOf("ada"), "nobody@example.com"]);
  await work();
  expect(mailServer.mails).toHaveLength(1);
});

test("revokes the earlier link when a later one is sent, and all others when one is used", async () => {
  await ask(emailOf("ben"));
  await ask(emailOf("ben"));
  await work();
  const [first, second] = mailServer.mails.map(({ raw }) => linkIn(raw));
  expect((await api().get(first ?? "")).status).toBe(404);
  expect((await api().post(second ?? "", { password: NEW_PASSWORD })).status).toBe(200);
});

test("keeps a link valid for an hour", async () => {
  await ask(emailOf("ben"));
  await work();
  const path = linkIn(mailServer.mails[0]?.raw ?? "");
  const expires = Date.parse((await api().get(path)).body.expires_at);
  expect(Math.abs(expires - Date.now() - 3_600_000)).toBeLessThan(10_000);
  await run`update access_links set expires_at = now() where used_at is null`;
  expect((await api().post(path, { password: NEW_PASSWORD })).status).toBe(404);
});

test("fails the job while the mail server is unreachable; the retry sends a working link", async () => {
  mailServer.refuseWith = 451;
  await expect(tasks.password_reset({ email: emailOf("ada") })).rejects.toThrow();
  mailServer.refuseWith = null;
  await tasks.password_reset({ email: emailOf("ada") });
  expect((await api().get(linkIn(mailServer.mails[0]?.raw ?? ""))).status).toBe(200);
});

test("shows owners and admins who asked in the outbox without SMTP, and keeps no link", async () => {
  setEnv({ SMTP_URL: "" });
  await ask(emailOf("cleo"));
  await work();
  const rows = await run`select recipient, subject, text_body, html_body from outbox_mails`;
  expect(rows).toHaveLength(1);
  expect(rows[0].recipient).toContain(emailOf("ada"));
  expect(rows[0].subject).toBe(`${emailOf("cleo")} requested a password reset`);
  expect(JSON.stringify(rows)).not.toContain("/setup/");
});

test("allows five links per hour for an address, known or not, then answers 429", async () => {
  for (const email of [emailOf("ada"), "nobody@example.com"]) {
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt += 1) statuses.push((await ask(email)).status);
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  }
});

test("refuses a request sent from another site", async () => {
  const foreign = await api(undefined, { headers: { origin: "https://evil.example" } }).post(
    "/password-resets",
    { email: emailOf("ada") },
  );
  expect(foreign.status).toBe(403);
});
