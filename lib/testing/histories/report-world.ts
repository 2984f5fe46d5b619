import fc from "fast-check";
import { IMPACTS, type Impact } from "@/lib/contract/incidents/states";
import { DAY_MS, HOUR_MS } from "@/lib/shared/durations";
import { ensurePartitionsFor } from "@/lib/store/checks/partitions";
import { ensureRollupMonths } from "@/lib/store/checks/rollup-months";
import { pool } from "@/lib/store/core/pool";
import { run } from "@/lib/testing/sql";
import { makeMonitor } from "../checks";

// A project's random past: monitors, pauses, incidents, and checks around the range of a report. Times are epoch
// milliseconds.
const START = Date.UTC(2025, 1, 26);
const REGION = "eu-deu-fra";

export interface WorldSpan {
  readonly from: number;
  readonly to: number | null;
}

export interface WorldMonitor {
  readonly createdAt: number;
  readonly tag: "a" | "b";
  /** `fetching` was never checked. */
  readonly status: "online" | "offline" | "paused" | "fetching";
  readonly pauses: readonly WorldSpan[];
  /** Hours, or days in a long world, by their start. */
  readonly rollups: readonly { readonly at: number; readonly up: number; readonly p95Us: number | null }[];
  /** Scheduled times of results. */
  readonly results: readonly number[];
}

export interface WorldIncident extends WorldSpan {
  readonly isManual: boolean;
  readonly impact: Impact;
  readonly excluded: boolean;
  readonly withdrawn: boolean;
  readonly monitors: readonly {
    readonly index: number;
    readonly failing: number | null;
    readonly recovered: number | null;
    readonly up: readonly WorldSpan[];
  }[];
}

export interface World {
  /** A long world has daily rollups and a range of more than a year. */
  readonly isLong: boolean;
  readonly from: number;
  readonly to: number;
  readonly monitors: readonly WorldMonitor[];
  readonly incidents: readonly WorldIncident[];
}

/** Midnights, whole hours, whole seconds, and odd milliseconds. There are few of the first, so that edges meet. */
function times(scale: number): fc.Arbitrary<number> {
  const days = fc.integer({ min: 0, max: 8 }).map((day) => START + day * DAY_MS * scale);
  const hours = fc.integer({ min: 0, max: 24 * 8 }).map((hour) => START + hour * HOUR_MS * scale);
  const odd = fc.integer({ min: 0, max: 8 * DAY_MS }).map((ms) => START + ms * scale);
  return fc.oneof(
    days,
    hours,
    odd.map((at) => at - (at % 1000)),
    odd,
  );
}

const span = (at: fc.Arbitrary<number>) =>
  fc.tuple(at, at).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));

/** A span, of which one in five is still open. */
const open = (at: fc.Arbitrary<number>): fc.Arbitrary<WorldSpan> =>
  fc.tuple(span(at), fc.nat(4)).map(([given, draw]) => (draw === 0 ? { ...given, to: null } : given));

function monitorOf(isLong: boolean, at: fc.Arbitrary<number>): fc.Arbitrary<WorldMonitor> {
  const step = isLong ? DAY_MS : HOUR_MS;
  const rollup = fc.record({
    at: at.map((time) => time - (time % step)),
    up: fc.integer({ min: 0, max: 60 }),
    p95Us: fc.option(fc.integer({ min: 1000, max: 900_000 })),
  });
  return fc.record({
    createdAt: fc.oneof(fc.constant(START - 900 * DAY_MS), at),
    tag: fc.constantFrom("a" as const, "b" as const),
    status: fc.constantFrom("online" as const, "offline" as const, "paused" as const, "fetching" as const),
    pauses: fc.array(open(at), { maxLength: 2 }),
    rollups: fc.uniqueArray(rollup, { maxLength: 30, selector: (each) => each.at }),
    results: fc.uniqueArray(at, { maxLength: isLong ? 0 : 3 }),
  });
}

function incidentOf(monitors: number, at: fc.Arbitrary<number>): fc.Arbitrary<WorldIncident> {
  const affected = fc.record({
    index: fc.nat(monitors - 1),
    failing: fc.option(at),
    recovered: fc.option(at),
    up: fc.oneof(fc.constant([]), fc.array(open(at), { maxLength: 2 })),
  });
  return fc
    .record({
      times: open(at),
      isManual: fc.boolean(),
      impact: fc.constantFrom(...IMPACTS),
      excluded: fc.nat(5).map((draw) => draw === 0),
      withdrawn: fc.nat(5).map((draw) => draw === 0),
      monitors: fc.uniqueArray(affected, { minLength: 1, maxLength: 3, selector: (each) => each.index }),
    })
    .map(({ times: { from, to }, monitors, ...given }) => ({
      ...given,
      from,
      to,
      // A monitor fails and recovers within its incident, in this order.
      monitors: monitors.map((each) => {
        const failing = each.failing === null ? null : Math.min(Math.max(each.failing, from), to ?? Infinity);
        const end = each.recovered ?? to;
        return {
          ...each,
          failing,
          recovered: end && Math.min(Math.max(end, failing ?? from), to ?? Infinity),
        };
      }),
    }));
}

