import { sql } from "kysely";
import { inShard, type Shard } from "@/lib/store/core/shard";
import type { Tx } from "@/lib/store/core/tx";
import { STARTS } from "./delivery-conditions";

/** Returns by event the integrations that have a delivery of a start of the event's incident. */
export async function selectStartRecipients(
  trx: Tx,
  shard: Shard,
  eventIds: readonly number[],
): Promise<Map<number, Set<number>>> {
  if (eventIds.length === 0) return new Map();
  const { rows } = await sql<{ event_id: number; integration_ids: number[] }>`
    select e.id as event_id, array_agg(d.integration_id) as integration_ids
    from events e join deliveries d on d.project_id = e.project_id and d.incident_id = e.incident_id
      join events s on s.project_id = d.project_id and s.id = d.event_id
    where e.id = any (${eventIds}::bigint[]) and ${inShard("e.project_id", shard)} and s.key in ${sql.raw(STARTS)}
    group by e.id`.execute(trx);
  return new Map(rows.map((row) => [row.event_id, new Set(row.integration_ids)]));
}
