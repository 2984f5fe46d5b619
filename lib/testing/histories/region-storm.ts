import fc from "fast-check";
import { sql } from "kysely";
import type { CheckResult } from "@/lib/contract/checks/check";
import { nextSlot, phaseOf } from "@/lib/domain/checks/slot";
import { ingest } from "@/lib/engine/ingest";
import { db } from "@/lib/store/core/pool";
import { check, makeMonitor } from "../checks";
import { makeScene } from "../scene";

// A region whose network fails while some monitors are really down, in virtual time, with the real ingest and a real database.
type Place = CheckResult["region"];
const PLACES: readonly Place[] = ["eu-deu-fra", "na-usa-iad", "as-sgp-sin", "eu-gbr-lhr"];
/** How late results reach the server, and how often open incidents are read. */
const TICK_MS = 6000;
const BATCH_MAX = 500;
const CONSECUTIVE_FAILURES = 3;
const RECHECK_MS = 10_000;

export interface StormSize {
  readonly monitors: number;
  readonly projects: number;
}

export interface Storm {
  /** Index of the region that loses its network; start and duration are in seconds of the world. */
  readonly region: number;
  readonly from: number;
  readonly seconds: number;
  /** The share of monitors that the region cannot reach meanwhile. */
  readonly share: number;
  readonly intervalSeconds: number;
  /** Monitors that are really down in every region, from this many seconds before or after the storm begins until the end. */
  readonly out: readonly { readonly monitor: number; readonly after: number }[];
  /** A project whose monitors are all really down. */
  readonly projectOut: { readonly project: number; readonly after: number } | null;
}

/** A storm at any time in its world, with up to 12 monitors really down and sometimes a whole project. */
export const storm: fc.Arbitrary<Storm> = fc.record({
  region: fc.nat(PLACES.length - 1),
  from: fc.integer({ min: 30, max: 60 }),
  seconds: fc.integer({ min: 40, max: 150 }),
  share: fc.double({ min: 0.5, max: 1, noNaN: true }),
  intervalSeconds: fc.constantFrom(30, 60),
  out: fc.array(fc.record({ monitor: fc.nat(), after: fc.integer({ min: -25, max: 40 }) }), {
    maxLength: 12,
  }),
  projectOut: fc.option(fc.record({ project: fc.nat(), after: fc.integer({ min: -25, max: 40 }) })),
});

export interface StormVerdict {
  /** Monitors that alerted although nothing was wrong with them. */
  readonly falseAlarms: readonly number[];
  /** Monitors that are really down but never alerted. */
  readonly unalerted: readonly number[];
  /** How much later than promised without a gate the slowest real outage alerted, in ms; below 0 is sooner. */
  readonly worstDelayMs: number;
  /** How long after its outage began each monitor alerted, in ms. */
  readonly alertedAfterMs: readonly number[];
  readonly truths: number;
  readonly gated: boolean;
  readonly results: number;
}

interface World {
  readonly ids: readonly number[];
  readonly startMs: number;
  readonly endMs: number;
  readonly intervalSeconds: number;
  fails(monitor: number, place: Place, atMs: number): boolean;
  readonly truths: ReadonlyMap<number, number>;
}

/**
 * Runs one storm from `startMs` (epoch milliseconds) with monitors from `firstId`, and returns which of them alerted. Deletes
 * the monitors that were in the database before.
 */
export async function weather(
  given: Storm,
  size: StormSize,
  { startMs, firstId }: { startMs: number; firstId: number },
): Promise<StormVerdict> {
  await sql`select setval(pg_get_serial_sequence('monitors', 'id'), ${firstId}, false)`.execute(db());
  const world = await makeWorld(given, size, startMs);
  const alerted = new Map<number, number>();
  const due = firstChecks(world);
  let gated = false;
  let results = 0;
  for (let nowMs = startMs; nowMs < world.endMs; nowMs += TICK_MS) {
    for (const place of PLACES) {
      const checks = takeResults(world, due, place, nowMs);
      results += checks.length;
      for (let at = 0; at < checks.length; at += BATCH_MAX) {
        const ack = await ingest(checks.slice(at, at + BATCH_MAX), place, nowMs);
        for (const { monitor, after_ms } of ack.rechecks)
          sooner(due, keyOf(monitor, place), nowMs + after_ms);
      }
    }
    for (const monitor of await openMonitors()) if (!alerted.has(monitor)) alerted.set(monitor, nowMs);
    gated ||= await isQuarantined();
  }
  return { ...judge(world, alerted), gated, results };
}

