import type { Selectable } from "kysely";
import { read } from "@/lib/store/core/connection/statements";
import type { Database } from "@/lib/store/schema/tables";

/** A raw result; `detail` is what ingest stored beside the columns. */
export type ResultRow = Omit<Selectable<Database["results"]>, "project_id" | "unevaluated">;

export interface ResultQuery {
  regions: string[];
  outcomes: number[];
  from: Date | null;
  to: Date | null;
  /** Only failures whose request and response are stored. */
  withExchange: boolean;
  /** Cursor: the last row of the previous page. */
  after: { scheduledAt: Date; region: string } | null;
}

/**
 * Returns results newest first, at most `limit`, by keyset. Each region is one backward walk over the primary key, so that
 * neither the number of results nor the depth of the page matters. After the raw results come older failures with stored
 * requests. Returns null when the project has no such monitor.
 */
export async function selectResults(
  projectId: number,
  monitorId: number,
  query: ResultQuery,
  limit: number,
): Promise<ResultRow[] | null> {
  const rows = await read<ResultRow | Record<keyof ResultRow, null>>(
    `select found.* from monitors m left join (
       select page.* from unnest($3::text[]) as wanted (region) cross join lateral (
         (${walk("results", query)}) union all (${walk("kept_failures", query)}) order by scheduled_at desc limit $9) page
       order by page.scheduled_at desc, page.region desc limit $9) found on true
     where m.project_id = $1 and m.id = $2 order by found.scheduled_at desc, found.region desc`,
    [
      projectId,
      monitorId,
      query.regions,
      query.outcomes,
      query.from,
      query.to,
      query.after?.scheduledAt ?? null,
      query.after?.region ?? "",
      limit,
    ],
  );
  if (rows.length === 0) return null;
  return rows.filter((row): row is ResultRow => row.monitor_id !== null);
}

function walk(table: "results" | "kept_failures", { withExchange }: ResultQuery): string {
  return `select monitor_id, scheduled_at, started_at, region, outcome, status_code, total_us, dns_us, connect_us, tls_us,
      first_byte_us, transfer_us, error_code, detail
    from ${table} r
    where r.project_id = $1 and r.monitor_id = $2 and r.region = wanted.region
      and (cardinality($4::smallint[]) = 0 or r.outcome = any ($4))
      and r.scheduled_at >= coalesce($5::timestamptz, '-infinity')
      and r.scheduled_at < coalesce($6::timestamptz, 'infinity')
      and r.scheduled_at <= coalesce($7::timestamptz, 'infinity')
      and (r.scheduled_at < coalesce($7::timestamptz, 'infinity') or r.region < $8)
      ${withExchange ? "and r.detail ? 'trace'" : ""}
    order by r.scheduled_at desc limit $9`;
}
