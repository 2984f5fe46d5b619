import { sql } from "kysely";
import { REASSIGNED_SECONDS, REQUEST_WAITS_SECONDS } from "@/lib/domain/runners/presence";
import { db } from "@/lib/store/core/pool";

export interface ProbeOrderRow {
  id: string;
  region: string;
  config: unknown;
}

/**
 * Assigns waiting probes of these regions to runners, each to one (SKIP LOCKED). A probe without a result
 * after its check's timeout is assigned again, and the first runner's later result is ignored.
 */
export async function takeProbes(
  runnerId: number,
  regions: readonly string[],
  limit: number,
): Promise<ProbeOrderRow[]> {
  const { rows } = await sql<ProbeOrderRow>`
    update probe_requests p set taken_by = ${runnerId}, taken_at = now(), phases = '[]'
    where p.id in (
      select id from probe_requests where region = any (${regions}::text[])
        and (taken_at is null or (result is null
          and taken_at < now() - make_interval(secs => (config ->> 'timeout_ms')::float8 / 1000 + ${REASSIGNED_SECONDS})))
        and created_at > now() - make_interval(secs => ${REQUEST_WAITS_SECONDS})
      order by created_at limit ${limit} for update skip locked)
    returning p.id, p.region, p.config`.execute(db());
  return rows;
}

/** Adds a runner's result. Returns false when the probe belongs to another runner, is gone, or has its result. */
export async function progressProbe(
  runnerId: number,
  probeId: string,
  phases: readonly unknown[],
  result: unknown,
): Promise<boolean> {
  const done = await sql`
    update probe_requests set phases = phases || ${JSON.stringify(phases)}::jsonb,
      result = ${result === null ? null : JSON.stringify(result)}::jsonb
    where id = ${probeId} and taken_by = ${runnerId} and result is null`.execute(db());
  return (done.numAffectedRows ?? 0n) > 0n;
}
