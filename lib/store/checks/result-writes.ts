import type { CheckResult } from "@/lib/contract/checks/check";
import { isConclusive } from "@/lib/domain/checks/region-state";
import {
  bigints,
  booleans,
  ints,
  jsonbs,
  milliseconds,
  smallints,
  texts,
  timeOf,
} from "@/lib/store/core/binary-array";
import { prepared } from "@/lib/store/core/connection/prepared";
import { write } from "@/lib/store/core/connection/statements";
import type { Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

/** Check results as stored, by position. */
export const OUTCOMES = ["up", "down", "inconclusive", "missed"] as const;

/** Outcomes up to this one say something about the target. */
export const CONCLUSIVE_MAX = OUTCOMES.indexOf("down");

const FACTS =
  "region, outcome, status_code, total_us, dns_us, connect_us, tls_us, first_byte_us, transfer_us, error_code, detail, unevaluated";

// Joined with monitors, because Citus would take rows of a function alone through the coordinator, and commit them in two phases.
const INSERT = prepared(`
  insert into results (project_id, monitor_id, scheduled_at, started_at, ${FACTS})
  select m.project_id, monitor_id, ${timeOf("scheduled")}, ${timeOf("started")}, ${FACTS}
  from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::smallint[], $7::smallint[], $8::int[], $9::int[], $10::int[],
      $11::int[], $12::int[], $13::int[], $14::text[], $15::jsonb[], $16::boolean[]) r (monitor_id, scheduled, started, ${FACTS})
    join monitors m on m.id = r.monitor_id where m.project_id = any ($1::bigint[])
  on conflict (monitor_id, region, scheduled_at, project_id) do update set started_at = excluded.started_at,
    outcome = excluded.outcome, status_code = excluded.status_code, total_us = excluded.total_us, dns_us = excluded.dns_us,
    connect_us = excluded.connect_us, tls_us = excluded.tls_us, first_byte_us = excluded.first_byte_us,
    transfer_us = excluded.transfer_us, error_code = excluded.error_code, detail = excluded.detail,
    unevaluated = excluded.unevaluated
  where results.outcome > ${CONCLUSIVE_MAX} and excluded.outcome <= ${CONCLUSIVE_MAX}`);

/** A region that was removed since still has results. */
export type WrittenResult = Omit<CheckResult, "region"> & { readonly region: string };

export interface ResultWrite {
  result: WrittenResult;
  /** Stored for its request and response only; incidents don't count it. */
  uncounted?: boolean;
}

/**
 * Inserts raw results of existing monitors, one of each `(monitor, region, scheduled_at)`: the first that says something about the
 * target, else the first. Two runners of a region may have made the same check.
 */
export async function insertResults(
  trx: Tx,
  projects: Projects,
  given: readonly ResultWrite[],
): Promise<void> {
  if (given.length === 0) return;
  const rows = withoutRepeats(given);
  const results = rows.map(({ result }) => result);
  const times = results.map(({ timings }) => timings);
  const columns = [
    projects,
    bigints(results.map(({ monitor }) => monitor)),
    milliseconds(results.map(({ scheduled_at }) => Date.parse(scheduled_at))),
    milliseconds(results.map(({ started_at }) => Date.parse(started_at))),
    texts(results.map(({ region }) => region)),
    smallints(results.map(({ outcome }) => OUTCOMES.indexOf(outcome))),
    smallints(results.map(({ status_code }) => status_code)),
    ints(times.map(({ total }) => total)),
    ints(times.map(({ dns }) => dns)),
    ints(times.map(({ connect }) => connect)),
    ints(times.map(({ tls }) => tls)),
    ints(times.map(({ first_byte }) => first_byte)),
    ints(times.map(({ transfer }) => transfer)),
    texts(results.map(({ error }) => error?.code ?? null)),
    jsonbs(results.map(detailOf)),
    booleans(rows.map(({ uncounted }) => uncounted || null)),
  ];
  await write(INSERT, columns, trx);
}

function withoutRepeats(rows: readonly ResultWrite[]): readonly ResultWrite[] {
  const bySlot = new Map<string, ResultWrite>();
  for (const row of rows) {
    const { monitor, region, scheduled_at } = row.result;
    const slot = `${monitor} ${region} ${scheduled_at}`;
    const first = bySlot.get(slot);
    if (!first || (!isConclusive(first.result.outcome) && isConclusive(row.result.outcome)))
      bySlot.set(slot, row);
  }
  return bySlot.size === rows.length ? rows : [...bySlot.values()];
}
/** Returns details where there is something to explain; a plain success needs none (113 bytes a row). */
function detailOf(result: WrittenResult): string | null {
  if (result.outcome === "up" && result.warnings.length === 0 && result.redirects.length === 0) return null;
  return JSON.stringify({
    message: result.error?.message ?? null,
    send_us: result.timings.send,
    remote_address: result.remote_address,
    assertions: result.assertions,
    warnings: result.warnings,
    redirects: result.redirects,
    certificate: result.certificate,
    trace: result.trace ?? undefined,
    details: result.details,
  });
}
