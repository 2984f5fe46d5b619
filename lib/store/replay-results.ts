import type { StoredResult } from "@/lib/domain/replay";
import { pool } from "./pool";
import { OUTCOMES } from "./result-writes";

const PAGE_MS = 6 * 3600_000;

type Row = [
  region: string,
  slot: number,
  startedAt: number,
  totalUs: number | null,
  outcome: number,
  code: string | null,
  message: string | null,
];

const PAGE = `
  select region, extract(epoch from scheduled_at)::float8 * 1000, extract(epoch from started_at)::float8 * 1000, total_us,
    outcome, error_code, case when outcome = 1 then detail->>'message' end
  from results where project_id = $1 and monitor_id = $2 and scheduled_at >= $3 and scheduled_at < $4
  order by scheduled_at, region`;

/**
 * Stored results of one monitor as the rules take them, oldest first, in pages of six hours: inside one partition, 4,320 results
 * at 30 seconds and six regions, so that others are served in between. Only one page is in memory; each statement has the pool's
 * timeout.
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
    const { rows } = await pool().query<Row>({ text: PAGE, values, rowMode: "array" });
    if (rows.length > 0) yield rows.map(toResult);
    start = end;
  }
}

function toResult([region, slot, startedAt, totalUs, outcome, code, message]: Row): StoredResult {
  return {
    region,
    slot,
    startedAt,
    durationMs: (totalUs ?? 0) / 1000,
    outcome: OUTCOMES[outcome] ?? "inconclusive",
    error: code ? { code, message: message ?? code } : null,
  };
}
