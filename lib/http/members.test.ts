import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hashPassword } from "@/lib/services/password";
import { setEnv } from "@/lib/shared/env";
import { pool } from "@/lib/store/pool";
import { api } from "@/lib/testing/api";
import { CAST_PASSWORD, type Cast, makeCast } from "@/lib/testing/cast";
import { useDatabase } from "@/lib/testing/database";
import { type SmtpSink, startSmtpSink } from "@/lib/testing/mail-sink";
import { cookieOf, signedIn, withCookie } from "@/lib/testing/person";

useDatabase();
let cast: Cast;
let sink: SmtpSink;
let passwordHash: string;
const NEW_PASSWORD = "a long enough password";

beforeAll(async () => {
  passwordHash = await hashPassword(CAST_PASSWORD);
  sink = await startSmtpSink();
});
afterAll(() => sink.close());
beforeEach(async () => {
  cast = await makeCast();
  await pool().query("update users set password_hash = $1", [passwordHash]);
  await pool().query("delete from attempt_buckets");
  setEnv({ SMTP_URL: "" });
  sink.mails.length = 0;
});

const emailOf = (name: string) => `${name}-${cast.organizationId}@example.com`;
const newcomer = () => emailOf("dora");
const as = (name: string) => signedIn(emailOf(name));
const pathOf = (link: string) => new URL(link).pathname;
const tokenOf = (link: string) => pathOf(link).replace("/setup/", "");
const accept = (link: string, more: Record<string, unknown> = {}) =>
  api().post(pathOf(link), { name: "Dora", password: NEW_PASSWORD, ...more });

async function auditOf(action: string) {
  const { rows } = await pool().query(
    "select actor_label, subject_id, detail from audit_log where organization_id = $1 and action = $2 order by id",
    [cast.organizationId, action],
  );
  return rows;
}

