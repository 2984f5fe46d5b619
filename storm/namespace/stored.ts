import { OUTCOMES } from "@/lib/store/checks/result-writes";
import { pool } from "@/lib/store/core/pool";
import type { Generated } from "./generated";
import type { Learned, Transition } from "./recompute";

const MICROS = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;
const MILLIS = (column: string) => `extract(epoch from ${column})::float8 * 1000`;

export interface StoredResult extends Generated {
  readonly committedUs: number;
  readonly slot: number;
  readonly startedMs: number;
  readonly error: { code: string; message: string } | null;
}

interface ResultRow {
  monitor: number;
  region: string;
  slot: number;
  started: number;
  outcome: number;
  error_code: string | null;
  committed: number;
}

/**
 * Returns every stored result with the time of its commit (needs track_commit_timestamp), for commits until
 * `untilMs`.
 */
export async function storedResults(untilMs: number): Promise<StoredResult[]> {
  const { rows } = await pool().query<ResultRow>(
    `select monitor_id as monitor, region, ${MILLIS("scheduled_at")} as slot, ${MILLIS("started_at")} as started,
       outcome, error_code, ${MICROS("pg_xact_commit_timestamp(xmin)")} as committed
     from results where pg_xact_commit_timestamp(xmin) <= $1 order by committed, slot`,
    [new Date(untilMs)],
  );
  return rows.map((row) => ({
    monitor: row.monitor,
    region: row.region,
    scheduledAt: new Date(row.slot).toISOString(),
    startedAt: new Date(row.started).toISOString(),
    outcome: OUTCOMES[row.outcome] ?? "unknown",
    committedUs: row.committed,
    slot: row.slot,
    startedMs: row.started,
    error: row.error_code ? { code: row.error_code, message: row.error_code } : null,
  }));
}

export interface MonitorRow {
  readonly id: number;
  readonly regions: string[];
  readonly intervalMs: number;
  readonly timeoutMs: number;
  readonly rules: { incidentConfirmations: number; recoveryConfirmations: number; regionThreshold: number };
}

export async function storedMonitors(): Promise<MonitorRow[]> {
  const { rows } = await pool().query(
    `select id, regions, interval_seconds * 1000 as "intervalMs", timeout_ms as "timeoutMs",
       json_build_object('incidentConfirmations', incident_confirmations, 'recoveryConfirmations',
         recovery_confirmations, 'regionThreshold', region_threshold) as rules
     from monitors order by id`,
  );
  return rows as MonitorRow[];
}

/**
 * Returns the transitions in the timelines of each monitor's incidents, in the order they were written until
 * `untilMs`.
 */
export async function storedTransitions(untilMs: number): Promise<Map<number, Transition[]>> {
  const { rows } = await pool().query<{ monitor: number; kind: Transition["kind"]; at: number }>(
    `select m.monitor_id as monitor, t.kind, ${MILLIS("t.occurred_at")} as at
     from incident_timeline t join incident_monitors m on m.incident_id = t.incident_id
     where t.kind in ('opened', 'recovering', 'ongoing', 'recovered', 'recovery_held')
       and pg_xact_commit_timestamp(t.xmin) <= $1 order by t.id`,
    [new Date(untilMs)],
  );
  const transitions = new Map<number, Transition[]>();
  for (const { monitor, kind, at } of rows)
    transitions.set(monitor, [...(transitions.get(monitor) ?? []), { kind, at: Math.round(at) }]);
  return transitions;
}

/** Returns incidents whose row contradicts their timeline, or that end before they start. */
export async function contradictoryIncidents(): Promise<string[]> {
  const { rows } = await pool().query<{ slug: string; incident_at: Date; recovery_at: Date | null }>(
    `select slug, incident_at, recovery_at from incidents i
     where recovery_at < incident_at or (recovery_at is null) <> (status <> 'recovered')
       or incident_at is distinct from (select min(occurred_at) from incident_timeline t where t.incident_id = i.id and kind = 'opened')
       or recovery_at is distinct from (select max(occurred_at) from incident_timeline t where t.incident_id = i.id and kind = 'recovered')`,
  );
  return rows.map(
    ({ slug, incident_at, recovery_at }) =>
      `${slug}: ${incident_at.toISOString()} … ${recovery_at?.toISOString() ?? "open"}`,
  );
}

const SILENT = `
  select monitor_id as monitor, region, ${MICROS("pg_xact_commit_timestamp(xmin)")} as committed
  from region_states where silent`;
const LOOK_MS = 200;

export interface Silence {
  readonly monitor: number;
  readonly event: Extract<Learned, { kind: "silent" }>;
}

/** Continuously records which regions were marked silent, and by which commit, because the states keep no history. */
export class SilenceWatch {
  readonly seen = new Map<string, Silence>();
  private readonly timer = setInterval(() => void this.look(), LOOK_MS);

  stop(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    const { rows } = await pool().query<{ monitor: number; region: string; committed: number }>(SILENT);
    for (const { monitor, region, committed } of rows)
      this.seen.set(`${monitor} ${region} ${committed}`, {
        monitor,
        event: { kind: "silent", region, committedUs: committed },
      });
  }
}
