import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CheckResult } from "@/lib/contract/checks/check";
import { ResultFilter } from "@/lib/contract/checks/results";
import { IncidentTimeline } from "@/lib/contract/incidents/timeline";
import { dropOldResults, rollUp } from "@/lib/engine/retention/rollup";
import { listResults } from "@/lib/services/checks/results";
import { getIncidentTimeline } from "@/lib/services/incidents/timeline";
import { DAY_MS } from "@/lib/shared/durations";
import { forgetExchangesBefore } from "@/lib/store/checks/exchanges";
import { ensurePartitionsFor, partitionDays } from "@/lib/store/checks/partitions";
import { insertResults } from "@/lib/store/checks/result-writes";
import { tx } from "@/lib/store/core/tx";
import { makeMonitor } from "@/lib/testing/checks";
import { makeScene, useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { check, monitorConfig } from "@/lib/testing/targets/check";
import { ingest } from "./ingest";

const scene = useScene("file");

let target: Server;
let url = "";
beforeAll(async () => {
  target = createServer((request, response) => {
    response.writeHead(503, { "content-type": "text/plain", "set-cookie": "sid=abc123", "x-cause": "pool" });
    response.end(`no connection left 😀 ${request.headers["x-key"]} \0 ${"x".repeat(20_000)}`);
  });
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  const address = target.address();
  url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/health`;
});
afterAll(() => target.close());

const NOW = Math.floor(Date.now() / 1000) * 1000;

/** The result of a real probe at a given moment. */
async function seen(monitor: number, secondsAgo: number, change: object = {}): Promise<CheckResult> {
  const headers = [{ name: "X-Key", value: "top-s3cret-value" }];
  const at = new Date(NOW - secondsAgo * 1000).toISOString();
  const result = await check(monitorConfig({ url, headers }, change));
  return { ...result, monitor, scheduled_at: at, started_at: at };
}

async function incidentOf(monitorId: number): Promise<number> {
  const [row] = await run`select incident_id from incident_monitors where monitor_id = ${monitorId}`;
  return row.incident_id;
}

test("stores a failure's request and response in the incident timeline without secrets, for 30 days", async () => {
  const id = await makeMonitor(scene.projectId);
  const results = [await seen(id, 60), await seen(id, 50), await seen(id, 40)];
  // A runner sends the request and response once. Later failures add nothing new.
  for (const repeat of results.slice(1)) delete repeat.trace;
  await ingest(results, null, NOW);
  const incidentId = await incidentOf(id);
  const timeline = await getIncidentTimeline(scene.caller(), incidentId);
  expect(IncidentTimeline.parse(timeline)).toEqual(timeline);
  const [exchanges] = timeline.entries.find(({ kind }) => kind === "opened")?.exchanges ?? [];
  expect(exchanges).toMatchObject({ region: "eu-deu-fra", trace: { method: "GET", url, status_code: 503 } });
  expect(exchanges?.trace.response_headers).toContainEqual({ name: "x-cause", value: "pool" });
  expect(exchanges?.trace.body).toContain("no connection left 😀 [redacted]");
  expect(JSON.stringify(exchanges)).not.toMatch(/s3cret|abc123/);
  expect(Buffer.byteLength(JSON.stringify(exchanges?.trace))).toBeLessThanOrEqual(10 * 1024);
  const { items } = await listResults(scene.caller(), id, ResultFilter.parse({}));
  expect(items.map(({ trace }) => trace?.status_code ?? null)).toEqual([null, null, 503]);

  await run`update incident_timeline set created_at = now() - interval '31 days' where incident_id = ${incidentId}`;
  expect(await forgetExchangesBefore(new Date(NOW - 30 * 24 * 3600_000))).toBe(1);
  const later = await getIncidentTimeline(scene.caller(), incidentId);
  expect(later.entries.flatMap((entry) => entry.exchanges)).toEqual([]);
  expect(later.entries.find(({ kind }) => kind === "opened")?.text).toContain(
    "3 consecutive checks from this server failed",
  );
});

test("shows requests and responses only to members with uptime:read", async () => {
  const id = await makeMonitor(scene.projectId, {
    incident_confirmations: 1,
    request: '{"url":"http://b.example"}',
  });
  await ingest([await seen(id, 30)], null, NOW);
  const incidentId = await incidentOf(id);
  const foreign = await makeScene("OTH");
  await expect(getIncidentTimeline(foreign.caller(), incidentId)).rejects.toMatchObject({ status: 404 });
  const blind = scene.caller({ permissions: new Set(["platform:read"]) });
  await expect(getIncidentTimeline(blind, incidentId)).rejects.toMatchObject({ status: 403 });
  await expect(listResults(blind, id, ResultFilter.parse({}))).rejects.toMatchObject({ status: 403 });
  // Neither notifications nor public pages use the timeline's detail.
  const rows = await run`select entities::text as text from events where incident_id = ${incidentId}`;
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain("no connection left");
});

test("stores a body with NUL or a truncated emoji like any other, and the monitor still fails", async () => {
  for (const body of [`needle \0 ${"y".repeat(50)}`, `${"z".repeat(299)}😀`]) {
    const id = await makeMonitor(scene.projectId, { incident_confirmations: 1 });
    const odd = createServer((_, response) => response.end(body));
    await new Promise<void>((resolve) => odd.listen(0, "127.0.0.1", resolve));
    const address = odd.address();
    const at = new Date(NOW - 20_000).toISOString();
    const success_assertions = [{ type: "response_body", operator: "contains", value: "not in there" }];
    const place = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`;
    const result = await check(monitorConfig({ url: place }, { success_assertions }));
    odd.close();
    expect(result.error?.code).toBe("assertion_failed");
    await ingest([{ ...result, monitor: id, scheduled_at: at, started_at: at }], null, NOW);
    const { items } = await listResults(scene.caller(), id, ResultFilter.parse({}));
    expect(items).toMatchObject([{ outcome: "down", error: { code: "assertion_failed" } }]);
  }
});

