import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { UpdateMonitor } from "@/lib/contract/monitors/input";
import { checkMonitor } from "@/lib/services/checks/check-now";
import { authenticateRunner } from "@/lib/services/runners/authenticate";
import { runnerConfig } from "@/lib/services/runners/config";
import { takeRunnerProbes } from "@/lib/services/runners/probes";
import { sha256 } from "@/lib/shared/secret";
import { recordEvent } from "@/lib/store/alerting/events";
import { importBackup } from "@/lib/store/backup/import";
import { pool } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { monitorEntities } from "@/lib/store/maintenance/effects";
import { makeKey } from "@/lib/testing/accounts/test-accounts";
import { api } from "@/lib/testing/api";
import { asBackup, backupLines } from "@/lib/testing/backup-lines";
import { drain } from "@/lib/testing/notifications/notification-setup";
import { CREATED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { MONITOR } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { NO_SIGN_IN } from "@/lib/testing/targets/check";
import { updateMonitor } from "./edit";

const stage = useNotificationStage();
const SECRET = "canary-7f3a9c";
const REQUEST = {
  ...NO_SIGN_IN,
  method: "POST",
  url: "https://shop.example.com/health",
  tls_skip_verify: false,
  follow_redirects: true,
  body: `{"token":"${SECRET}-body"}`,
  user_agent_secret: `${SECRET}-agent`,
  headers: [{ name: "Authorization", value: `Bearer ${SECRET}-header` }],
};
const never = new AbortController().signal;

afterEach(() => run`truncate organizations, runners, events, idempotency_keys cascade`);

async function send() {
  const { organizationId, projectId } = stage.scene;
  return api(await makeKey("project", { organizationId, projectId }, "write", "write"));
}

/** Returns every row of every table, including the queue's, that contains the secret; bytes are searched as text and as hex. */
async function findings(): Promise<string[]> {
  const tables =
    await run`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  const hex = Buffer.from(SECRET).toString("hex");
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool().query<{ text: string }>(`select t::text as text from ${name} t`);
    found.push(
      ...rows
        .filter(({ text }) => text.includes(SECRET) || text.includes(hex))
        .map(({ text }) => `${name}: ${text}`),
    );
  }
  return found;
}

async function backup(secretDigest = "digest"): Promise<string[]> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  return backupLines(client, secretDigest).finally(() => client.end());
}

async function restore(lines: string[], secretDigest: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  const options = { secretDigest, replace: true, otherSecret: true };
  await importBackup(client, asBackup(lines), options).finally(() => client.end());
}

/** Stores a monitor the way versions without encryption did. */
async function _storePlain(id: number): Promise<void> {
  await run`update monitors set request = ${REQUEST}, request_secrets = null where id = ${id}`;
}

async function makeRunner() {
  await run`insert into runners (name, kind, token_hash) values ('local', 'local', ${sha256("runner")})`;
  return authenticateRunner("runner");
}

test("never stores headers, body, or user agent secret in plain text in a table or backup", async () => {
  await stage.hookFor("uptime.monitor.created", CREATED);
  const client = await send();
  const body = { ...MONITOR, request: REQUEST };
  const first = await client.post("/uptime/monitors", body, { "Idempotency-Key": "once" });
  expect([first.status, first.body.request]).toEqual([201, REQUEST]);
  const { id } = first.body;
  const again = await client.post("/uptime/monitors", body, { "Idempotency-Key": "once" });
  expect([again.body.id, again.body.request]).toEqual([id, REQUEST]);
  const headers = [{ name: "X-Key", value: `${SECRET}-edited` }];
  const changed = await updateMonitor(
    stage.scene.caller(),
    id,
    UpdateMonitor.parse({ request: { ...REQUEST, headers } }),
  );
  expect(changed.request).toEqual({ ...REQUEST, headers });
  await client.post("/uptime/incidents", { title: "Slow", impact: "partial_outage", monitors: [id] });
  await tx(async (trx) => {
    const event = { projectId: stage.scene.projectId, occurredAt: new Date() };
    const affected_monitors = await monitorEntities(trx, event.projectId, [id]);
    await recordEvent(trx, { ...event, key: "maintenance.started", entities: { affected_monitors } });
  });
  await drain();
  const [delivered] = stage.receiver.received;
  expect(JSON.parse(delivered?.body ?? "").data.monitor.request).toEqual({
    method: "POST",
    url: REQUEST.url,
    tls_skip_verify: false,
    body: null,
    follow_redirects: true,
    user_agent_secret: null,
    headers: null,
    ...NO_SIGN_IN,
  });
  const runner = await makeRunner();
  const stop = new AbortController();
  const checking = (await checkMonitor(stage.scene.caller(), id, stop.signal)).next();
  await expect.poll(async () => (await pool().query("select 1 from probe_requests")).rowCount).toBe(2);
  expect(await findings()).toEqual([]);
  expect((await backup()).filter((line) => line.includes(SECRET))).toEqual([]);
  const { probes } = await takeRunnerProbes(runner, 0, never);
  expect(probes.map(({ config }) => config.request)).toEqual([changed.request, changed.request]);
  const { monitors } = await runnerConfig(runner, { since: 0, epoch: "", wait: 0 }, never);
  expect(monitors.map(({ request }) => request)).toEqual([changed.request]);
  await updateMonitor(stage.scene.caller(), id, UpdateMonitor.parse({ request: REQUEST }));
  const edited = await runnerConfig(runner, { since: 0, epoch: "", wait: 0 }, never);
  expect(edited.monitors.map(({ request }) => request)).toEqual([REQUEST]);
  stop.abort();
  await checking;
});

test("cannot decrypt secrets in another row, and still checks the other monitors", async () => {
  const client = await send();
  const { id } = (await client.post("/uptime/monitors", { ...MONITOR, request: REQUEST })).body;
  const other = (await client.post("/uptime/monitors", { ...MONITOR, request: REQUEST })).body;
  const { projectId } = stage.scene;
  await run`update monitors m set request_secrets = o.request_secrets from monitors o
    where m.project_id = ${projectId} and m.id = ${id} and o.project_id = ${projectId} and o.id = ${other.id}`;
  const { monitors } = await runnerConfig(await makeRunner(), { since: 0, epoch: "", wait: 0 }, never);
  expect(monitors.map((monitor) => monitor.id)).toEqual([other.id]);
});

test("reads and edits, but doesn't export, a monitor whose secrets can't be decrypted, until they are sent again", async () => {
  const client = await send();
  const { id } = (await client.post("/uptime/monitors", { ...MONITOR, request: REQUEST })).body;
  const { id: hook } = (
    await client.post("/apps/outgoing_webhook/integrations", {
      name: "Hook",
      settings: { url: "https://hooks.example.com", secret: "whsec_c2VjcmV0IG9mIHRlc3RzLCBub3QgYSByZWFs" },
    })
  ).body;
  await pool().query("update monitors set request_secrets = '\\x0100' where id = $1", [id]);
  await pool().query("update integrations set secrets = '\\x0100' where id = $1", [hook]);
  const damaged = {
    request: { url: REQUEST.url, body: null, headers: null, user_agent_secret: null },
    request_unreadable: true,
  };
  expect(await client.get(`/uptime/monitors/${id}`)).toMatchObject({ status: 200, body: damaged });
  expect(await client.get("/uptime/monitors")).toMatchObject({ status: 200, body: { data: [damaged] } });
  const file = await client.get("/uptime/configuration");
  expect([file.status, file.text]).toEqual([
    409,
    expect.stringContaining("The secrets of Shop can't be decrypted"),
  ]);
  expect(await client.post(`/uptime/monitors/${id}/check`, {})).toMatchObject({ status: 422 });
  const change = (body: object) => client.post(`/uptime/monitors/${id}`, body);
  expect(await change({ name: "Renamed" })).toMatchObject({ status: 200, body: damaged });
  const runner = await makeRunner();
  const checked = async () => (await runnerConfig(runner, { since: 0, epoch: "", wait: 0 }, never)).monitors;
  expect(await checked()).toEqual([]);
  expect(await change({ request: REQUEST })).toMatchObject({
    status: 200,
    body: { request_unreadable: false },
  });
  expect(await checked()).toMatchObject([{ id, request: REQUEST }]);
  const readable = await client.get("/uptime/configuration");
  expect([readable.status, readable.text]).toEqual([200, expect.stringContaining("{HOOK_SECRET}")]);
});

test("restarts the count for another header, but not for the same request", async () => {
  const client = await send();
  const { id } = (await client.post("/uptime/monitors", { ...MONITOR, request: REQUEST })).body;
  const failures = async () =>
    (await run`select failures from region_states where monitor_id = ${id} limit 1`)[0].failures;
  await run`update region_states set failures = 2 where monitor_id = ${id}`;
  const change = (request: object) =>
    updateMonitor(stage.scene.caller(), id, UpdateMonitor.parse({ request }));
  await change(REQUEST);
  expect(await failures()).toBe(2);
  await change({ ...REQUEST, headers: [{ name: "Authorization", value: "Bearer another" }] });
  expect(await failures()).toBe(0);
  expect((await change({ ...REQUEST, headers: null, body: null, user_agent_secret: null })).request).toEqual({
    ...REQUEST,
    headers: null,
    body: null,
    user_agent_secret: null,
  });
});

test("pauses monitors whose secrets are lost after a restore with another APP_SECRET, and checks the others", async () => {
  const client = await send();
  const { id } = (await client.post("/uptime/monitors", { ...MONITOR, request: REQUEST })).body;
  const open = (await client.post("/uptime/monitors", MONITOR)).body;
  await restore(await backup("theirs"), "ours");
  const after = await send();
  const { body } = await after.get(`/uptime/monitors/${id}`);
  expect([body.paused, body.status, body.request.url, body.request.headers]).toEqual([
    true,
    "paused",
    REQUEST.url,
    null,
  ]);
  expect((await after.get(`/uptime/monitors/${open.id}`)).body.paused).toBe(false);
});
