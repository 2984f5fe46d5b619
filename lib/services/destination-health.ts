import type { DestinationHealth } from "@/lib/contract/destination-health";
import { isoSeconds } from "@/lib/shared/clock";
import { type DestinationHealthRow, selectDestinationHealth } from "@/lib/store/destination-health";
import { type Caller, projectOf, requirePermission } from "./caller";

/** How telling each destination of the project goes. */
export async function getDestinationHealth(caller: Caller): Promise<{ destinations: DestinationHealth[] }> {
  requirePermission(caller, "platform:read");
  return { destinations: (await selectDestinationHealth(projectOf(caller))).map(toHealth) };
}

function toHealth(row: DestinationHealthRow): DestinationHealth {
  return {
    integration_id: row.integration_id,
    last: lastOf(row),
    failures_in_a_row: row.failures_in_a_row,
    retrying:
      row.retry_id !== null && row.retry_at
        ? { delivery_id: row.retry_id, reason: row.retry_reason, next_attempt_at: isoSeconds(row.retry_at) }
        : null,
    pause_reason: row.pause_reason,
  };
}

function lastOf(row: DestinationHealthRow): DestinationHealth["last"] {
  const { last_id: id, last_event: event, last_status: status, last_at: at, last_reason: reason } = row;
  if (id === null || event === null || status === null || at === null) return null;
  return { delivery_id: id, event, status, at: isoSeconds(at), reason };
}
