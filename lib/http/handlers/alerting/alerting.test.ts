import { beforeEach, describe, expect, test } from "vitest";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { run } from "@/lib/testing/sql";

const accounts = useAccounts();

let write: ReturnType<typeof api>;
beforeEach(() => {
  write = api(accounts.prjWrite);
});

const HOOK = { url: "https://example.com/hook", secret: "a secret of tests" };
const SCHEMA = '{"text": "{{ incident.title }}"}';
let names = 0;
const name = () => {
  names += 1;
  return `Integration ${names}`;
};
const make = async (app: string, settings: object) => {
  const made = await write.post(`/apps/${app}/integrations`, { name: name(), settings });
  expect(made.status, made.text).toBe(201);
  return made.body.id as number;
};
const fields = (answer: { body: { errors?: object } }) => Object.keys(answer.body.errors ?? {});

describe("integrations", () => {
  test("secrets are accepted, never returned, and encrypted for their row", async () => {
    const made = await write.post("/apps/outgoing_webhook/integrations", { name: " Hook ", settings: HOOK });
    expect(made).toMatchObject({ status: 201 });
    expect(made.body).toEqual({
      id: expect.any(Number),
      app: "outgoing_webhook",
      name: "Hook",
      settings: { url: HOOK.url },
      paused: false,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(made.headers.Location).toMatch(
      new RegExp(`/api/apps/outgoing_webhook/integrations/${made.body.id}$`),
    );
    const list = await write.get(`/apps/outgoing_webhook/integrations?name=Hook`);
    expect(list.body.data).toEqual([made.body]);
    const [row] = await run`select * from integrations where id = ${made.body.id}`;
    expect(JSON.stringify(row?.settings)).not.toContain(HOOK.secret);
    expect(row?.secrets?.includes(HOOK.secret)).toBe(false);
  });

  test("an update keeps omitted settings, including the secret", async () => {
    const id = await make("outgoing_webhook", HOOK);
    const path = `/apps/outgoing_webhook/integrations/${id}`;
    const [before] = await run`select secrets from integrations where id = ${id}`;
    expect((await write.post(path, { name: "Renamed", settings: { url: HOOK.url } })).body.settings).toEqual({
      url: HOOK.url,
    });
    const [after] = await run`select secrets from integrations where id = ${id}`;
    expect(after?.secrets?.length).toBe(before?.secrets?.length);
    expect((await write.post(path, { paused: true })).body).toMatchObject({ paused: true });
  });

  test.each([
    ["outgoing_webhook", {}, ["settings.url", "settings.secret"]],
    ["outgoing_webhook", { ...HOOK, url: "ftp://example.com" }, ["settings.url"]],
    ["outgoing_webhook", { ...HOOK, url: "https://user:pw@example.com" }, ["settings.url"]],
    ["outgoing_webhook", { ...HOOK, url: `https://example.com/${"x".repeat(231)}` }, ["settings.url"]],
    ["outgoing_webhook", { ...HOOK, secret: "too short" }, ["settings.secret"]],
    ["email", { members: [] }, ["settings.members"]],
    ["email", { members: [999_999] }, ["settings.members.0"]],
    ["ilert", { integration_key: "x".repeat(39) }, ["settings.integration_key"]],
    ["ntfy", { hostname: "ntfy.sh", topic: "t", access_token: "short" }, ["settings.access_token"]],
    ["ntfy", { hostname: "ftp://ntfy.sh", topic: "t" }, ["settings.hostname"]],
    ["ntfy", { hostname: "ntfy.sh/path", topic: "t" }, ["settings.hostname"]],
    ["ntfy", { hostname: "a@ntfy.sh", topic: "t" }, ["settings.hostname"]],
    ["ntfy", { hostname: "ntfy.sh:99999", topic: "t" }, ["settings.hostname"]],
    ["pushover", { user_key: "x".repeat(30), api_key: "x".repeat(31) }, ["settings.api_key"]],
  ])("%s rejects %j", async (app, settings, wrong) => {
    const answer = await write.post(`/apps/${app}/integrations`, { name: name(), settings });
    expect(answer.status).toBe(422);
    expect(fields(answer)).toEqual(wrong);
    expect(answer.text).not.toContain(HOOK.secret);
  });

  test.each(["slack", "discord", "telegram"])("%s is set up in the dashboard only", async (app) => {
    expect((await write.post(`/apps/${app}/integrations`, { name: name(), settings: {} })).status).toBe(403);
    expect((await write.get(`/apps/${app}/integrations`)).status).toBe(200);
  });

  test("SMS requires the Scale plan", async () => {
    const settings = { members: [accounts.users.ada] };
    await run`update organizations set plan = 'hobby' where id = ${accounts.organizationId}`;
    const refused = await write.post("/apps/sms/integrations", { name: name(), settings });
    await run`update organizations set plan = 'scale' where id = ${accounts.organizationId}`;
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining("Scale")]);
    expect((await write.post("/apps/sms/integrations", { name: name(), settings })).status).toBe(201);
  });

  test("unknown apps, IDs of other apps and IDs of other projects are 404", async () => {
    const id = await make("outgoing_webhook", HOOK);
    expect((await write.get("/apps/pager/integrations")).status).toBe(404);
    expect((await write.get(`/apps/email/integrations/${id}`)).status).toBe(404);
    expect((await api(accounts.otherWrite).get(`/apps/outgoing_webhook/integrations/${id}`)).status).toBe(
      404,
    );
    expect(
      (await api(accounts.foreignWrite).delete(`/apps/outgoing_webhook/integrations/${id}`)).status,
    ).toBe(404);
    expect((await api(accounts.prjRead).post(`/apps/outgoing_webhook/integrations/${id}/test`)).status).toBe(
      403,
    );
  });

  test("cannot be deleted while a rule uses it", async () => {
    const id = await make("email", { members: [accounts.users.ada] });
    const rule = await write.post("/alert-rules", { event: "uptime.incident.created", integration_id: id });
    expect((await write.delete(`/apps/email/integrations/${id}`)).status).toBe(409);
    await write.delete(`/alert-rules/${rule.body.id}`);
    expect((await write.delete(`/apps/email/integrations/${id}`)).status).toBe(204);
    expect((await write.delete(`/apps/email/integrations/${id}`)).status).toBe(404);
  });

  test("accepts a test message and returns its delivery", async () => {
    const id = await make("outgoing_webhook", HOOK);
    const answer = await write.post(`/apps/outgoing_webhook/integrations/${id}/test`);
    expect([answer.status, answer.body]).toEqual([202, { delivery_id: expect.any(Number) }]);
  });
});

