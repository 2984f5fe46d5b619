import type { Result, ResultFilter } from "@/lib/contract/checks/results";
import { found, invalidField } from "@/lib/contract/core/errors";
import { REGION_CODES, type Region } from "@/lib/contract/core/regions";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { isoSeconds } from "@/lib/shared/clock";
import { type ResultQuery, type ResultRow, selectResults } from "@/lib/store/checks/result-list";
import { OUTCOMES } from "@/lib/store/checks/result-writes";

export interface ResultsPage {
  items: Result[];
  /** Null on the last page. */
  nextCursor: string | null;
}

/** Returns one page of raw results, newest first. Paging stays stable while new results arrive. */
export async function listResults(
  caller: Caller,
  monitorId: number,
  filter: ResultFilter,
): Promise<ResultsPage> {
  requirePermission(caller, "uptime:read");
  const query: ResultQuery = {
    regions: filter.region?.length ? filter.region : REGION_CODES,
    outcomes: (filter.outcome ?? []).map((outcome) => OUTCOMES.indexOf(outcome)),
    from: filter.from ?? null,
    to: filter.to ?? null,
    withExchange: filter.with_trace === "true",
    after: filter.cursor ? decodeCursor(filter.cursor) : null,
  };
  const rows = found(await selectResults(projectOf(caller), monitorId, query, filter.per_page + 1));
  const shown = rows.slice(0, filter.per_page);
  const last = shown.at(-1);
  return {
    items: shown.map(toResult),
    nextCursor: rows.length > shown.length && last ? encodeCursor(last) : null,
  };
}

function encodeCursor(row: ResultRow): string {
  return Buffer.from(`${row.scheduled_at.getTime()}|${row.region}`).toString("base64url");
}

function decodeCursor(cursor: string): NonNullable<ResultQuery["after"]> {
  const [ms, region] = Buffer.from(cursor, "base64url").toString("latin1").split("|");
  if (!/^\d{1,15}$/.test(ms ?? "") || !REGION_CODES.includes(region as Region)) {
    throw invalidField("cursor", "The cursor must be the next_cursor of the previous page.");
  }
  return { scheduledAt: new Date(Number(ms)), region: region as Region };
}

function toResult(row: ResultRow): Result {
  const detail = (row.detail ?? {}) as Partial<Result> & { message?: string | null; send_us?: number | null };
  return {
    monitor_id: row.monitor_id,
    region: row.region as Region,
    scheduled_at: isoSeconds(row.scheduled_at),
    started_at: isoSeconds(row.started_at),
    outcome: OUTCOMES[row.outcome] ?? "inconclusive",
    status_code: row.status_code,
    error: row.error_code ? { code: row.error_code, message: detail.message ?? "" } : null,
    timings: {
      total: row.total_us,
      dns: row.dns_us,
      connect: row.connect_us,
      tls: row.tls_us,
      send: detail.send_us ?? null,
      first_byte: row.first_byte_us,
      transfer: row.transfer_us,
    },
    remote_address: detail.remote_address ?? null,
    assertions: detail.assertions ?? [],
    warnings: detail.warnings ?? [],
    redirects: detail.redirects ?? [],
    certificate: detail.certificate ?? null,
    ...(detail.details && { details: detail.details }),
    trace: detail.trace ?? null,
  };
}
