import { sql } from "kysely";
import type { Tx } from "@/lib/store/core/tx";
import { ALIVE_SECONDS } from "./runners";

export interface SilentRunner {
  name: string;
  kind: "local" | "remote";
  /** Null for the built-in runner. */
  region: string | null;
  last_seen_at: Date;
  /** Remote runners that are alive in its region. */
  others: string[];
  hasLocal: boolean;
}

/**
 * Restarting a machine isn't worth a notice. Silence must be seen by two checks instead of computed from the last report,
 * because after the server or the database was unavailable, every runner's last report is old.
 */
const SILENT_FOR = sql`interval '4 minutes'`;
/** A runner that comes and goes is reported once per this interval. */
const EPISODE = sql`interval '1 hour'`;

/**
 * Returns the silent runners that no notice was sent for, and marks them as reported. Built-in runners only count when none is
 * alive and `isMissed`; then the newest one alone served a region that monitors use.
 */
export async function takeSilentRunners(trx: Tx, isMissed: boolean): Promise<SilentRunner[]> {
  const alive = sql`revoked_at is null and last_seen_at > now() - make_interval(secs => ${ALIVE_SECONDS})`;
  // Also one that reported between two checks and is silent again.
  await sql`update runners set silence_noted_at = null
    where silence_noted_at is not null and (${alive} or last_seen_at > silence_noted_at)`.execute(trx);
  await sql`update runners set silence_noted_at = now()
    where silence_noted_at is null and revoked_at is null and last_seen_at is not null and not (${alive})`.execute(
    trx,
  );
  const { rows } = await sql<SilentRunner>`
    update runners r set silence_noticed_at = now()
    where r.revoked_at is null and r.silence_noted_at <= now() - ${SILENT_FOR}
      and (r.silence_noticed_at is null
        or (r.silence_noticed_at < r.last_seen_at and r.silence_noticed_at < now() - ${EPISODE}))
      and (r.kind = 'remote' or (${isMissed} and r.id = (select id from runners
        where kind = 'local' and revoked_at is null order by last_seen_at desc nulls last limit 1)))
    returning r.name, r.kind, r.region, r.last_seen_at,
      array(select o.name from runners o where o.kind = 'remote' and o.region = r.region and o.revoked_at is null
        and o.last_seen_at > now() - make_interval(secs => ${ALIVE_SECONDS}) order by o.id) as others,
      exists (select from runners o where o.kind = 'local' and o.revoked_at is null
        and o.last_seen_at > now() - make_interval(secs => ${ALIVE_SECONDS})) as "hasLocal"`.execute(trx);
  return rows;
}
