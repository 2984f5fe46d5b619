import type { EventFacts } from "@/lib/domain/alerting/event-facts";
import { concernedMonitors, MUTED_BY_WINDOW } from "@/lib/domain/alerting/policy";
import type { Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import { holdMutes } from "@/lib/store/maintenance/effects";

interface Kept {
  readonly facts: EventFacts | null;
  readonly reason: string;
}

/**
 * Returns the notifications of a projects that are still muted. The window that muted the others has ended in the meantime
 * and didn't release them, because they weren't muted yet. They stay due, and the policy decides about them again.
 */
export async function stillKept<T extends Kept>(
  trx: Tx,
  projects: Projects,
  kept: readonly T[],
): Promise<T[]> {
  const ids = kept.flatMap(mutedMonitors);
  const muted = ids.length > 0 ? await holdMutes(trx, projects, ids) : new Set();
  return kept.filter((one) => mutedMonitors(one).every((id) => muted.has(id)));
}

function mutedMonitors({ facts, reason }: Kept): number[] {
  return facts && reason === MUTED_BY_WINDOW ? concernedMonitors(facts).map(({ id }) => id) : [];
}
