import { sql } from "kysely";
import { read } from "@/lib/store/core/connection/statements";
import type { Tx } from "@/lib/store/core/tx";
import type { WindowRow } from "./windows";

/** Stores a window that is about to be deleted in those events of its end that subscribers still have to be notified of. */
export async function keepDeletedWindow(trx: Tx, window: WindowRow): Promise<void> {
  const kept = JSON.stringify({ deleted_window: window });
  await sql`update events e set entities = e.entities || ${kept}::jsonb
    where e.project_id = ${window.project_id} and e.key in ('uptime.maintenance_window.completed', 'uptime.maintenance_window.cancelled')
      and (e.entities -> 'maintenance_window' ->> 'id')::bigint = ${window.id}
      and (e.fanned_out_at is null or e.subscribers_due or e.id in (select m.event_id from page_mails m
        where m.sent_at is null and m.dropped_at is null))`.execute(trx);
}

/** Returns the deleted window that an event is about; null if it exists. */
export async function selectDeletedWindow(projectId: number, eventId: number): Promise<WindowRow | null> {
  const rows = await read<{ kept: WindowRow | null }>(
    "select entities -> 'deleted_window' as kept from events where project_id = $1 and id = $2",
    [projectId, eventId],
  );
  const kept = rows[0]?.kept;
  return kept ? { ...kept, starts_at: new Date(kept.starts_at), ends_at: new Date(kept.ends_at) } : null;
}
