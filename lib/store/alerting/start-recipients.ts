import { sql } from "kysely";
import { inShard, type Shard } from "@/lib/store/core/shard";
import type { Tx } from "@/lib/store/core/tx";
import { STARTS } from "./delivery-conditions";

/** Returns by incident the integrations that have a delivery of one of its starts. */
export async function selectStartRecipients(
  trx: Tx,
  shard: Shard,
  incidentIds: readonly number[],
): Promise<Map<number, Set<number>>> {
  if (incidentIds.length === 0) return new Map();
  const { rows } = await sql<{ incident_id: number; integration_ids: number[] }>`
    select d.incident_id, array_agg(d.integration_id) as integration_ids
    from deliveries d join events e on e.project_id = d.project_id and e.id = d.event_id
    where d.incident_id = any (${incidentIds}::bigint[]) and ${inShard("d.project_id", shard)} and e.key in ${sql.raw(STARTS)}
    group by d.incident_id`.execute(trx);
  return new Map(rows.map((row) => [row.incident_id, new Set(row.integration_ids)]));
}
