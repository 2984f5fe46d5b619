import { sql } from "kysely";
import type { Tx } from "@/lib/store/core/tx";

/**
 * Ends every lease of events and notifications. Only call it before the dispatcher starts, on a database without other servers:
 * the embedded one has a single owner, so any lease belongs to a dead process. Events that wait for news are judged again.
 */
export async function endAllLeases(trx: Tx): Promise<void> {
  await sql`update events set fan_out_after = null where fanned_out_at is null and fan_out_after is not null`.execute(
    trx,
  );
  await sql`update deliveries set leased_until = null where status = 'pending' and leased_until is not null`.execute(
    trx,
  );
  await sql`update push_deliveries set leased_until = null where status = 'pending' and leased_until is not null`.execute(
    trx,
  );
}