const worldOf = (isLong: boolean) => {
  const at = times(isLong ? 100 : 1);
  return fc.integer({ min: 1, max: 8 }).chain((count) =>
    fc.record({
      isLong: fc.constant(isLong),
      range: isLong
        ? fc.nat(20 * DAY_MS).map((late) => ({ from: START + late, to: START + late + 500 * DAY_MS }))
        : span(at),
      monitors: fc.array(monitorOf(isLong, at), { minLength: count, maxLength: count }),
      incidents: fc.array(incidentOf(count, at), { maxLength: 16 }),
    }),
  );
};

export const world: fc.Arbitrary<World> = fc
  .oneof({ weight: 4, arbitrary: worldOf(false) }, { weight: 1, arbitrary: worldOf(true) })
  .map(({ range, ...given }) => ({ ...given, ...range }));

const date = (at: number | null) => (at === null ? null : new Date(at));

async function storeMonitor(projectId: number, given: WorldMonitor, isLong: boolean): Promise<number> {
  const id = await makeMonitor(projectId, { tags: [given.tag] });
  const isChecked = given.status !== "fetching";
  await run`update monitors set created_at = ${date(given.createdAt)} where id = ${id}`;
  await run`update monitor_states set status = ${given.status}, last_checked_at = ${isChecked ? date(START) : null}
    where monitor_id = ${id}`;
  if (isChecked) await run`update region_states set health = 'healthy' where monitor_id = ${id}`;
  for (const { from, to } of given.pauses)
    await run`insert into monitor_pauses (monitor_id, project_id, cause, started_at, ended_at)
      values (${id}, ${projectId}, 'manual', ${date(from)}, ${date(to)})`;
  const [table, column] = isLong ? ["rollups_daily", "day"] : ["rollups_hourly", "hour"];
  for (const { at, up, p95Us } of given.rollups)
    await pool().query(
      `insert into ${table} (project_id, monitor_id, region, ${column}, up, down, inconclusive, missed, sum_us, p50_us, p95_us, p99_us)
       values ($1, $2, '${REGION}', $3${isLong ? "::timestamptz at time zone 'UTC'" : ""}, $4, 0, 1, 0, 1, $5, $5, $5)`,
      [projectId, id, date(at), up, p95Us],
    );
  for (const at of given.results)
    await pool().query(
      "insert into results (project_id, monitor_id, scheduled_at, started_at, region, outcome) values ($1, $2, $3, $3, $4, 0)",
      [projectId, id, date(at), REGION],
    );
  return id;
}

async function storeIncident(
  projectId: number,
  number: number,
  given: WorldIncident,
  monitorIds: readonly number[],
): Promise<number> {
  const rows = await run<{
    id: number;
  }>`insert into incidents (project_id, number, slug, type, title, impact, status, exclude_from_downtime, incident_at, recovery_at, withdrawn_at)
     values (${projectId}, ${number}::int, 'W-' || ${number}::int, ${given.isManual ? "manual" : "monitor"}, 'Down', ${given.impact}, ${given.to === null ? "ongoing" : "recovered"}, ${given.excluded}, ${date(given.from)}, ${date(given.to)}, ${given.withdrawn ? date(given.from) : null}) returning id`;
  const id = rows[0]?.id ?? 0;
  for (const { index, failing, recovered, up } of given.monitors)
    await run`insert into incident_monitors (incident_id, monitor_id, project_id, failing_since, recovered_at, observed_up)
       values (${id}, ${monitorIds[index]}, ${projectId}, ${date(failing)}, ${date(recovered)}, ${JSON.stringify(up)})`;
  return id;
}

/** Stores a world in an empty project. Returns the IDs in the world's order. */
export async function storeWorld(
  projectId: number,
  { isLong, monitors, incidents }: World,
): Promise<{ monitorIds: number[]; incidentIds: number[] }> {
  await ensureRollupMonths(new Date(START), new Date(START + 9 * DAY_MS));
  await ensurePartitionsFor(monitors.flatMap(({ results }) => results));
  const monitorIds: number[] = [];
  for (const monitor of monitors) monitorIds.push(await storeMonitor(projectId, monitor, isLong));
  const incidentIds: number[] = [];
  for (const [at, incident] of incidents.entries())
    incidentIds.push(await storeIncident(projectId, at + 1, incident, monitorIds));
  return { monitorIds, incidentIds };
}
