import fc from "fast-check";
import { expect, test, vi } from "vitest";
import * as quarantine from "@/lib/domain/checks/quarantine";
import { diskState } from "@/lib/shared/disk";
import { MINUTE_MS } from "@/lib/shared/durations";
import { db, pool } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { closeManualPauses, openManualPauses } from "@/lib/store/monitors/pauses";
import { writeQuarantine } from "@/lib/store/runners/region-quarantines";
import { makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import {
  batchesOf,
  type History,
  history,
  inOrder,
  type Life,
  lifeOf,
  type Made,
  type Turn,
} from "@/lib/testing/histories/random-history";
import { makeScene } from "@/lib/testing/scene";
import { completeRecoveries } from "../flapping";
import { ingest } from "../ingest";
import { reportMonitors } from "../report";
import { markSilentRegions } from "../silence";

useDatabase();
/** LATE_SEED repeats a run, LATE_PATH one of its histories, and LATE_RUNS sets the number of histories. */
const SEED = Number(process.env.LATE_SEED ?? Date.now() % 1_000_000);
const RUNS = Number(process.env.LATE_RUNS ?? 10);
const PATH = process.env.LATE_PATH;
const MS_PER_RUN = 20_000;
const START = Math.floor(Date.now() / 1000) * 1000 - 4 * 3600_000;

/** Runs batches, pauses, quarantines, and the minute tick in virtual time, and returns what is recorded in the end. */
async function live(
  drawn: History,
  { turns, endsAt }: Life,
  batches: readonly (readonly Made[])[],
  disk: Life["disk"] = [],
) {
  const { projectId, id } = await makeSubject(drawn);
  const steps = turns.map((turn) => ({ at: turn.at, run: () => take(turn, projectId, id) }));
  for (const { at, isFull } of disk) steps.push({ at, run: async () => setDisk(isFull) });
  for (let at = START + drawn.tick * 1000; at <= endsAt; at += MINUTE_MS)
    steps.push({ at, run: () => tick(new Date(at)) });
  for (const batch of batches) {
    const at = Math.max(...batch.map(({ arrivesAt }) => arrivesAt));
    const results = batch.map(({ result }) => ({ ...result, monitor: id }));
    steps.push({ at, run: async () => void (await ingest(results, null, at)) });
  }
  for (const { run } of steps.sort((a, b) => a.at - b.at)) await run();
  const [report] = await reportMonitors(projectId, [id], new Date(START - MINUTE_MS), new Date(endsAt));
  const incidents = await recorded(projectId);
  return { incidents, states: await states(drawn, id), downtime: report?.downtime };
}

async function makeSubject({ regions, incident, recovery, required }: History) {
  for (const table of ["monitors", "region_quarantines", "quarantine_history"] as const)
    await db().deleteFrom(table).execute();
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, {
    regions,
    incident_confirmations: incident,
    recovery_confirmations: recovery,
    region_threshold: Math.min(required, regions.length),
  });
  const start = new Date(START);
  await db().updateTable("monitors").set({ created_at: start }).where("id", "=", id).execute();
  await db()
    .updateTable("monitor_states")
    .set({ status_since: start })
    .where("monitor_id", "=", id)
    .execute();
  return { projectId, id };
}

async function tick(now: Date): Promise<void> {
  await completeRecoveries(now);
  await markSilentRegions(now);
}

async function take(turn: Turn, projectId: number, id: number): Promise<void> {
  if ("quarantine" in turn) return tx((trx) => writeQuarantine(trx, turn.quarantine));
  const { pause, isPaused, version } = turn;
  const at = new Date(turn.at);
  await pool().query(`update monitors set ${pause} = $2, config_version = $3 where id = $1`, [
    id,
    isPaused,
    version,
  ]);
  await tx((trx) =>
    isPaused
      ? openManualPauses(trx, projectId, [id], at)
      : closeManualPauses(trx, projectId, new Map([[id, "online"]]), at),
  );
}

async function recorded(projectId: number): Promise<object[]> {
  const rows = await db()
    .selectFrom("incidents as i")
    .innerJoin("incident_monitors as m", (on) =>
      on.onRef("m.project_id", "=", "i.project_id").onRef("m.incident_id", "=", "i.id"),
    )
    .select([
      "i.incident_at",
      "i.recovery_at",
      "i.status",
      "m.observed_up",
      "m.failing_since",
      "m.recovered_at",
    ])
    .where("i.project_id", "=", projectId)
    .where("i.withdrawn_at", "is", null)
    .orderBy("i.incident_at")
    .execute();
  return rows.map(({ observed_up, ...row }) => ({
    ...sinceStart(row),
    up: (observed_up as object[]).map(sinceStart),
  }));
}

/** Returns the region states without what decides nothing: counts beyond the required number, and successes of a healthy region. */
async function states({ incident }: History, id: number): Promise<object[]> {
  const rows = await db()
    .selectFrom("region_states")
    .select(["region", "health", "failures", "successes", "failing_since", "silent"])
    .where("monitor_id", "=", id)
    .orderBy("region")
    .execute();
  return rows.map(({ failures, successes, ...row }) => ({
    ...sinceStart(row),
    failures: Math.min(failures, incident),
    successes: row.health === "failing" && successes,
  }));
}

/** Replaces times with seconds since the start. */
function sinceStart(row: object): object {
  const seconds = (at: number) => (at - START) / 1000;
  const readable = Object.entries(row).map(([key, value]: [string, unknown]) => {
    if (value instanceof Date) return [key, seconds(value.getTime())];
    return [key, typeof value === "number" ? seconds(value) : value];
  });
  return Object.fromEntries(readable) as object;
}

function setDisk(isFull: boolean): void {
  diskState().level = isFull ? "critical" : "calm";
}

test("any order of arrival produces the same incidents, states, and downtime, even on a full disk", {
  timeout: RUNS * MS_PER_RUN,
}, async () => {
  // Quarantines begin and end as drawn, whatever a single monitor says about its regions.
  vi.spyOn(quarantine, "judgeRegion").mockImplementation((before) => before);
  console.info(`late results: ${RUNS} histories, seed ${SEED}`);
  let incidents = 0;
  await fc.assert(
    fc.asyncProperty(history, async (drawn) => {
      const life = lifeOf(drawn, START);
      const expected = await live(drawn, life, inOrder(life));
      incidents += expected.incidents.length;
      const disturbed = await live(drawn, life, batchesOf(life, drawn), life.disk);
      setDisk(false);
      expect(disturbed).toEqual(expected);
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true, ...(PATH && { path: PATH }) },
  );
  expect(incidents).toBeGreaterThan(RUNS / 3);
});