test("keeps the request and response of a failure without an incident for 30 days, longer than raw results", async () => {
  const id = await makeMonitor(scene.projectId);
  const day = Math.floor(NOW / DAY_MS) * DAY_MS - 9 * DAY_MS;
  const secondsAgo = Math.round((NOW - day) / 1000) - 3600;
  const [failed, repeated] = [await seen(id, secondsAgo), await seen(id, secondsAgo - 60)];
  delete repeated.trace;
  await ensurePartitionsFor([day]);
  await tx((trx) =>
    insertResults(
      trx,
      [scene.projectId],
      [failed, repeated].map((result) => ({ result })),
    ),
  );
  const listed = async () => (await listResults(scene.caller(), id, ResultFilter.parse({}))).items;
  const [, before] = await listed();
  await rollUp(new Date(NOW));
  await dropOldResults(new Date(NOW));
  expect(await partitionDays()).not.toContain(day);
  expect(await listed()).toEqual([before]);
  expect(before?.trace?.status_code).toBe(503);
  await forgetExchangesBefore(new Date(day + 3600_000 - 1));
  expect(await listed()).toHaveLength(1);
  await forgetExchangesBefore(new Date(day + 3600_000 + 1));
  expect(await listed()).toEqual([]);
});

test("drops requests and responses from raw results kept longer than 30 days", async () => {
  const id = await makeMonitor(scene.projectId);
  await ingest([await seen(id, 60), await seen(id, 50, { timeoutMs: 2000 })], null, NOW);
  await forgetExchangesBefore(new Date(NOW - 55_000));
  const { items } = await listResults(scene.caller(), id, ResultFilter.parse({}));
  expect(items.map(({ trace }) => trace === null)).toEqual([false, true]);
  expect(items[1]).toMatchObject({ status_code: 503, error: { code: items[0]?.error?.code } });
});

test("pages through all requests and responses of a monitor, however many other results exist", async () => {
  const id = await makeMonitor(scene.projectId);
  const failed = await seen(id, 0);
  const day = Math.floor(NOW / DAY_MS) * DAY_MS - 12 * DAY_MS;
  await ensurePartitionsFor([day, NOW - 3600_000]);
  const at = (ms: number, change: Partial<CheckResult>): CheckResult => {
    const iso = new Date(ms).toISOString();
    return { ...failed, scheduled_at: iso, started_at: iso, ...change };
  };
  const days = [day, NOW - 3600_000];
  const shown = days.flatMap((start) =>
    Array.from({ length: 12 }, (_, n) => at(start + n * 60_000, n % 2 ? {} : { region: "eu-gbr-lhr" })),
  );
  const others = days.flatMap((start) =>
    Array.from({ length: 60 }, (_, n) =>
      at(start + n * 10_000 + 1000, { trace: undefined, outcome: n % 3 ? "up" : "down" }),
    ),
  );
  const rows = [...shown, ...others].map((result) => ({ result }));
  await tx((trx) => insertResults(trx, [scene.projectId], rows));
  await rollUp(new Date(NOW));
  await dropOldResults(new Date(NOW));
  const met: string[] = [];
  let cursor: string | undefined;
  do {
    const filter = ResultFilter.parse({ with_trace: "true", per_page: "5", cursor });
    const page = await listResults(scene.caller(), id, filter);
    expect(page.items.every(({ trace }) => trace?.status_code === 503)).toBe(true);
    met.push(...page.items.map(({ scheduled_at, region }) => `${scheduled_at} ${region}`));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  const expected = shown.map((result) => `${result.scheduled_at.slice(0, 19)}Z ${result.region}`);
  expect(met).toEqual(expected.sort().reverse());
  const one = { from: expected[0]?.slice(0, 20), region: "eu-deu-fra", with_trace: "true", per_page: "1" };
  const to = new Date(Date.parse(one.from ?? "") + 1000).toISOString();
  const { items } = await listResults(scene.caller(), id, ResultFilter.parse({ ...one, to }));
  expect(items.map(({ scheduled_at, region }) => `${scheduled_at} ${region}`)).toEqual([expected[0]]);
  const without = await listResults(scene.caller(), id, ResultFilter.parse({ with_trace: "false" }));
  expect(without.items.some(({ trace }) => trace === null)).toBe(true);
});
