import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { concernedMonitors, MUTED_BY_WINDOW } from "@/lib/domain/alerting/policy";
import type { Shard } from "@/lib/store/core/shard";
import type { Tx } from "@/lib/store/core/tx";
import { holdMutes } from "@/lib/store/maintenance/effects";

interface Kept {
  readonly facts: EventFacts | null;
  readonly reason: string;
}

/**
 * Returns those of a shard's notifications that are still kept back. The window that muted the others has ended since, and
 * didn't release them, because they weren't muted yet. They stay due and are decided about again.
 */
export async function stillKept<T extends Kept>(trx: Tx, shard: Shard, kept: readonly T[]): Promise<T[]> {
  const ids = kept.flatMap(mutedMonitors);
  const muted = ids.length > 0 ? await holdMutes(trx, shard, ids) : new Set();
  return kept.filter((one) => mutedMonitors(one).every((id) => muted.has(id)));
}

function mutedMonitors({ facts, reason }: Kept): number[] {
  return facts && reason === MUTED_BY_WINDOW ? concernedMonitors(facts).map(({ id }) => id) : [];
}
