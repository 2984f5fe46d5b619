import { beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/store/core/pool";
import { signedIn } from "@/lib/testing/accounts/person";
import { setPasswords, TEST_PASSWORD, useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { STATUS_PAGE } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();
let ada: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  await setPasswords();
  ada = await signedIn(`ada-${accounts.organizationId}@example.com`);
});

const actions = (answer: { body: { data: { action: string }[] } }) =>
  answer.body.data.map(({ action }) => action);

test("lists sign-ins, keys, members, and settings, newest first, with the actor and the subject", async () => {
  const key = await ada.post("/keys", { kind: "project", name: "CI", uptime: "read" });
  await ada.delete(`/keys/${key.body.id}`);
  await ada.post(`/members/${accounts.users.cleo}`, { role: "admin", current_password: TEST_PASSWORD });
  await ada.post("/projects", { name: "Shop", members: [accounts.users.ada] });
  const listed = await ada.get("/audit-log");
  expect(actions(listed)).toEqual([
    "project.created",
    "member.role_changed",
    "key.revoked",
    "key.created",
    "user.signed_in",
  ]);
  expect(listed.body.data[1]).toMatchObject({
    actor: { type: "user", id: accounts.users.ada, label: "Ada" },
    subject: { type: "user", id: accounts.users.cleo, label: "Cleo" },
    project: null,
    detail: { from: "member", to: "admin" },
  });
});

test("lists actions of an API key under the key's name", async () => {
  await api(accounts.orgWrite).post("/projects", { name: "By key", members: [accounts.users.ada] });
  const [newest] = (await ada.get("/audit-log")).body.data;
  expect(newest).toMatchObject({ action: "project.created", actor: { type: "api_key" } });
});

test("records settings of notifications and access by name, without secrets", async () => {
  const client = api(accounts.prjWrite);
  const secret = "LEAKwebhookLEAKwebhook";
  const { body: hook } = await client.post("/apps/outgoing_webhook/integrations", {
    name: "Hook",
    settings: { url: "https://hooks.example.com/", secret },
  });
  await client.post(`/apps/outgoing_webhook/integrations/${hook.id}`, {
    name: "Hook 2",
    settings: { secret },
  });
  const rule = await client.post("/alert-rules", {
    event: "uptime.incident.created",
    integration_id: hook.id,
    rate_limit: 0,
    integration_settings: { schema: "{}" },
  });
  expect(rule.status).toBe(201);
  await client.delete(`/alert-rules/${rule.body.id}`);
  await client.delete(`/apps/outgoing_webhook/integrations/${hook.id}`);
  const { body: page } = await client.post("/uptime/status-pages", {
    ...STATUS_PAGE,
    subdomain: "acme-audit",
    access_password: secret,
  });
  await client.post(`/uptime/status-pages/${page.id}`, { access_password: `${secret}2` });
  await client.delete(`/uptime/status-pages/${page.id}`);
  const listed = await ada.get("/audit-log?subject=integration,alert_rule,status_page");
  expect(actions(listed).reverse()).toEqual([
    "integration.created",
    "integration.updated",
    "alert_rule.created",
    "alert_rule.deleted",
    "integration.deleted",
    "status_page.created",
    "status_page.updated",
    "status_page.deleted",
  ]);
  expect(listed.body.data[1]).toMatchObject({
    project: { id: accounts.projects.app, name: "app" },
    subject: { label: "Acme" },
    detail: { fields: ["access_password"] },
  });
  expect(listed.text).not.toContain(secret);
});

test("a failed change leaves no entry, because both are in one transaction", async () => {
  const before = await pool().query("select count(*) from audit_log");
  expect(
    (await ada.post(`/members/${accounts.users.ada}`, { role: "member", current_password: TEST_PASSWORD }))
      .status,
  ).toBe(409);
  expect((await ada.post("/projects", { name: "X", members: [accounts.users.foreign] })).status).toBe(422);
  expect(await pool().query("select count(*) from audit_log")).toMatchObject({ rows: before.rows });
});

test("filters by subject and actor, and paginates", async () => {
  expect(new Set(actions(await ada.get("/audit-log?subject=api_key")))).toEqual(
    new Set(["key.created", "key.revoked"]),
  );
  const byAda = (await ada.get(`/audit-log?user_id=${accounts.users.ada}`)).body.data;
  expect(byAda.every((one: { actor: { id: number } }) => one.actor.id === accounts.users.ada)).toBe(true);
  expect((await ada.get(`/audit-log?user_id=${accounts.users.foreign}`)).body.data).toEqual([]);
  expect((await ada.get("/audit-log?per_page=2&page=2")).body.data).toHaveLength(2);
  expect((await ada.get("/audit-log?subject=nothing")).status).toBe(422);
});

test("does not show another organization's log", async () => {
  const rows = await run`select email from users where id = ${accounts.users.foreign}`;
  const mallory = await signedIn(rows[0].email);
  expect(actions(await mallory.get("/audit-log"))).toEqual(["user.signed_in"]);
});
