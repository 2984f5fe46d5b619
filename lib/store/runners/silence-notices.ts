import { sql } from "kysely";
import { NOTICE_AGAIN_SECONDS, SILENCE_NOTICE_SECONDS } from "@/lib/domain/runners/presence";
import type { Tx } from "@/lib/store/core/tx";
import { IS_ALIVE } from "./runners";

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
 * Returns the silent runners that no notice was sent for, and marks them as reported. Built-in runners only count when none is
 * alive and `isMissed`; then the newest one alone served a region that monitors use.
 */
export async function takeSilentRunners(trx: Tx, isMissed: boolean): Promise<SilentRunner[]> {
  // Also one that reported between two checks and is silent again.
  await sql`update runners set silence_noted_at = null
    where silence_noted_at is not null and (${IS_ALIVE} or last_seen_at > silence_noted_at)`.execute(trx);
  await sql`update runners set silence_noted_at = now()
    where silence_noted_at is null and revoked_at is null and last_seen_at is not null and not ${IS_ALIVE}`.execute(
    trx,
  );
  const { rows } = await sql<SilentRunner>`
    update runners r set silence_noticed_at = now()
    where r.revoked_at is null and r.silence_noted_at <= now() - make_interval(secs => ${SILENCE_NOTICE_SECONDS})
      and (r.silence_noticed_at is null
        or (r.silence_noticed_at < r.last_seen_at and r.silence_noticed_at < now() - make_interval(secs => ${NOTICE_AGAIN_SECONDS})))
      and (r.kind = 'remote' or (${isMissed} and r.id = (select id from runners
        where kind = 'local' and revoked_at is null order by last_seen_at desc nulls last limit 1)))
    returning r.name, r.kind, r.region, r.last_seen_at,
      array(select o.name from runners o where o.kind = 'remote' and o.region = r.region and ${IS_ALIVE}
        order by o.id) as others,
      exists (select 1 from runners o where o.kind = 'local' and ${IS_ALIVE}) as "hasLocal"`.execute(trx);
  return rows;
}