function judge({ truths, intervalSeconds }: World, alerted: ReadonlyMap<number, number>) {
  const promiseMs =
    intervalSeconds * 1000 + (CONSECUTIVE_FAILURES - 1) * RECHECK_MS + (CONSECUTIVE_FAILURES + 1) * TICK_MS;
  const delays = [...truths].map(([monitor, from]) => (alerted.get(monitor) ?? from) - from - promiseMs);
  return {
    falseAlarms: [...alerted.keys()].filter((monitor) => !truths.has(monitor)),
    unalerted: [...truths.keys()].filter((monitor) => !alerted.has(monitor)),
    worstDelayMs: Math.max(Number.NEGATIVE_INFINITY, ...delays),
    alertedAfterMs: [...truths].map(
      ([monitor, from]) => (alerted.get(monitor) ?? Number.POSITIVE_INFINITY) - from,
    ),
    truths: truths.size,
  };
}

async function makeWorld(given: Storm, size: StormSize, startMs: number): Promise<World> {
  await db().deleteFrom("monitors").execute();
  await db().deleteFrom("region_quarantines").execute();
  const perProject = size.monitors / size.projects;
  const ids: number[] = [];
  for (let project = 0; project < size.projects; project += 1) {
    const { projectId } = await makeScene();
    for (let index = 0; index < perProject; index += 1) {
      const request = JSON.stringify({ method: "GET", url: `https://m${ids.length}.example.com/` });
      const interval_seconds = given.intervalSeconds;
      ids.push(await makeMonitor(projectId, { regions: [...PLACES], interval_seconds, request }));
    }
  }
  for (const place of PLACES)
    for (let at = 0; at < ids.length; at += BATCH_MAX)
      await ingest(
        ids.slice(at, at + BATCH_MAX).map((id) => check(id, startMs - 60_000, "up", { region: place })),
        place,
        startMs - 60_000,
      );
  // As autovacuum does in a large installation. Without it, one comparison of regions takes ten times the CPU.
  await sql`analyze monitors, region_states, monitor_states`.execute(db());
  const fromMs = startMs + given.from * 1000;
  const toMs = fromMs + given.seconds * 1000;
  const truths = truthsOf(given, ids, perProject, fromMs);
  const lost = new Set(ids.filter((_, index) => (index * 0.618_034) % 1 < given.share));
  return {
    ids,
    truths,
    startMs,
    intervalSeconds: given.intervalSeconds,
    endMs: toMs + 90_000,
    fails: (monitor, place, atMs) =>
      atMs >= (truths.get(monitor) ?? Number.POSITIVE_INFINITY) ||
      (place === PLACES[given.region] && atMs >= fromMs && atMs < toMs && lost.has(monitor)),
  };
}

/** Returns which monitors are really down, and since when. */
function truthsOf(given: Storm, ids: readonly number[], perProject: number, fromMs: number) {
  const truths = new Map<number, number>();
  for (const { monitor, after } of given.out)
    truths.set(ids[monitor % ids.length] ?? 0, fromMs + after * 1000);
  if (given.projectOut) {
    const { project, after } = given.projectOut;
    const first = (project % (ids.length / perProject)) * perProject;
    for (const id of ids.slice(first, first + perProject)) truths.set(id, fromMs + after * 1000);
  }
  return truths;
}

const keyOf = (monitor: number, place: Place) => `${monitor}:${place}`;

/** Returns when each region checks each monitor next, in epoch milliseconds. */
function firstChecks({ ids, startMs, intervalSeconds }: World): Map<string, number> {
  const due = new Map<string, number>();
  for (const id of ids)
    for (const place of PLACES)
      due.set(keyOf(id, place), nextSlot(startMs, phaseOf(id, place, intervalSeconds), intervalSeconds));
  return due;
}

function sooner(due: Map<string, number>, key: string, atMs: number): void {
  const known = due.get(key);
  if (known !== undefined && atMs < known) due.set(key, atMs);
}

/** Returns a region's results since the last tick. */
function takeResults(world: World, due: Map<string, number>, place: Place, nowMs: number): CheckResult[] {
  return world.ids.flatMap((id) => {
    const key = keyOf(id, place);
    const at = due.get(key) ?? Number.POSITIVE_INFINITY;
    if (at > nowMs) return [];
    due.set(key, nextSlot(at, phaseOf(id, place, world.intervalSeconds), world.intervalSeconds));
    return [check(id, at, world.fails(id, place, at) ? "down" : "up", { region: place })];
  });
}

async function openMonitors(): Promise<number[]> {
  const rows = await db().selectFrom("open_monitor_incidents").select("monitor_id").execute();
  return rows.map((row) => row.monitor_id);
}

async function isQuarantined(): Promise<boolean> {
  const { rows } = await sql`select 1 from region_quarantines where released_at is null`.execute(db());
  return rows.length > 0;
}
