import { beforeAll, describe, expect, test } from "vitest";
import { forget } from "@/lib/shared/once";
import { sha256 } from "@/lib/shared/secret";
import { setPasswords, TEST_PASSWORD, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();
const SAME = { origin: "http://localhost:3000" };
const cookieOf = (headers: Record<string, string>) => headers["Set-Cookie"]?.split(";")[0] ?? "";

beforeAll(setPasswords);

async function signIn(name = "ada"): Promise<string> {
  const email = `${name}-${accounts.organizationId}@example.com`;
  const { status, headers } = await api().post("/session", { email, password: TEST_PASSWORD });
  expect(status).toBe(200);
  return cookieOf(headers);
}
const as = (cookie: string, headers: Record<string, string> = SAME) =>
  api(undefined, { headers: { cookie, ...headers } });

describe("sessions", () => {
  test("signs in, reads the account, switches the project, and signs out", async () => {
    const cookie = await signIn();
    const seen = await as(cookie).get("/session");
    expect(seen.body).toMatchObject({ user: { name: "Ada", role: "owner" }, project: { slug: "app" } });
    expect(seen.body.projects.map((project: { slug: string }) => project.slug)).toEqual(["app", "other"]);
    const switched = await as(cookie).post("/session/project", { project_id: accounts.projects.other });
    expect(switched.body.project.slug).toBe("other");
    expect((await as(cookie).get("/whoami")).body.project.slug).toBe("other");
    expect(
      (await as(cookie).post("/session/project", { project_id: accounts.projects.foreign })).status,
    ).toBe(404);
    expect((await as(cookie).delete("/session")).status).toBe(204);
    expect((await as(cookie).get("/session")).status).toBe(401);
  });

  test("the cookie is HttpOnly, SameSite=Lax, and __Host- with Secure over https", async () => {
    const email = `ada-${accounts.organizationId}@example.com`;
    const plain = await api().post("/session", { email, password: TEST_PASSWORD });
    expect(plain.headers["Set-Cookie"]).toMatch(
      /^vedette_session=\S+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
    );
    process.env.APP_URL = "https://status.example.com";
    forget("env");
    const secure = await api().post("/session", { email, password: TEST_PASSWORD });
    process.env.APP_URL = "";
    forget("env");
    expect(secure.headers["Set-Cookie"]).toMatch(/^__Host-vedette_session=\S+; .*; Secure$/);
  });

  test("a wrong password and an unknown account get the same response", async () => {
    const wrong = await api().post("/session", {
      email: `ben-${accounts.organizationId}@example.com`,
      password: "x",
    });
    const unknown = await api().post("/session", { email: "nobody@example.com", password: "x" });
    expect(wrong.status).toBe(422);
    expect(unknown.text).toBe(wrong.text);
  });

  test("rejects the 21st attempt on an account, whether it exists or not", async () => {
    for (const email of ["guess@example.com", `cleo-${accounts.organizationId}@example.com`]) {
      const statuses = [];
      for (let attempt = 0; attempt < 21; attempt += 1) {
        statuses.push((await api().post("/session", { email, password: "wrong" })).status);
      }
      expect(statuses).toEqual([...Array(20).fill(422), 429]);
    }
    await run`delete from attempt_buckets`;
  });

  test("a new password ends the user's other sessions and user tokens, and no one else's", async () => {
    const [one, other] = [await signIn("ben"), await signIn("ben")];
    const answer = await as(one).post("/account/password", {
      current_password: TEST_PASSWORD,
      new_password: "another long password",
    });
    expect(answer.status).toBe(204);
    expect((await api(accounts.benToken).get("/whoami")).status).toBe(401);
    expect((await api(accounts.adaToken).get("/whoami")).status).toBe(200);
    expect((await as(other).get("/session")).status).toBe(401);
    expect((await as(one).get("/session")).status).toBe(401);
    expect((await as(cookieOf(answer.headers)).get("/session")).status).toBe(200);
    await setPasswords();
    await run`update api_keys set revoked_at = null`;
  });

  test("a session ends after 14 idle days or 90 days in total", async () => {
    const cookie = await signIn();
    await run`update sessions set last_seen_at = now() - interval '15 days'`;
    expect((await as(cookie).get("/session")).status).toBe(401);
    const second = await signIn();
    await run`update sessions set expires_at = now() - interval '1 second'`;
    expect((await as(second).get("/session")).status).toBe(401);
  });
});

describe("other sites cannot use the session", () => {
  test.each([
    ["no header", {}, 403],
    ["Origin null", { origin: "null" }, 403],
    ["another origin", { origin: "https://evil.example" }, 403],
    [
      "another origin that claims same-origin",
      { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
      403,
    ],
    ["same-site", { "sec-fetch-site": "same-site" }, 403],
    ["same-origin fetch", { "sec-fetch-site": "same-origin" }, 204],
    ["own origin", SAME, 204],
    ["a form", { ...SAME, "content-type": "text/plain" }, 415],
  ])("%s", async (_, headers, status) => {
    const cookie = await signIn();
    expect((await as(cookie, headers as Record<string, string>).call("DELETE", "/session")).status).toBe(
      status,
    );
  });

  test("a foreign origin is refused with the name of APP_URL while that isn't set", async () => {
    const cookie = await signIn();
    const foreign = as(cookie, { origin: "https://status.example.com" });
    expect((await foreign.call("DELETE", "/session")).body.message).toContain("set APP_URL");
    expect(
      (await foreign.post("/session", { email: "ada@example.com", password: "x" })).body.message,
    ).toContain("set APP_URL");
    const without = await as(cookie, { origin: "null" }).call("DELETE", "/session");
    expect(without.body.message).not.toContain("APP_URL");
  });

  test("or read with it", async () => {
    const cookie = await signIn();
    expect((await as(cookie, { origin: "https://evil.example" }).get("/session")).status).toBe(403);
    expect((await as(cookie, { "sec-fetch-site": "cross-site" }).get("/session")).status).toBe(403);
  });
});

describe("keys", () => {
  test("a token is shown once, listed without its value, and revoked immediately", async () => {
    const ada = as(await signIn());
    const made = await ada.post("/keys", { kind: "project", name: "CI", uptime: "read" });
    expect(made.status).toBe(201);
    expect(made.body.token).toMatch(/^upt_prj_[0-9A-Za-z]{49}$/);
    expect(made.body.token.slice(-4)).toBe(made.body.last_four);
    const listed = await ada.get("/keys");
    expect(listed.text).not.toContain(made.body.token);
    expect(listed.body.data[0]).toMatchObject({ name: "CI", created_by: "Ada", project: { name: "app" } });
    expect((await api(made.body.token).get("/uptime/monitors")).status).toBe(200);
    expect((await api(made.body.token).get("/users")).body.message).toBe(
      "This action needs the platform:read permission.",
    );
    expect((await ada.delete(`/keys/${made.body.id}`)).status).toBe(204);
    expect((await api(made.body.token).get("/uptime/monitors")).status).toBe(401);
    expect((await ada.delete(`/keys/${made.body.id}`)).status).toBe(404);
  });

  test("members create user tokens of their own and see nothing else", async () => {
    const cleo = as(await signIn("cleo"));
    expect((await cleo.post("/keys", { kind: "project", name: "CI", uptime: "read" })).status).toBe(403);
    const made = await cleo.post("/keys", { kind: "user", name: "Mine" });
    expect(made.body).toMatchObject({ platform: "read", uptime: "write" });
    expect((await api(made.body.token).get("/whoami")).body).toMatchObject({
      credential: { type: "user_token" },
      user: { name: "Cleo" },
      role: "member",
      permissions: ["platform:read", "uptime:read", "uptime:write"],
    });
    const listed = await cleo.get("/keys");
    expect(listed.body.data.every((key: { kind: string }) => key.kind === "user")).toBe(true);
    const [foreign] = await run`select id from api_keys where kind = 'organization' limit 1`;
    expect((await cleo.delete(`/keys/${foreign.id}`)).status).toBe(404);
  });

  test("an expired key is not accepted", async () => {
    const ada = as(await signIn());
    const made = await ada.post("/keys", {
      kind: "organization",
      current_password: TEST_PASSWORD,
      name: "Old",
      platform: "read",
    });
    await run`update api_keys set expires_at = now() - interval '1 second' where id = ${made.body.id}`;
    expect((await api(made.body.token).get("/projects")).status).toBe(401);
  });

  test("an API key cannot create keys", async () => {
    expect((await api(accounts.orgWrite).get("/keys")).status).toBe(403);
    expect((await api(accounts.adaToken).post("/keys", { kind: "user", name: "x" })).status).toBe(403);
  });
});

describe("one-time links", () => {
  async function makeLink(values: Record<string, unknown>): Promise<string> {
    const token = `link-${Math.random().toString(36).slice(2)}-0123456789`;
    await run`insert into access_links (token_hash, purpose, organization_id, user_id, email, role, expires_at)
       values (${sha256(token)}, ${values.purpose}, ${accounts.organizationId}, ${values.user_id ?? null}, ${values.email ?? null}, ${values.role ?? null}, now() + interval '1 hour')`;
    return token;
  }

  test("the owner's link creates the owner once and signs in", async () => {
    const token = await makeLink({ purpose: "owner", role: "owner" });
    expect((await api().get(`/setup/${token}`)).body).toMatchObject({ purpose: "owner", email: null });
    const missing = await api().post(`/setup/${token}`, { password: "a long enough password" });
    expect(Object.keys(missing.body.errors)).toEqual(["name", "email"]);
    const body = { name: "Olga", email: " Olga@Example.com ", password: "a long enough password" };
    const made = await api().post(`/setup/${token}`, body);
    expect(made.body.user).toMatchObject({ name: "Olga", email: "Olga@Example.com", role: "owner" });
    expect((await as(cookieOf(made.headers)).get("/session")).status).toBe(200);
    expect((await api().post(`/setup/${token}`, body)).status).toBe(404);
    expect((await api().get(`/setup/${token}`)).status).toBe(404);
  });

  test("an invitation determines the address and role", async () => {
    const token = await makeLink({ purpose: "invitation", role: "member", email: "ina@example.com" });
    const body = {
      name: "Ina",
      email: "other@example.com",
      password: "a long enough password",
      role: "owner",
    };
    const made = await api().post(`/setup/${token}`, body);
    expect(made.body.user).toMatchObject({ email: "ina@example.com", role: "member" });
  });

  test("a password reset ends the previous sessions", async () => {
    const old = await signIn("ben");
    const token = await makeLink({ purpose: "password_reset", user_id: accounts.users.ben });
    const made = await api().post(`/setup/${token}`, { password: "a long enough password" });
    expect(made.body.user.name).toBe("Ben");
    expect((await as(old).get("/session")).status).toBe(401);
  });
});

test("the audit log records who changed accounts, keys, and sessions, without secrets", async () => {
  const rows = await run`select action, actor_label, detail::text from audit_log order by id`;
  const actions = new Set(rows.map((row) => row.action));
  for (const action of [
    "user.signed_in",
    "user.signed_out",
    "key.created",
    "key.revoked",
    "user.password_changed",
  ]) {
    expect(actions).toContain(action);
  }
  expect(JSON.stringify(rows)).not.toMatch(/upt_|argon2|password"/);
});
