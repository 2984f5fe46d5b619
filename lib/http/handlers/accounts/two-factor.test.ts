import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { totpStep } from "@/lib/domain/accounts/totp";
import { tasks } from "@/lib/jobs/tasks";
import { endTwoFactorByEmail } from "@/lib/services/accounts/user-admin";
import { now } from "@/lib/shared/clock";
import { setEnv } from "@/lib/shared/env";
import { claimStep } from "@/lib/store/accounts/two-factor";
import { pool } from "@/lib/store/core/pool";
import { codeOf, fromBase32, wrongCode } from "@/lib/testing/accounts/authenticator";
import { commandLine } from "@/lib/testing/accounts/callers";
import { cookieOf, signedIn, withCookie } from "@/lib/testing/accounts/person";
import { setPasswords, TEST_PASSWORD, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api, from } from "@/lib/testing/api";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts("test");

beforeAll(async () => {
  setEnv({ SMTP_URL: "" });
});
afterAll(() => vi.useRealTimers());
beforeEach(async () => {
  // The middle of a time step, so that no test crosses into the next one.
  vi.useFakeTimers({ toFake: ["Date"], now: totpStep(new Date()) * 30_000 + 15_000 });
  await setPasswords();
  await run`delete from attempt_buckets`;
});

const emailOf = (name: string) => `${name}-${accounts.organizationId}@example.com`;
const refused = { code: ["This code is wrong, expired, or already used."] };

/** Turns it on and resets the used steps, so that a test can use the current code. */
async function turnOn(name = "ada") {
  const person = await signedIn(emailOf(name));
  const begun = await person.post("/account/two-factor", { current_password: TEST_PASSWORD });
  const secret = fromBase32(begun.body.secret);
  const done = await person.post("/account/two-factor/confirm", { code: codeOf(secret) });
  expect(done.status).toBe(200);
  await forgetSteps();
  const client = withCookie(cookieOf(done.headers));
  return { client, old: person, secret, codes: done.body.recovery_codes as string[], begun: begun.body };
}

function forgetSteps() {
  return run`update users set totp_last_step = null`;
}

const trySignIn = (code?: string, name = "ada", password = TEST_PASSWORD) =>
  api().post("/session", { email: emailOf(name), password, ...(code !== undefined && { code }) });

describe("setting up", () => {
  test("requires the password and then a valid code; nothing changes before that", async () => {
    const ada = await signedIn(emailOf("ada"));
    expect((await ada.post("/account/two-factor/confirm", { code: "123456" })).status).toBe(409);
    const wrong = await ada.post("/account/two-factor", { current_password: "wrong" });
    expect(wrong.body.errors).toEqual({ current_password: ["The current password is wrong."] });
    const begun = await ada.post("/account/two-factor", { current_password: TEST_PASSWORD });
    expect(begun.body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun.body.uri).toContain(`secret=${begun.body.secret}`);
    const secret = fromBase32(begun.body.secret);
    expect((await ada.post("/account/two-factor/confirm", { code: wrongCode(secret) })).status).toBe(422);
    expect((await ada.get("/account/two-factor")).body).toMatchObject({ enabled: false });
    expect((await trySignIn()).status).toBe(200);
  });

  test("turning it on creates ten recovery codes and a new session for this browser, and ends all others", async () => {
    const elsewhere = await signedIn(emailOf("ada"));
    const { client, old, codes } = await turnOn();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9a-f]{5}-){3}[0-9a-f]{5}$/);
    expect((await elsewhere.get("/session")).status).toBe(401);
    expect((await old.get("/session")).status).toBe(401);
    expect((await client.get("/account/two-factor")).body).toMatchObject({
      enabled: true,
      recovery_codes_left: 10,
    });
    const again = await client.post("/account/two-factor", { current_password: TEST_PASSWORD });
    expect(again.status).toBe(409);
  });

  test("secret and recovery codes are never stored in plain text", async () => {
    const { secret, codes, begun, client } = await turnOn();
    const rows = await run`select u::text as row, totp_secret from users u`;
    const text = rows.map(({ row }) => row).join();
    for (const form of [begun.secret, secret.toString("hex"), secret.toString("base64"), ...codes])
      expect(text).not.toContain(form);
    const encrypted = rows.find((row) => row.totp_secret)?.totp_secret as Buffer;
    expect(encrypted.includes(secret)).toBe(false);
    expect(encrypted.toString("latin1")).not.toContain(secret.toString("base64"));
    const audit = await run`select detail::text from audit_log`;
    expect(JSON.stringify(audit)).not.toContain(codes[0]);
    expect((await client.get("/account/two-factor")).text).not.toContain(begun.secret);
  });

  test("a secret that can't be decrypted, such as another user's, leaves the recovery codes", async () => {
    const { secret, codes } = await turnOn();
    await run`update users u set totp_secret = a.totp_secret, recovery_codes = a.recovery_codes from users a
      where a.id = ${accounts.users.ada} and u.id = ${accounts.users.ben}`;
    const answer = await trySignIn(codeOf(secret), "ben");
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { code: [expect.stringContaining("recovery code")] },
    ]);
    expect((await trySignIn(codes[0], "ben")).status).toBe(200);
  });
});

