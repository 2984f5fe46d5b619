import type { JudgedResult } from "@/lib/domain/region-state";
import { pool } from "./pool";
import { OUTCOMES } from "./result-writes";

interface Row {
  region: string;
  slot: number;
  started_at: number;
  outcome: number;
  error_code: string | null;
  message: string | null;
}

/** Stored results of one monitor as the rules take them, oldest first; as far back as raw results are kept. */
export async function resultsForReplay(
  projectId: number,
  monitorId: number,
  from: Date,
  to: Date,
): Promise<JudgedResult[]> {
  const { rows } = await pool().query<Row>(
    `select region, extract(epoch from scheduled_at)::float8 * 1000 as slot,
       extract(epoch from started_at)::float8 * 1000 as started_at, outcome, error_code, detail->>'message' as message
     from results where project_id = $1 and monitor_id = $2 and scheduled_at >= $3 and scheduled_at < $4
     order by scheduled_at, region`,
    [projectId, monitorId, from, to],
  );
  return rows.map((row) => ({
    region: row.region,
    slot: row.slot,
    startedAt: row.started_at,
    outcome: OUTCOMES[row.outcome] ?? "inconclusive",
    error: row.error_code ? { code: row.error_code, message: row.message ?? row.error_code } : null,
  }));
}
