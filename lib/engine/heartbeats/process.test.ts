import { beforeEach, expect, test } from "vitest";
import type { Signal } from "@/lib/domain/checks/heartbeat";
import { uuidAt } from "@/lib/domain/core/time-uuid";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/shared/durations";
import { sha256 } from "@/lib/shared/secret";
import { insertSignals, selectSignals } from "@/lib/store/checks/heartbeat-signals";
import { registerHeartbeats } from "@/lib/store/checks/heartbeats";
import { noteReception } from "@/lib/store/checks/reception";
import { tx } from "@/lib/store/core/tx";
import { makeMonitor } from "@/lib/testing/checks";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { markSilentRegions } from "../silence";
import { evaluateDueHeartbeats } from "./deadlines";
import { processHeartbeats } from "./process";

const scene = useScene();
const NOW = Math.floor(Date.now() / 1000) * 1000 - 6 * HOUR_MS;
let monitorId = 0;

beforeEach(async () => {
  monitorId = await make();
  await run`delete from heartbeat_gaps`;
  await run`delete from heartbeat_reception`;
});

async function make(request: object = {}, protocol: "heartbeat" | "external" = "heartbeat"): Promise<number> {
  const { projectId } = scene;
  const id = await makeMonitor(projectId, {
    name: "Backup",
    protocol,
    request: JSON.stringify({ period: 3600, grace: 600, ...request }),
    incident_confirmations: 1,
    recovery_confirmations: 1,
  });
  await tx((trx) =>
    registerHeartbeats(trx, projectId, [{ monitorId: id, tokenHash: sha256(`token ${id}`), slug: null }]),
  );
  return id;
}

async function send(at: number, change: Partial<Signal> & { body?: Buffer } = {}): Promise<void> {
  const { projectId } = scene;
  const { body = null, ...given } = change;
  const signal = {
    kind: "success",
    runId: null,
    exitStatus: null,
    message: null,
    runMs: null,
    receivedAt: at,
    ...given,
  } as const;
  const sent = {
    method: "GET",
    userAgent: "curl/8",
    address: "192.0.2.7",
    body,
    bodyBytes: body?.length ?? 0,
  };
  await insertSignals([projectId], [{ projectId, monitorId, id: uuidAt(at), ...signal, ...sent }]);
}

/** Lets the clock run to `at` while signals are received. */
async function tickAt(at: number): Promise<void> {
  await noteReception(new Date(at), DAY_MS);
  await evaluateDueHeartbeats(new Date(at));
}

const incidents = () =>
  run`select i.status, i.incident_at, i.recovery_at, i.title, i.description from incidents i join incident_monitors m on m.project_id = i.project_id and m.incident_id = i.id
    where m.monitor_id = ${monitorId} order by i.id`;
const status = async () =>
  (await run`select status from monitor_states where monitor_id = ${monitorId}`)[0]?.status;

test("a missed signal opens one incident at its deadline, and the next signal ends it", async () => {
  await send(NOW);
  await processHeartbeats([{ projectId: scene.projectId, monitorId }], NOW);
  expect(await status()).toBe("online");
  for (let minute = 1; minute <= 69; minute += 1) await tickAt(NOW + minute * MINUTE_MS);
  expect(await incidents()).toEqual([]);
  await tickAt(NOW + 71 * MINUTE_MS);
  await tickAt(NOW + 72 * MINUTE_MS);
  expect(await incidents()).toMatchObject([
    {
      status: "ongoing",
      incident_at: new Date(NOW + 70 * MINUTE_MS),
      title: "Backup is down: no signal within 10 min of its time",
    },
  ]);
  expect(await status()).toBe("offline");
  const back = NOW + 80 * MINUTE_MS;
  await send(back);
  await tickAt(back + 1000);
  expect(await incidents()).toMatchObject([{ status: "recovered", recovery_at: new Date(back) }]);
  expect(
    await run`select key from events where incident_id is not null and project_id = ${scene.projectId} order by id`,
  ).toEqual([{ key: "uptime.incident.created" }, { key: "uptime.incident.recovered" }]);
});

test("a failure signal opens an incident at once, and a success a moment later ends it", async () => {
  await send(NOW);
  await send(NOW + 1000, { kind: "fail", exitStatus: 3 });
  await tickAt(NOW + 1500);
  expect(await incidents()).toMatchObject([
    { status: "ongoing", title: "Backup is down: the job ended with exit status 3" },
  ]);
  await send(NOW + 2000);
  await tickAt(NOW + 2500);
  expect(await incidents()).toMatchObject([{ status: "recovered" }]);
  const [{ description }] = (await incidents()) as [{ description: string }];
  expect(description).toContain("from this server");
});

test("processing again changes nothing, and the signals are numbered with their run times", async () => {
  await send(NOW, { kind: "start" });
  await send(NOW + 1500, { body: Buffer.from("all good") });
  await tickAt(NOW + 2000);
  const stored = () =>
    run`select signals, runs, last_signal_at, last_result_at, awaited_since from heartbeats where monitor_id = ${monitorId}`;
  const before = await stored();
  await processHeartbeats([{ projectId: scene.projectId, monitorId }], NOW + 2000);
  expect(await stored()).toEqual(before);
  expect(await selectSignals({ projectId: scene.projectId, monitorId })).toMatchObject([
    { number: 2, kind: "success", run_ms: 1500, body_bytes: 8 },
    { number: 1, kind: "start", run_ms: null },
  ]);
  const [result] = await run`select total_us from results where monitor_id = ${monitorId}`;
  expect(result.total_us).toBe(1_500_000);
});

