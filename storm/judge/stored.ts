import { sql } from "kysely";
import { OUTCOMES } from "@/lib/store/checks/result-writes";
import { pool } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { judgedResults, recordedIncidents } from "@/lib/store/incidents/late-results";
import { quarantinesForReplay } from "@/lib/store/incidents/replay-facts";
import type { Generated } from "./generated";
import type { MonitorStory } from "./incidents";

const MICROS = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;
const FAR = new Date("9999-01-01");
const MILLIS = (column: string) => `extract(epoch from ${column})::float8 * 1000`;

export interface StoredResult extends Generated {
  readonly committedUs: number;
  readonly scheduledMs: number;
  readonly startedMs: number;
  readonly error: { code: string; message: string } | null;
}

interface ResultRow {
  monitor: number;
  region: string;
  scheduledMs: number;
  started: number;
  outcome: number;
  error_code: string | null;
  committed: number;
}

/** Returns how often late results corrected or withdrew an incident. */
export async function correctionCount(): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    "select count(*)::int as count from incident_timeline where kind = 'corrected'",
  );
  return rows[0]?.count ?? 0;
}

/**
 * Returns every stored result with the time of its commit (needs track_commit_timestamp), for commits until
 * `untilMs`.
 */
export async function storedResults(untilMs: number): Promise<StoredResult[]> {
  const { rows } = await pool().query<ResultRow>(
    `select monitor_id as monitor, region, ${MILLIS("scheduled_at")} as "scheduledMs", ${MILLIS("started_at")} as started,
       outcome, error_code, ${MICROS("pg_xact_commit_timestamp(xmin)")} as committed
     from results where pg_xact_commit_timestamp(xmin) <= $1 order by committed, "scheduledMs"`,
    [new Date(untilMs)],
  );
  return rows.map((row) => ({
    monitor: row.monitor,
    region: row.region,
    scheduledAt: new Date(row.scheduledMs).toISOString(),
    startedAt: new Date(row.started).toISOString(),
    outcome: OUTCOMES[row.outcome] ?? "unknown",
    committedUs: row.committed,
    scheduledMs: row.scheduledMs,
    startedMs: row.started,
    error: row.error_code ? { code: row.error_code, message: row.error_code } : null,
  }));
}

export interface MonitorRow {
  readonly id: number;
  readonly regions: string[];
  readonly intervalMs: number;
  readonly timeoutMs: number;
  readonly rules: { consecutiveFailures: number; consecutiveSuccesses: number; regionsRequired: number };
}

export async function storedMonitors(): Promise<MonitorRow[]> {
  const { rows } = await pool().query(
    `select id, regions, interval_seconds * 1000 as "intervalMs", timeout_ms as "timeoutMs",
       json_build_object('consecutiveFailures', incident_confirmations, 'consecutiveSuccesses',
         recovery_confirmations, 'regionsRequired', region_threshold) as rules
     from monitors order by id`,
  );
  return rows as MonitorRow[];
}

/** Returns every monitor with all its evaluated results and its recorded incidents, as of one moment. */
export function storedStories(): Promise<MonitorStory[]> {
  return tx(async (trx) => {
    await sql`set transaction isolation level repeatable read`.execute(trx);
    const stories: MonitorStory[] = [];
    for (const { id, regions, intervalMs, timeoutMs, rules } of await storedMonitors()) {
      const settings = { ...rules, intervalSeconds: intervalMs / 1000 };
      const quarantines = await quarantinesForReplay(regions, FAR, trx);
      const facts = { monitorId: id, regions, timeoutMs, pauses: [], quarantines };
      const results = await judgedResults(trx, { id, regions }, new Date(0), FAR);
      stories.push({ facts, settings, results, recorded: await recordedIncidents(trx, id, new Date(0)) });
    }
    return stories;
  });
}

/**
 * Returns incidents that end before they start, and those whose row contradicts their timeline although late results never
 * corrected them.
 */
export async function contradictoryIncidents(): Promise<string[]> {
  const { rows } = await pool().query<{ slug: string; incident_at: Date; recovery_at: Date | null }>(
    `select slug, incident_at, recovery_at from incidents i
     where recovery_at < incident_at or (recovery_at is null) <> (status <> 'recovered')
       or (not exists (select from incident_timeline t where t.incident_id = i.id and kind = 'corrected')
         and (incident_at is distinct from (select min(occurred_at) from incident_timeline t where t.incident_id = i.id and kind = 'opened')
         or recovery_at is distinct from (select max(occurred_at) from incident_timeline t where t.incident_id = i.id and kind = 'recovered')))`,
  );
  return rows.map(
    ({ slug, incident_at, recovery_at }) =>
      `${slug}: ${incident_at.toISOString()} … ${recovery_at?.toISOString() ?? "open"}`,
  );
}

const SILENT = `
  select monitor_id as monitor, region, ${MICROS("pg_xact_commit_timestamp(xmin)")} as committed
  from region_states where silent`;
const POLL_MS = 200;

export interface Silence {
  readonly monitor: number;
  readonly region: string;
  readonly committedUs: number;
}

/** Continuously records which regions were marked silent, and by which commit, because the states keep no history. */
export class SilenceWatch {
  readonly seen = new Map<string, Silence>();
  private readonly timer = setInterval(() => void this.look(), POLL_MS);

  stop(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    const { rows } = await pool().query<{ monitor: number; region: string; committed: number }>(SILENT);
    for (const { monitor, region, committed } of rows)
      this.seen.set(`${monitor} ${region} ${committed}`, { monitor, region, committedUs: committed });
  }
}
