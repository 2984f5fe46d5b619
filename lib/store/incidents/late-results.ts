import { sql } from "kysely";
import type { UpInterval } from "@/lib/domain/checks/availability";
import { START_DELAY_MAX_MS } from "@/lib/domain/checks/result-times";
import type { RecordedIncident } from "@/lib/domain/incidents/recorded-incident";
import type { StoredResult } from "@/lib/domain/incidents/replay-facts";
import { CONCLUSIVE_MAX } from "@/lib/store/checks/result-writes";
import { among, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import { type ResultRow, toStoredResult } from "./replay-results";
import { INCIDENT_SPAN } from "./span";

export interface ResultKey {
  readonly monitorId: number;
  readonly region: string;
  /** Epoch milliseconds. */
  readonly scheduledAt: number;
  /** Whether it's up or down. Such a result replaces one of another runner that isn't. */
  readonly isConclusive: boolean;
}

export function resultKey({ monitorId, region, scheduledAt }: Omit<ResultKey, "isConclusive">): string {
  return `${monitorId} ${region} ${scheduledAt}`;
}

/** Returns the results that change nothing because they, or others that they don't replace, are already stored, by `resultKey`. */
export async function storedAmong(
  trx: Tx,
  projects: Projects,
  keys: readonly ResultKey[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<Omit<ResultKey, "isConclusive">>`
    select r.monitor_id as "monitorId", r.region, extract(epoch from r.scheduled_at)::float8 * 1000 as "scheduledAt"
    from unnest(${keys.map((key) => key.monitorId)}::bigint[], ${keys.map((key) => key.region)}::text[],
      ${keys.map((key) => new Date(key.scheduledAt).toISOString())}::timestamptz[],
      ${keys.map((key) => key.isConclusive)}::boolean[]) as k(monitor_id, region, scheduled_at, is_conclusive)
    join results r on r.monitor_id = k.monitor_id and r.region = k.region and r.scheduled_at = k.scheduled_at
      and (r.outcome <= ${CONCLUSIVE_MAX} or not k.is_conclusive)
    where ${among("r.project_id", projects)}`.execute(trx);
  return new Set(rows.map((row) => resultKey({ ...row, scheduledAt: Math.round(row.scheduledAt) })));
}

/** Returns a monitor's evaluated results that started at or after `from` and were scheduled before `to`, oldest first. */
export async function judgedResults(
  trx: Tx,
  monitor: { project_id: number; id: number; regions: readonly string[] },
  from: Date,
  to: Date,
): Promise<StoredResult[]> {
  const { rows } = await sql<ResultRow>`
    select region, extract(epoch from scheduled_at)::float8 * 1000 as "scheduledAt",
      extract(epoch from started_at)::float8 * 1000 as started_at, total_us, outcome, error_code as code,
      case when outcome = 1 then detail->>'message' end as message
    from results where project_id = ${monitor.project_id} and monitor_id = ${monitor.id} and region = any (${monitor.regions}::text[])
      and scheduled_at >= ${new Date(from.getTime() - START_DELAY_MAX_MS)} and scheduled_at < ${to} and started_at >= ${from}
      and unevaluated is not true
    order by results.started_at, scheduled_at, region`.execute(trx);
  return rows.map(toStoredResult);
}

/** Returns the monitor's automatic incidents that were open at or after `since`, oldest first, locked. */
export async function recordedIncidents(
  trx: Tx,
  projectId: number,
  monitorId: number,
  since: Date,
): Promise<RecordedIncident[]> {
  // Citus locks rows only in statements without correlated subqueries. Locked, so that the second statement sees the latest.
  const isRecorded = sql`im.project_id = ${projectId} and im.monitor_id = ${monitorId} and i.project_id = ${projectId} and i.type = 'monitor'
    and coalesce(i.recovery_at, 'infinity') >= ${since}`;
  await sql`select i.id from incident_monitors im join incidents i on i.project_id = im.project_id and i.id = im.incident_id
    where ${isRecorded} order by i.id for no key update of i`.execute(trx);
  const { rows } = await sql<{
    id: number;
    start: Date;
    finish: Date | null;
    status: RecordedIncident["status"];
    stable_at: Date | null;
    observed_up: UpInterval[];
    fixed: boolean;
  }>`
    select i.id, span.start, span.finish, i.status, i.stable_at, im.observed_up, i.times_by_hand or joined.shared as fixed
    from incident_monitors im join incidents i on i.project_id = im.project_id and i.id = im.incident_id ${sql.raw(INCIDENT_SPAN)}
    where ${isRecorded} order by i.id`.execute(trx);
  return rows
    .map((row) => ({
      id: row.id,
      at: row.start.getTime(),
      recoveredAt: row.finish?.getTime() ?? null,
      status: row.status,
      waitingUntil: row.stable_at?.getTime() ?? null,
      up: row.observed_up,
      fixed: row.fixed,
    }))
    .sort((a, b) => a.at - b.at || a.id - b.id);
}

/** Returns which of the monitors had an automatic incident at or after `since`. */
export async function troubledSince(
  trx: Tx,
  projects: Projects,
  monitorIds: readonly number[],
  since: Date,
): Promise<Set<number>> {
  if (monitorIds.length === 0) return new Set();
  const { rows } = await sql<{ monitor_id: number }>`
    select distinct im.monitor_id from incident_monitors im join incidents i on i.project_id = im.project_id and i.id = im.incident_id
    where im.monitor_id = any (${monitorIds}::bigint[]) and ${among("im.project_id", projects)} and i.type = 'monitor' and i.withdrawn_at is null
      and coalesce(i.recovery_at, 'infinity') >= ${since}`.execute(trx);
  return new Set(rows.map(({ monitor_id: id }) => id));
}

/** Returns when the monitor's check or rules were last changed; null when they never were. */
export async function judgedSince(trx: Tx, projectId: number, monitorId: number): Promise<Date | null> {
  const row = await trx
    .selectFrom("monitors")
    .select("judged_since")
    .where("project_id", "=", projectId)
    .where("id", "=", monitorId)
    .executeTakeFirstOrThrow();
  return row.judged_since;
}
