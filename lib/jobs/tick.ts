import { endHeldIncidents } from "@/lib/engine/flapping";
import { announceDueUpdates } from "@/lib/engine/incident-announcement";
import { advanceWindows } from "@/lib/engine/maintenance";
import { extendRecurrences } from "@/lib/engine/recurrence";
import { markSilentRegions } from "@/lib/engine/silence";
import { tellOwnHealth } from "@/lib/services/health-notices";
import { beat } from "@/lib/services/heartbeat";
import { sweepTelling } from "@/lib/services/telling-sweep";
import { now } from "@/lib/shared/clock";
import { PROBES, purge } from "@/lib/store/purges";
import { freeStuckQueues } from "@/lib/store/stuck-locks";
import { tx } from "@/lib/store/tx";
import { runSteps } from "./steps";

const STEPS: Record<string, () => Promise<unknown>> = {
  recurrences: () => extendRecurrences(now()),
  maintenance: () => advanceWindows(now()),
  held_recoveries: () => endHeldIncidents(now()),
  silent_regions: markSilentRegions,
  due_updates: () => announceDueUpdates(now()),
  telling: sweepTelling,
  own_health: tellOwnHealth,
  heartbeat: beat,
  stuck_queues: () => tx(freeStuckQueues),
  old_probes: () => purge(PROBES),
};

const SAME_MISS_S = 30;

/** Every minute: what became due by the clock alone. One step that fails does not keep the others from running. */
export function tick(): Promise<void> {
  return runSteps("minute", STEPS, SAME_MISS_S);
}
