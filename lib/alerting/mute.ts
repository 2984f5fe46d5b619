import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { concernedMonitors, type KeptBack, MUTED_BY_WINDOW } from "@/lib/domain/alerting/policy";
import type { Tx } from "@/lib/store/core/tx";
import { holdMutes } from "@/lib/store/maintenance/effects";

/**
 * Returns whether a notification is still kept back. The window that muted it may have ended since, and would not have released it,
 * because it wasn't muted yet. If so, the notification stays due and is decided about again.
 */
export async function isStillKept(trx: Tx, facts: EventFacts | null, { reason }: KeptBack): Promise<boolean> {
  if (reason !== MUTED_BY_WINDOW || !facts) return true;
  const ids = concernedMonitors(facts).map(({ id }) => id);
  const muted = await holdMutes(trx, ids);
  return ids.every((id) => muted.has(id));
}