test("only the last 100 signals are kept", async () => {
  for (let index = 0; index < 130; index += 1) await send(NOW + index, { kind: "log" });
  await tickAt(NOW + 1000);
  const kept = await selectSignals({ projectId: scene.projectId, monitorId });
  expect([kept.length, kept[0]?.number, kept.at(-1)?.number]).toEqual([100, 130, 31]);
});

test("a failure signal counts after the clock was set back an hour", async () => {
  await send(NOW + HOUR_MS);
  await tickAt(NOW + HOUR_MS);
  await send(NOW, { kind: "fail" });
  await processHeartbeats([{ projectId: scene.projectId, monitorId }], NOW + 1000);
  expect(await status()).toBe("offline");
  await send(NOW + MINUTE_MS);
  await processHeartbeats([{ projectId: scene.projectId, monitorId }], NOW + MINUTE_MS);
  expect(await incidents()).toMatchObject([{ status: "recovered" }]);
});

test("a signal is missed in time after the clock was set back an hour", async () => {
  await send(NOW + HOUR_MS);
  await tickAt(NOW + HOUR_MS);
  await send(NOW);
  await processHeartbeats([{ projectId: scene.projectId, monitorId }], NOW + 1000);
  await tickAt(NOW + HOUR_MS + 11 * MINUTE_MS);
  expect(await incidents()).toHaveLength(1);
});

test("nothing is missed that no server could receive", async () => {
  await send(NOW);
  await tickAt(NOW + MINUTE_MS);
  // The servers were unavailable when the signal was expected.
  const back = NOW + 5 * HOUR_MS;
  await evaluateDueHeartbeats(new Date(back));
  expect(await incidents(), "before a server receives again").toEqual([]);
  await noteReception(new Date(back), 30_000);
  await evaluateDueHeartbeats(new Date(back));
  expect(await incidents(), "at once").toEqual([]);
  await tickAt(back + 69 * MINUTE_MS);
  expect(await incidents(), "within its time").toEqual([]);
  await tickAt(back + 71 * MINUTE_MS);
  expect(await incidents(), "after its time").toMatchObject([
    { incident_at: new Date(back + 70 * MINUTE_MS) },
  ]);
});

test("the deadline waits while the monitor is paused, and restarts when it resumes", async () => {
  await send(NOW);
  await tickAt(NOW + MINUTE_MS);
  const { projectId } = scene;
  await run`update monitors set paused_by_window = true where id = ${monitorId}`;
  await tickAt(NOW + 3 * HOUR_MS);
  await run`update monitors set paused_by_window = false where id = ${monitorId}`;
  await run`insert into monitor_pauses (project_id, monitor_id, cause, started_at, ended_at)
    values (${projectId}, ${monitorId}, 'maintenance', ${new Date(NOW + MINUTE_MS)}, ${new Date(NOW + 3 * HOUR_MS)})`;
  await tickAt(NOW + 4 * HOUR_MS);
  expect(await incidents()).toEqual([]);
  await tickAt(NOW + 3 * HOUR_MS + 71 * MINUTE_MS);
  expect(await incidents()).toHaveLength(1);
});

test("a monitor that waits for its daily signal is neither silent nor unobserved", async () => {
  await run`update monitors set request = request || '{"period": 86400}' where id = ${monitorId}`;
  await send(NOW);
  for (let minute = 0; minute <= 240; minute += 30) await tickAt(NOW + minute * MINUTE_MS);
  await markSilentRegions(new Date(NOW + 4 * HOUR_MS));
  expect(await run`select data_missing from monitor_states where monitor_id = ${monitorId}`).toEqual([
    { data_missing: false },
  ]);
  const [{ count }] =
    (await run`select count(*)::int from results where monitor_id = ${monitorId} and outcome = 0`) as [
      { count: number },
    ];
  expect(count).toBe(5);
});

test("alerts that open or recover while their monitor is paused count once it resumes", async () => {
  monitorId = await make({}, "external");
  const pause = (isPaused: boolean) => run`update monitors set paused = ${isPaused} where id = ${monitorId}`;
  await send(NOW, { runId: "a" });
  await tickAt(NOW + 1000);
  expect(await status()).toBe("online");
  await pause(true);
  await send(NOW + MINUTE_MS, { kind: "fail", runId: "a", message: "API is slow" });
  await tickAt(NOW + 2 * MINUTE_MS);
  expect(await incidents()).toEqual([]);
  await pause(false);
  await tickAt(NOW + 3 * MINUTE_MS);
  expect(await incidents()).toMatchObject([{ status: "ongoing", title: "Backup is down: API is slow" }]);
  await pause(true);
  await send(NOW + 4 * MINUTE_MS, { runId: "a" });
  await pause(false);
  await tickAt(NOW + 5 * MINUTE_MS);
  expect(await incidents()).toMatchObject([{ status: "recovered" }]);
});