describe("signing in", () => {
  test("the password alone gets a request for the code and creates no session", async () => {
    await turnOn();
    const { status, body, headers } = await trySignIn();
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(["code"]);
    expect(headers["Set-Cookie"]).toBeUndefined();
  });

  test("a wrong password reveals nothing about a second factor, even with a valid code", async () => {
    const { secret } = await turnOn();
    const plain = await trySignIn(undefined, "ben", "wrong");
    for (const code of [undefined, codeOf(secret)]) {
      const answer = await trySignIn(code, "ada", "wrong");
      expect([answer.status, answer.text]).toEqual([422, plain.text]);
    }
  });

  test.each([-1, 0, 1])("accepts the code %i steps away", async (away) => {
    const { secret } = await turnOn();
    expect((await trySignIn(codeOf(secret, away))).status).toBe(200);
  });

  test.each([-3, 3])("rejects the code %i steps away", async (away) => {
    const { secret } = await turnOn();
    expect((await trySignIn(codeOf(secret, away))).body.errors).toEqual(refused);
  });

  test("accepts a code once, even when used twice at the same moment", async () => {
    const { secret } = await turnOn();
    const code = codeOf(secret);
    const answers = await Promise.all([trySignIn(code), trySignIn(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await trySignIn(code)).body.errors).toEqual(refused);
    expect((await trySignIn(codeOf(secret, -1))).body.errors).toEqual(refused);
    expect((await trySignIn(codeOf(secret, 1))).status).toBe(200);
  });

  test("only one of many servers accepts a code at the same moment, and never an older step", async () => {
    await turnOn();
    const step = totpStep(now());
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimStep(accounts.users.ada, step)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await claimStep(accounts.users.ada, step - 1)).toBe(false);
    expect(await claimStep(accounts.users.ada, step + 1)).toBe(true);
  });

  test("does not accept the setup code again", async () => {
    const person = await signedIn(emailOf("ada"));
    const begun = await person.post("/account/two-factor", { current_password: TEST_PASSWORD });
    const code = codeOf(fromBase32(begun.body.secret));
    await person.post("/account/two-factor/confirm", { code });
    expect((await trySignIn(code)).body.errors).toEqual(refused);
  });

  test("ignores spaces in a code and accepts a recovery code once, in uppercase and without dashes", async () => {
    const { secret, codes, client } = await turnOn();
    const code = codeOf(secret);
    expect((await trySignIn(` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200);
    const recovery = (codes[3] ?? "").replaceAll("-", "").toUpperCase();
    expect((await trySignIn(recovery)).status).toBe(200);
    expect((await trySignIn(codes[3])).body.errors).toEqual(refused);
    expect((await trySignIn(codes[4])).status).toBe(200);
    expect((await client.get("/account/two-factor")).body.recovery_codes_left).toBe(8);
  });

  test("rejects another user's recovery code", async () => {
    await turnOn("ada");
    const { codes } = await turnOn("ben");
    expect((await trySignIn(codes[0], "ada")).body.errors).toEqual(refused);
  });

  test("rejects the 21st guess in a day, even a valid code, and logs wrong ones", async () => {
    const { secret } = await turnOn();
    await trySignIn(wrongCode(secret));
    const rows = await run`select detail from audit_log where action = 'user.code_refused'
      and organization_id = ${accounts.organizationId}`;
    expect(rows).toEqual([{ detail: { address: "192.0.2.1" } }]);
    await run`update attempt_buckets set attempts = 20 where bucket like 'codes:%'`;
    const locked = await trySignIn(codeOf(secret));
    expect(locked.status).toBe(429);
    expect(Number(locked.headers["Retry-After"])).toBeGreaterThan(23 * 3600);
    await run`update attempt_buckets set reset_at = now() where bucket like 'codes:%'`;
    expect((await trySignIn(codeOf(secret))).status).toBe(200);
  });

  test("attackers who know the password do not use up the guesses of a known address", async () => {
    const { secret } = await turnOn();
    const stranger = api(undefined, { send: from("198.51.100.1") });
    const body = { email: emailOf("ada"), password: TEST_PASSWORD };
    for (let guess = 0; guess < 20; guess += 1)
      await stranger.post("/session", { ...body, code: wrongCode(secret) });
    expect((await stranger.post("/session", { ...body, code: codeOf(secret) })).status).toBe(429);
    expect((await trySignIn(codeOf(secret))).status).toBe(200);
  });
});

describe("turning it off and renewing", () => {
  test("turning it off requires the password and a code; then the password is enough again", async () => {
    const { client, secret } = await turnOn();
    const code = codeOf(secret);
    const off = (body: object) => client.post("/account/two-factor/disable", body);
    expect((await off({ current_password: "wrong", code })).status).toBe(422);
    expect((await off({ current_password: TEST_PASSWORD, code: wrongCode(secret) })).status).toBe(422);
    const done = await off({ current_password: TEST_PASSWORD, code });
    expect(done.status).toBe(204);
    expect((await client.get("/session")).status).toBe(401);
    expect((await withCookie(cookieOf(done.headers)).get("/session")).status).toBe(200);
    expect((await trySignIn()).status).toBe(200);
  });

  test("new recovery codes replace the old ones", async () => {
    const { client, secret, codes } = await turnOn();
    expect((await client.post("/account/two-factor/recovery-codes", { code: "000" })).status).toBe(422);
    const renewed = await client.post("/account/two-factor/recovery-codes", { code: codeOf(secret) });
    expect(renewed.body.recovery_codes).toHaveLength(10);
    expect((await trySignIn(codes[0])).body.errors).toEqual(refused);
    expect((await trySignIn(renewed.body.recovery_codes[0])).status).toBe(200);
  });

  test("when an admin turns it off for a member, it is recorded and the member is notified", async () => {
    await turnOn("cleo");
    const ben = await signedIn(emailOf("ben"));
    expect((await ben.get("/members")).body.data[0]).toMatchObject({ name: "Cleo", two_factor: true });
    expect((await ben.delete(`/members/${accounts.users.cleo}/two-factor`)).status).toBe(204);
    expect((await trySignIn(undefined, "cleo")).status).toBe(200);
    expect((await ben.delete(`/members/${accounts.users.cleo}/two-factor`)).status).toBe(409);
    const rows = await run`select actor_label, subject_id from audit_log
      where action = 'member.two_factor_ended'`;
    expect(rows).toEqual([{ actor_label: "Ben", subject_id: accounts.users.cleo }]);
    const jobs = await pool().query(
      "select payload from graphile_worker._private_jobs where payload::text like '%two-factor sign-in was turned off%'",
    );
    expect(jobs.rows[0].payload.to).toEqual([{ name: "Cleo", email: emailOf("cleo") }]);
    await tasks.system_mail(jobs.rows[0].payload);
    const kept = await pool().query("select recipient, text_body from outbox_mails");
    expect(kept.rows[0].recipient).toBe(emailOf("cleo"));
    expect(kept.rows[0].text_body).toContain("Ben made this change.");
  });
});

test("the command line turns it off for an owner who lost everything, and reports when it is already off", async () => {
  await turnOn("ada");
  const caller = commandLine(accounts.organizationId);
  await endTwoFactorByEmail(caller, emailOf("ADA"));
  expect((await trySignIn()).status).toBe(200);
  await expect(endTwoFactorByEmail(caller, emailOf("ada"))).rejects.toThrow("is already off");
  const rows = await run`select email from users where id = ${accounts.users.foreign}`;
  await expect(endTwoFactorByEmail(caller, rows[0].email)).rejects.toThrow("has no account");
});

describe("a reset link is only one factor", () => {
  test("a reset also requires the code; without one the password stays", async () => {
    const { secret } = await turnOn("cleo");
    const made = await (await signedIn(emailOf("ben"))).post(
      `/members/${accounts.users.cleo}/password-reset`,
    );
    const path = new URL(made.body.link).pathname;
    expect((await api().get(path)).body).toMatchObject({ needs_code: true, email: emailOf("cleo") });
    const password = "a long enough password";
    expect(Object.keys((await api().post(path, { password })).body.errors)).toEqual(["code"]);
    expect((await api().post(path, { password, code: wrongCode(secret) })).status).toBe(422);
    expect((await trySignIn(codeOf(secret, -1), "cleo")).status).toBe(200);
    expect((await api().post(path, { password, code: codeOf(secret) })).status).toBe(200);
    expect((await trySignIn(codeOf(secret, 1), "cleo", password)).status).toBe(200);
  });
});

test("another user's second factor is out of reach, because every request is about the caller", async () => {
  await turnOn("ada");
  const cleo = await signedIn(emailOf("cleo"));
  expect((await cleo.get("/account/two-factor")).body.enabled).toBe(false);
  expect(
    (await cleo.post("/account/two-factor/disable", { current_password: TEST_PASSWORD, code: "123456" }))
      .status,
  ).toBe(409);
  expect((await trySignIn()).status).toBe(422);
});
