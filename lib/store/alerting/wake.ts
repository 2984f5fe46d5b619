import { sql } from "kysely";
import { listen } from "@/lib/store/core/hints";
import type { Tx } from "@/lib/store/core/tx";

/**
 * Wakes the dispatchers of all servers when the transaction commits. If that is lost, they look anyway within a second.
 */
export async function wakeDispatchers(trx: Tx): Promise<void> {
  await sql`select pg_notify('vedette_alerts', '{}')`.execute(trx);
}

/** Calls `onWake` when any server recorded an event or a due delivery. Returns a function that stops it. */
export function onDispatchersWoken(onWake: () => void): () => void {
  return listen("alerts", onWake);
}
