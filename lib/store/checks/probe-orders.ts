import { sql } from "kysely";
import { db } from "@/lib/store/core/pool";

export interface ProbeOrderRow {
  id: string;
  region: string;
  config: unknown;
}

const WAITING_SECONDS = 60;
/** After the check's own timeout: a runner that has said nothing by then froze or died with it. */
export const GIVEN_AGAIN_SECONDS = 10;

/**
 * Takes probes that wait in these regions; each goes to one runner (SKIP LOCKED). One whose runner gave no result in the time of the
 * check and ten seconds is taken from it: what that runner says later counts no more.
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
          and taken_at < now() - make_interval(secs => (config ->> 'timeout_ms')::float8 / 1000 + ${GIVEN_AGAIN_SECONDS})))
        and created_at > now() - make_interval(secs => ${WAITING_SECONDS})
      order by created_at limit ${limit} for update skip locked)
    returning p.id, p.region, p.config`.execute(db());
  return rows;
}

/** Adds what the runner saw. False when the probe is not this runner's, is gone, or has its result. */
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
