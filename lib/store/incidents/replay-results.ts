import type { StoredResult } from "@/lib/domain/incidents/replay-facts";
import { OUTCOMES } from "@/lib/store/checks/result-writes";
import { read } from "@/lib/store/core/connection/statements";

const PAGE_MS = 6 * 3600_000;

export interface ResultRow {
  region: string;
  /** Epoch milliseconds. */
  scheduledAt: number;
  started_at: number;
  total_us: number | null;
  outcome: number;
  code: string | null;
  message: string | null;
}

const PAGE = `
  select region, extract(epoch from scheduled_at)::float8 * 1000 as "scheduledAt",
    extract(epoch from started_at)::float8 * 1000 as started_at, total_us, outcome, error_code as code,
    case when outcome = 1 then detail->>'message' end as message
  from results where project_id = $1 and monitor_id = $2 and scheduled_at >= $3 and scheduled_at < $4
    and unevaluated is not true
  order by results.started_at, scheduled_at, region`;

/**
 * Yields a monitor's stored results for the incident rules, oldest first, in pages of six hours: within one partition, 4,320
 * results at 30 seconds and six regions, so that other work runs in between. Only one page is in memory; each statement has
 * the pool's timeout.
 */
export async function* resultPages(
  projectId: number,
  monitorId: number,
  from: Date,
  to: Date,
): AsyncGenerator<StoredResult[]> {
  for (let start = from.getTime(); start < to.getTime(); ) {
    const end = Math.min((Math.floor(start / PAGE_MS) + 1) * PAGE_MS, to.getTime());
    const values = [projectId, monitorId, new Date(start), new Date(end)];
    const rows = await read<ResultRow>(PAGE, values);
    if (rows.length > 0) yield rows.map(toStoredResult);
    start = end;
  }
}

/** Converts a stored row to the form that the incident rules take. */
export function toStoredResult({ region, scheduledAt, ...row }: ResultRow): StoredResult {
  return {
    region,
    scheduledAt,
    startedAt: row.started_at,
    durationMs: (row.total_us ?? 0) / 1000,
    outcome: OUTCOMES[row.outcome] ?? "inconclusive",
    error: row.code ? { code: row.code, message: row.message ?? row.code } : null,
  };
}