describe("members", () => {
  test("everybody sees who is there; who may change members also sees second factors and when they were seen", async () => {
    const forAdmin = (await (await as("ben")).get("/members")).body;
    expect(forAdmin.data.map((one: { name: string }) => one.name)).toEqual(["Cleo", "Ben", "Ada"]);
    expect(forAdmin.data[1]).toMatchObject({
      role: "admin",
      two_factor: false,
      project_ids: [cast.projects.app, cast.projects.other],
    });
    expect(forAdmin.data[1].last_seen_at).toMatch(/Z$/);
    const forMember = (await (await as("cleo")).get("/members")).body;
    expect(forMember.data[1]).toMatchObject({ name: "Ben", two_factor: null, last_seen_at: null });
  });

  test("another role holds from the next call, ends the sessions, and stands in the log", async () => {
    const ada = await as("ada");
    const cleo = await as("cleo");
    const made = await cleo.post("/keys", { kind: "user", name: "Mine" });
    expect((await ada.post(`/members/${cast.users.cleo}`, { role: "admin" })).body.role).toBe("admin");
    expect((await cleo.get("/session")).status).toBe(401);
    expect((await api(made.body.token).get("/whoami")).body.role).toBe("admin");
    expect((await (await as("cleo")).get("/invitations")).status).toBe(200);
    await ada.post(`/members/${cast.users.cleo}`, { role: "member" });
    expect((await (await as("cleo")).get("/invitations")).body.message).toBe(
      "This action needs the platform:write permission.",
    );
    expect(await auditOf("member.role_changed")).toMatchObject([
      {
        actor_label: "Ada",
        subject_id: cast.users.cleo,
        detail: { name: "Cleo", from: "member", to: "admin" },
      },
      { detail: { from: "admin", to: "member" } },
    ]);
  });

  test("the same role again changes nothing and ends nothing", async () => {
    const cleo = await as("cleo");
    await (await as("ada")).post(`/members/${cast.users.cleo}`, { role: "member" });
    expect((await cleo.get("/session")).status).toBe(200);
    expect(await auditOf("member.role_changed")).toEqual([]);
  });

  test("projects of a member: what is named is reached, foreign and missing ones are the same 422", async () => {
    const ada = await as("ada");
    const { app, other, foreign } = cast.projects;
    const cleo = await as("cleo");
    expect((await cleo.post("/session/project", { project_id: other })).status).toBe(404);
    const changed = await ada.post(`/members/${cast.users.cleo}`, { project_ids: [other] });
    expect(changed.body.project_ids).toEqual([other]);
    expect((await cleo.get("/session")).body.projects).toMatchObject([{ id: other }]);
    const wrong = await ada.post(`/members/${cast.users.cleo}`, { project_ids: [app, foreign, 987654] });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toEqual({
      "project_ids.1": [`No project of this organization has the id ${foreign}.`],
      "project_ids.2": ["No project of this organization has the id 987654."],
    });
  });

  test("a removed member is out at once: sessions, user tokens, memberships, recipients", async () => {
    const ada = await as("ada");
    const cleo = await as("cleo");
    const { body: key } = await cleo.post("/keys", { kind: "user", name: "Mine" });
    const { body: mail } = await api(cast.prjWrite).post("/apps/email/integrations", {
      name: "Ops",
      settings: { members: [cast.users.cleo, cast.users.ben] },
    });
    expect((await ada.delete(`/members/${cast.users.cleo}`)).status).toBe(204);
    expect((await cleo.get("/session")).status).toBe(401);
    expect((await api(key.token).get("/whoami")).status).toBe(401);
    expect((await ada.get("/members")).body.data).toHaveLength(2);
    const left = await api(cast.prjWrite).get(`/apps/email/integrations/${mail.id}`);
    expect(left.body.settings.members).toEqual([cast.users.ben]);
    expect((await ada.delete(`/members/${cast.users.cleo}`)).status).toBe(404);
    expect(await auditOf("member.removed")).toMatchObject([{ detail: { name: "Cleo", role: "member" } }]);
  });

  test("who alone is told by an integration stays until somebody else is named there", async () => {
    const ada = await as("ada");
    await api(cast.prjWrite).post("/apps/email/integrations", {
      name: "Night shift",
      settings: { members: [cast.users.cleo] },
    });
    const refused = await ada.delete(`/members/${cast.users.cleo}`);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain("Night shift");
    expect((await ada.get("/members")).body.data).toHaveLength(3);
  });

  test("the last owner can neither go nor step down; with a second one both work", async () => {
    const ada = await as("ada");
    expect((await ada.delete(`/members/${cast.users.ada}`)).status).toBe(409);
    expect((await ada.post(`/members/${cast.users.ada}`, { role: "member" })).status).toBe(409);
    expect((await ada.get("/session")).body.user.role).toBe("owner");
    await ada.post(`/members/${cast.users.ben}`, { role: "owner" });
    expect((await ada.post(`/members/${cast.users.ada}`, { role: "member" })).status).toBe(200);
    expect((await ada.get("/session")).status).toBe(401);
    expect((await (await as("ben")).delete(`/members/${cast.users.ben}`)).status).toBe(409);
  });

  test("two owners who remove each other at the same moment leave one", async () => {
    const ada = await as("ada");
    await ada.post(`/members/${cast.users.ben}`, { role: "owner" });
    const ben = await as("ben");
    const answers = await Promise.all([
      ada.delete(`/members/${cast.users.ben}`),
      ben.delete(`/members/${cast.users.ada}`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  test("members may leave by themselves", async () => {
    const cleo = await as("cleo");
    expect((await cleo.delete(`/members/${cast.users.cleo}`)).status).toBe(204);
    expect((await cleo.get("/session")).status).toBe(401);
  });
});

describe("what a role may not do", () => {
  test("a member: nothing that changes people, with the permission named", async () => {
    const cleo = await as("cleo");
    const { ada, ben } = cast.users;
    const tries: [string, string, unknown?][] = [
      ["POST", `/members/${ben}`, { role: "member" }],
      ["POST", `/members/${cast.users.cleo}`, { role: "owner" }],
      ["DELETE", `/members/${ada}`],
      ["POST", `/members/${ada}/password-reset`],
      ["DELETE", `/members/${ada}/two-factor`],
      ["GET", "/invitations"],
      ["POST", "/invitations", { email: "x@example.com", role: "owner" }],
      ["DELETE", "/invitations/1"],
      ["GET", "/audit-log"],
    ];
    for (const [method, path, body] of tries) {
      const { status, body: answer } = await cleo.call(method, path, body);
      expect([method, path, status, answer]).toEqual([
        method,
        path,
        403,
        { message: "This action needs the platform:write permission." },
      ]);
    }
  });

  test("an admin: nothing with owners", async () => {
    const ben = await as("ben");
    const { ada, cleo } = cast.users;
    const ownerLink = await (await as("ada")).post("/invitations", { email: "o@example.com", role: "owner" });
    const tries: [string, string, unknown?][] = [
      ["POST", `/members/${ada}`, { role: "member" }],
      ["POST", `/members/${cleo}`, { role: "owner" }],
      ["POST", `/members/${cast.users.ben}`, { role: "owner" }],
      ["DELETE", `/members/${ada}`],
      ["POST", `/members/${ada}/password-reset`],
      ["DELETE", `/members/${ada}/two-factor`],
      ["POST", "/invitations", { email: "x@example.com", role: "owner" }],
      ["DELETE", `/invitations/${ownerLink.body.id}`],
    ];
    for (const [method, path, body] of tries) {
      const { status, body: answer } = await ben.call(method, path, body);
      expect([method, path, status, answer]).toEqual([
        method,
        path,
        403,
        { message: "This action on an owner needs the owner role." },
      ]);
    }
  });

  test("nobody gives themselves a role, an address or another organization with their account", async () => {
    const cleo = await as("cleo");
    const changed = await cleo.post("/account", {
      name: "Cleo C.",
      role: "owner",
      email: "ada@evil.example",
      organization_id: 1,
      id: cast.users.ada,
      totp_secret: null,
    });
    expect(changed.body).toMatchObject({ id: cast.users.cleo, name: "Cleo C.", role: "member" });
    expect(changed.body.email).toBe(emailOf("cleo"));
    expect((await cleo.get("/session")).body.organization.id).toBe(cast.organizationId);
  });

  test("API keys and user tokens: sessions only", async () => {
    for (const token of [cast.orgWrite, cast.prjWrite, cast.adaToken]) {
      for (const path of ["/members", "/invitations", "/audit-log", "/sessions", "/account/two-factor"])
        expect([path, (await api(token).get(path)).status]).toEqual([path, 403]);
    }
  });

  test("people and invitations of another organization are as missing", async () => {
    const ada = await as("ada");
    const mallory = cast.users.foreign;
    const foreign = await signedIn(
      (await pool().query("select email from users where id = $1", [mallory])).rows[0].email,
    );
    const invited = await foreign.post("/invitations", { email: "f@example.com" });
    for (const [method, path, body] of [
      ["POST", "/members/ID", { role: "admin" }],
      ["DELETE", "/members/ID"],
      ["POST", "/members/ID/password-reset"],
      ["DELETE", "/members/ID/two-factor"],
    ] as const) {
      const theirs = await ada.call(method, path.replace("ID", String(mallory)), body);
      const missing = await ada.call(method, path.replace("ID", "987654321"), body);
      expect([path, theirs.status, theirs.text]).toEqual([path, 404, missing.text]);
    }
    const theirs = await ada.delete(`/invitations/${invited.body.id}`);
    expect([theirs.status, theirs.text]).toEqual([404, (await ada.delete("/invitations/987654321")).text]);
    expect((await foreign.get("/invitations")).body.data).toHaveLength(1);
  });
});

describe("invitations", () => {
  test("mailed when SMTP is set up, shown once, accepted once", async () => {
    setEnv({ SMTP_URL: sink.url });
    const ada = await as("ada");
    const made = await ada.post("/invitations", {
      email: `Dora-${cast.organizationId}@Example.com`,
      role: "admin",
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      email: `Dora-${cast.organizationId}@Example.com`,
      role: "admin",
      mail: "sent",
      invited_by: "Ada",
    });
    expect(sink.mails).toHaveLength(1);
    expect(sink.mails[0]?.recipients).toEqual([`Dora-${cast.organizationId}@example.com`]);
    expect(sink.mails[0]?.raw.replace(/=\r\n/g, "")).toContain(tokenOf(made.body.link));
    const listed = await ada.get("/invitations");
    expect(listed.body.data).toHaveLength(1);
    expect(listed.text).not.toContain(tokenOf(made.body.link));
    expect((await api().get(pathOf(made.body.link))).body).toMatchObject({
      purpose: "invitation",
      organization_name: "Acme",
      email: `Dora-${cast.organizationId}@Example.com`,
      needs_code: false,
    });
    const dora = await accept(made.body.link);
    expect(dora.body.user).toMatchObject({ email: `Dora-${cast.organizationId}@Example.com`, role: "admin" });
    expect((await accept(made.body.link, { name: "Eve" })).status).toBe(404);
    expect((await ada.get("/invitations")).body.data).toEqual([]);
    expect(await auditOf("user.created")).toMatchObject([{ actor_label: "Dora", detail: { role: "admin" } }]);
  });

  test("without SMTP nothing dead-ends and nothing secret is kept", async () => {
    const made = await (await as("ada")).post("/invitations", { email: newcomer() });
    expect(made.body).toMatchObject({ mail: "off", role: "member", project_ids: null });
    const { rows } = await pool().query("select text_body from outbox_mails");
    expect(JSON.stringify(rows)).not.toContain(tokenOf(made.body.link));
    expect((await accept(made.body.link)).body.projects).toHaveLength(2);
  });

  test("a mail that the server refuses is said, and the link still works", async () => {
    setEnv({ SMTP_URL: sink.url });
    sink.refuseWith = 550;
    const made = await (await as("ada")).post("/invitations", { email: newcomer() });
    sink.refuseWith = null;
    expect(made.body.mail).toBe("failed");
    expect((await accept(made.body.link)).status).toBe(200);
  });

  test("role, address and projects are the invitation's, whatever is sent with it", async () => {
    const { app, other, foreign } = cast.projects;
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

  test("projects of others can't be given away, and one that is gone since then is left out", async () => {
    const ada = await as("ada");
    const { app, other, foreign } = cast.projects;
    const wrong = await ada.post("/invitations", { email: newcomer(), project_ids: [app, foreign] });
    expect(wrong.body.errors).toEqual({
      "project_ids.1": [`No project of this organization has the id ${foreign}.`],
    });
    const made = await ada.post("/invitations", { email: newcomer(), project_ids: [app, other] });
    await api(cast.orgWrite).delete(`/projects/${other}`);
    expect((await accept(made.body.link)).body.projects).toMatchObject([{ id: app }]);
  });

  test("expired, revoked and replaced ones are gone", async () => {
    const ada = await as("ada");
    const expired = await ada.post("/invitations", { email: newcomer() });
    await pool().query("update access_links set expires_at = now() - interval '1 second'");
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

  test("of two that accept at the same moment one gets in", async () => {
    const made = await (await as("ada")).post("/invitations", { email: newcomer() });
    const answers = await Promise.all([accept(made.body.link), accept(made.body.link)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test("a member is not invited again; an account elsewhere is not told", async () => {
    const ada = await as("ada");
    const again = await ada.post("/invitations", { email: emailOf("BEN") });
    expect(again.body.errors).toEqual({ email: ["This e-mail address belongs to a member already."] });
    const { rows } = await pool().query("select email from users where id = $1", [cast.users.foreign]);
    const foreign = await ada.post("/invitations", { email: rows[0].email });
    expect(foreign.status).toBe(201);
    expect((await accept(foreign.body.link)).body.errors).toEqual({
      email: ["This e-mail address is in use already."],
    });
  });

  test("the links that a person made end with their role and with their account", async () => {
    const ada = await as("ada");
    const byBen = await (await as("ben")).post("/invitations", { email: "back-door@example.com" });
    await ada.post(`/members/${cast.users.ben}`, { role: "member" });
    expect((await accept(byBen.body.link)).status).toBe(404);
    await ada.post(`/members/${cast.users.ben}`, { role: "admin" });
    const resetByBen = await (await as("ben")).post(`/members/${cast.users.cleo}/password-reset`);
    await ada.delete(`/members/${cast.users.ben}`);
    expect((await accept(resetByBen.body.link)).status).toBe(404);
  });

  test("an address with tricks is refused", async () => {
    const ada = await as("ada");
    for (const email of [
      "",
      "a",
      "a@b",
      "a@example.com\r\nBcc: x@example.com",
      "a@example.com, b@example.com",
    ])
      expect([email, (await ada.post("/invitations", { email })).status]).toEqual([email, 422]);
  });

  test("the 101st invitation in an hour is refused", async () => {
    const ada = await as("ada");
    await ada.post("/invitations", { email: newcomer() });
    await pool().query("update attempt_buckets set attempts = 100 where bucket like 'invitations:%'");
    expect((await ada.post("/invitations", { email: "e@example.com" })).status).toBe(429);
  });
});
