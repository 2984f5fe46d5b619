import { beforeEach, describe, expect, test } from "vitest";
import { signedIn } from "@/lib/testing/accounts/person";
import { setPasswords, TEST_PASSWORD, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts("test");

beforeEach(async () => {
  await setPasswords();
  await run`delete from attempt_buckets`;
});

const emailOf = (name: string) => `${name}-${accounts.organizationId}@example.com`;
const as = (name: string) => signedIn(emailOf(name));

async function auditOf(action: string) {
  const rows = await run`select actor_label, subject_id, detail from audit_log
    where organization_id = ${accounts.organizationId} and action = ${action} order by id`;
  return rows;
}

describe("members", () => {
  test("everyone sees all members; only those who can manage members see second factors and last activity", async () => {
    const forAdmin = (await (await as("ben")).get("/members")).body;
    expect(forAdmin.data.map((one: { name: string }) => one.name)).toEqual(["Cleo", "Ben", "Ada"]);
    expect(forAdmin.data[1]).toMatchObject({
      role: "admin",
      two_factor: false,
      project_ids: [accounts.projects.app, accounts.projects.other],
    });
    expect(forAdmin.data[1].last_seen_at).toMatch(/Z$/);
    const forMember = (await (await as("cleo")).get("/members")).body;
    expect(forMember.data[1]).toMatchObject({ name: "Ben", two_factor: null, last_seen_at: null });
  });

  test("a new role applies to the next request, ends the sessions, and is recorded in the log", async () => {
    const ada = await as("ada");
    const cleo = await as("cleo");
    const made = await cleo.post("/keys", { kind: "user", name: "Mine" });
    expect(
      (await ada.post(`/members/${accounts.users.cleo}`, { role: "admin", current_password: TEST_PASSWORD }))
        .body.role,
    ).toBe("admin");
    expect((await cleo.get("/session")).status).toBe(401);
    expect((await api(made.body.token).get("/whoami")).body.role).toBe("admin");
    expect((await (await as("cleo")).get("/invitations")).status).toBe(200);
    await ada.post(`/members/${accounts.users.cleo}`, { role: "member", current_password: TEST_PASSWORD });
    expect((await (await as("cleo")).get("/invitations")).body.message).toBe(
      "This action needs the platform:write permission.",
    );
    expect(await auditOf("member.role_changed")).toMatchObject([
      {
        actor_label: "Ada",
        subject_id: accounts.users.cleo,
        detail: { name: "Cleo", from: "member", to: "admin" },
      },
      { detail: { from: "admin", to: "member" } },
    ]);
  });

  test("the same role again changes nothing and ends no session", async () => {
    const cleo = await as("cleo");
    await (await as("ada")).post(`/members/${accounts.users.cleo}`, {
      role: "member",
      current_password: TEST_PASSWORD,
    });
    expect((await cleo.get("/session")).status).toBe(200);
    expect(await auditOf("member.role_changed")).toEqual([]);
  });

  test("a member can access exactly the assigned projects; foreign and missing ones get the same 422", async () => {
    const ada = await as("ada");
    const { app, other, foreign } = accounts.projects;
    const cleo = await as("cleo");
    expect((await cleo.post("/session/project", { project_id: other })).status).toBe(404);
    const changed = await ada.post(`/members/${accounts.users.cleo}`, { project_ids: [other] });
    expect(changed.body.project_ids).toEqual([other]);
    expect((await cleo.get("/session")).body.projects).toMatchObject([{ id: other }]);
    const wrong = await ada.post(`/members/${accounts.users.cleo}`, { project_ids: [app, foreign, 987654] });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toEqual({
      "project_ids.1": [`This organization has no project with the ID ${foreign}.`],
      "project_ids.2": ["This organization has no project with the ID 987654."],
    });
  });

  test("a removed member immediately loses sessions, user tokens, memberships, and notifications", async () => {
    const ada = await as("ada");
    const cleo = await as("cleo");
    const { body: key } = await cleo.post("/keys", { kind: "user", name: "Mine" });
    const { body: mail } = await api(accounts.prjWrite).post("/apps/email/integrations", {
      name: "Ops",
      settings: { members: [accounts.users.cleo, accounts.users.ben] },
    });
    expect((await ada.delete(`/members/${accounts.users.cleo}`)).status).toBe(204);
    expect((await cleo.get("/session")).status).toBe(401);
    expect((await api(key.token).get("/whoami")).status).toBe(401);
    expect((await ada.get("/members")).body.data).toHaveLength(2);
    const left = await api(accounts.prjWrite).get(`/apps/email/integrations/${mail.id}`);
    expect(left.body.settings.members).toEqual([accounts.users.ben]);
    expect((await ada.delete(`/members/${accounts.users.cleo}`)).status).toBe(404);
    expect(await auditOf("member.removed")).toMatchObject([{ detail: { name: "Cleo", role: "member" } }]);
  });

  test.each([
    ["removed", (id: number) => as("ada").then((ada) => ada.delete(`/members/${id}`))],
    [
      "made a member",
      (id: number) =>
        as("ada").then((ada) =>
          ada.post(`/members/${id}`, { role: "member", current_password: TEST_PASSWORD }),
        ),
    ],
  ])(
    "organization keys of an admin who is %s stop, project keys and those of others stay",
    async (_, change) => {
      const made = async (name: string, kind: string, by: string) =>
        (
          await (
            await as(by)
          ).post("/keys", { kind, name, platform: "read", uptime: "write", current_password: TEST_PASSWORD })
        ).body;
      const own = await made("Terraform", "organization", "ben");
      const project = await made("Deploys", "project", "ben");
      const others = await made("Backup", "organization", "ada");
      await change(accounts.users.ben);
      const statusOf = async ({ token }: { token: string }) => (await api(token).get("/whoami")).status;
      expect(await Promise.all([own, project, others].map(statusOf))).toEqual([401, 200, 200]);
      expect(await auditOf("key.revoked")).toMatchObject([
        { actor_label: "Ada", subject_id: own.id, detail: { name: "Terraform", kind: "organization" } },
      ]);
    },
  );

  test("an owner who becomes an admin keeps the organization keys", async () => {
    await (await as("ada")).post(`/members/${accounts.users.ben}`, {
      role: "owner",
      current_password: TEST_PASSWORD,
    });
    const { body } = await (await as("ben")).post("/keys", {
      kind: "organization",
      current_password: TEST_PASSWORD,
      name: "Terraform",
      platform: "read",
      uptime: "none",
    });
    await (await as("ada")).post(`/members/${accounts.users.ben}`, {
      role: "admin",
      current_password: TEST_PASSWORD,
    });
    expect((await api(body.token).get("/whoami")).status).toBe(200);
  });

  test("the only recipient of an integration cannot be removed until someone else is added there", async () => {
    const ada = await as("ada");
    await api(accounts.prjWrite).post("/apps/email/integrations", {
      name: "Night shift",
      settings: { members: [accounts.users.cleo] },
    });
    const refused = await ada.delete(`/members/${accounts.users.cleo}`);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain("Night shift");
    expect((await ada.get("/members")).body.data).toHaveLength(3);
  });

  test("the last owner can neither leave nor step down; with a second owner both work", async () => {
    const ada = await as("ada");
    expect((await ada.delete(`/members/${accounts.users.ada}`)).status).toBe(409);
    expect(
      (await ada.post(`/members/${accounts.users.ada}`, { role: "member", current_password: TEST_PASSWORD }))
        .status,
    ).toBe(409);
    expect((await ada.get("/session")).body.user.role).toBe("owner");
    await ada.post(`/members/${accounts.users.ben}`, { role: "owner", current_password: TEST_PASSWORD });
    expect(
      (await ada.post(`/members/${accounts.users.ada}`, { role: "member", current_password: TEST_PASSWORD }))
        .status,
    ).toBe(200);
    expect((await ada.get("/session")).status).toBe(401);
    expect((await (await as("ben")).delete(`/members/${accounts.users.ben}`)).status).toBe(409);
  });

  test("when two owners remove each other at the same moment, one remains", async () => {
    const ada = await as("ada");
    await ada.post(`/members/${accounts.users.ben}`, { role: "owner", current_password: TEST_PASSWORD });
    const ben = await as("ben");
    const answers = await Promise.all([
      ada.delete(`/members/${accounts.users.ben}`),
      ben.delete(`/members/${accounts.users.ada}`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  test("members can leave on their own", async () => {
    const cleo = await as("cleo");
    expect((await cleo.delete(`/members/${accounts.users.cleo}`)).status).toBe(204);
    expect((await cleo.get("/session")).status).toBe(401);
  });
});

describe("limits of a role", () => {
  test("a member cannot manage people, and the error names the permission", async () => {
    const cleo = await as("cleo");
    const { ada, ben } = accounts.users;
    const tries: [string, string, unknown?][] = [
      ["POST", `/members/${ben}`, { role: "member" }],
      ["POST", `/members/${accounts.users.cleo}`, { role: "owner" }],
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

  test("an admin cannot manage owners", async () => {
    const ben = await as("ben");
    const { ada, cleo } = accounts.users;
    const ownerLink = await (await as("ada")).post("/invitations", {
      email: "o@example.com",
      role: "owner",
      current_password: TEST_PASSWORD,
    });
    const tries: [string, string, unknown?][] = [
      ["POST", `/members/${ada}`, { role: "member" }],
      ["POST", `/members/${cleo}`, { role: "owner" }],
      ["POST", `/members/${accounts.users.ben}`, { role: "owner" }],
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
        { message: "Only owners can do this to an owner." },
      ]);
    }
  });

  test("no one can change their own role, address, or organization through their account", async () => {
    const cleo = await as("cleo");
    const changed = await cleo.post("/account", {
      name: "Cleo C.",
      role: "owner",
      email: "ada@evil.example",
      organization_id: 1,
      id: accounts.users.ada,
      totp_secret: null,
    });
    expect(changed.body).toMatchObject({ id: accounts.users.cleo, name: "Cleo C.", role: "member" });
    expect(changed.body.email).toBe(emailOf("cleo"));
    expect((await cleo.get("/session")).body.organization.id).toBe(accounts.organizationId);
  });

  test("API keys and user tokens are rejected: sessions only", async () => {
    for (const token of [accounts.orgWrite, accounts.prjWrite, accounts.adaToken]) {
      for (const path of ["/members", "/invitations", "/audit-log", "/sessions", "/account/two-factor"])
        expect([path, (await api(token).get(path)).status]).toEqual([path, 403]);
    }
  });

  test("people and invitations of another organization look missing", async () => {
    const ada = await as("ada");
    const mallory = accounts.users.foreign;
    const foreign = await signedIn((await run`select email from users where id = ${mallory}`)[0].email);
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