describe("alert rules", () => {
  test("have defaults, and return settings with the same keys in the same order", async () => {
    const id = await make("pushover", { user_key: "u".repeat(30), api_key: "a".repeat(30) });
    const settings = { retry: 60, priority: "emergency", expire: 600 };
    const made = await write.post("/alert-rules", {
      event: "uptime.incident.recovered",
      integration_id: id,
      event_settings: { type: "monitor" },
      integration_settings: settings,
    });
    expect(made.body).toEqual({
      id: expect.any(Number),
      project_id: accounts.projects.app,
      scope: "project",
      event: "uptime.incident.recovered",
      integration_id: id,
      rate_limit: 0,
      event_settings: { type: "monitor" },
      integration_settings: settings,
      monitors: [],
      tags: [],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const read = await write.get(`/alert-rules/${made.body.id}`);
    expect(read.text).toContain('"integration_settings":{"retry":60,"priority":"emergency","expire":600}');
    const empty = await write.post(`/alert-rules/${made.body.id}`, { event_settings: {} });
    expect(empty.body.event_settings).toEqual({});
    expect(
      (await write.post(`/alert-rules/${made.body.id}`, { event_settings: null })).body.event_settings,
    ).toBeNull();
  });

  test("keep the webhook's body text unchanged", async () => {
    const id = await make("outgoing_webhook", HOOK);
    const schema = '{ "b": 1,\n  "a":"{{incident.title}}" }';
    const made = await write.post("/alert-rules", {
      event: "uptime.incident.created",
      integration_id: id,
      integration_settings: { schema },
    });
    expect(made.body.integration_settings).toEqual({ schema });
  });

  test.each<[string, string, object, string]>([
    ["outgoing_webhook", "uptime.incident.created", {}, "integration_settings.schema"],
    [
      "outgoing_webhook",
      "uptime.incident.created",
      { integration_settings: { schema: "{" } },
      "integration_settings.schema",
    ],
    [
      "outgoing_webhook",
      "uptime.incident.created",
      { integration_settings: { schema: '{"a":"{{ monitor.name }}"}' } },
      "integration_settings.schema",
    ],
    [
      "email",
      "uptime.incident.created",
      { integration_settings: { priority: "high" } },
      "integration_settings",
    ],
    ["email", "uptime.incident.created", { event_settings: { type: "some" } }, "event_settings.type"],
    ["email", "uptime.monitor.created", { event_settings: { type: "all" } }, "event_settings"],
    ["email", "uptime.monitor_certificate.expiring", {}, "event_settings.days_before_expiry"],
    [
      "email",
      "uptime.monitor_certificate.expiring",
      { event_settings: { days_before_expiry: 61 } },
      "event_settings.days_before_expiry",
    ],
    ["email", "uptime.incident.exploded", {}, "event"],
    ["email", "uptime.incident.created", { rate_limit: 7 }, "rate_limit"],
    ["email", "uptime.incident.created", { scope: "world" }, "scope"],
    ["email", "uptime.incident.created", { monitors: [999_999] }, "monitors.0"],
    [
      "pushover",
      "uptime.incident.created",
      { integration_settings: { priority: "emergency" } },
      "integration_settings.retry",
    ],
    ["ntfy", "uptime.incident.created", {}, "integration_settings.priority"],
  ])("reject %s, %s, %j", async (app, event, change, field) => {
    const settings = {
      email: { members: [accounts.users.ada] },
      outgoing_webhook: HOOK,
      pushover: { user_key: "u".repeat(30), api_key: "a".repeat(30) },
      ntfy: { hostname: "ntfy.sh", topic: "t" },
    }[app];
    const id = await make(app, settings ?? {});
    const answer = await write.post("/alert-rules", { event, integration_id: id, ...change });
    expect([answer.status, fields(answer)[0]]).toEqual([422, field]);
  });

  test("an integration of another project does not exist", async () => {
    const id = await make("outgoing_webhook", HOOK);
    const body = {
      event: "uptime.incident.created",
      integration_id: id,
      integration_settings: { schema: SCHEMA },
    };
    const answer = await api(accounts.otherWrite).post("/alert-rules", body);
    expect([answer.status, fields(answer)]).toEqual([422, ["integration_id"]]);
  });

  test("organization-wide rules appear in every project and belong to organization keys", async () => {
    const id = await make("outgoing_webhook", HOOK);
    const body = {
      scope: "organization",
      event: "uptime.incident.created",
      integration_id: id,
      integration_settings: { schema: SCHEMA },
    };
    expect((await write.post("/alert-rules", body)).status).toBe(403);
    const organization = api(accounts.orgWrite, { project: accounts.projects.app });
    const made = await organization.post("/alert-rules", body);
    expect(made.body).toMatchObject({ scope: "organization", project_id: null });
    const path = `/alert-rules/${made.body.id}`;
    expect((await api(accounts.otherWrite).get(path)).status).toBe(200);
    expect((await api(accounts.otherWrite).delete(path)).status).toBe(403);
    expect((await api(accounts.foreignWrite).get(path)).status).toBe(404);
    expect((await organization.post(path, { rate_limit: 60 })).body.rate_limit).toBe(60);
    expect((await organization.delete(path)).status).toBe(204);
  });

  test("lists filter by event and integration", async () => {
    const id = await make("email", { members: [accounts.users.ada] });
    await write.post("/alert-rules", { event: "uptime.incident.created", integration_id: id });
    await write.post("/alert-rules", { event: "uptime.incident.recovered", integration_id: id });
    const list = await write.get(`/alert-rules?integration_id=${id}&event=uptime.incident.created`);
    expect(list.body.data.map((rule: { event: string }) => rule.event)).toEqual(["uptime.incident.created"]);
  });
});

test("keys read deliveries and rate-limited integrations; only signed-in users read the outbox", async () => {
  expect((await write.get("/deliveries")).status).toBe(200);
  expect((await write.get("/integrations/rate-limited")).status).toBe(200);
  expect((await write.get("/outbox")).status).toBe(403);
});
