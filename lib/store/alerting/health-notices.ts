import { sql } from "kysely";
import type { Tx } from "@/lib/store/core/tx";

/** What owners have to know about the installation's own health. `region` null: the local runner, which serves many. */
export interface HealthNotice {
  kind: "doubt" | "quarantine";
  region: string | null;
  name: string;
  reason: string;
}

/** A network that comes and goes is one episode for so long. */
const EPISODE = sql`interval '1 hour'`;
/** A runner not heard of for longer says nothing of the present. */
const HEARD = sql`interval '2 minutes'`;

/** Takes what nobody was told of yet, and marks it as told: by the database's clock, in the caller's transaction. */
export async function takeHealthNotices(trx: Tx): Promise<HealthNotice[]> {
  const doubts = await sql<HealthNotice>`
    update runners set doubt_noticed_at = now()
    where report ->> 'doubt' is not null and revoked_at is null and last_seen_at > now() - ${HEARD}
      and (doubt_noticed_at is null or doubt_noticed_at < now() - ${EPISODE})
    returning 'doubt' as kind, region, name, report ->> 'doubt' as reason`.execute(trx);
  const quarantines = await sql<HealthNotice>`
    update region_quarantines set noticed_since = since
    where kind = 'quarantined' and released_at is null and noticed_since is distinct from since
    returning 'quarantine' as kind, region, region as name, reason`.execute(trx);
  return [...doubts.rows, ...quarantines.rows];
}

/** Organizations that watch from a region; from any when it is null. */
export async function organizationsWatching(trx: Tx, region: string | null): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct p.organization_id from region_states r join projects p on p.id = r.project_id
    where ${region}::text is null or r.region = ${region} order by 1`.execute(trx);
  return rows.map((row) => row.organization_id);
}
