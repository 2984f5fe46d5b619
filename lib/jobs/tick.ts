import { sendHealthNotices } from "@/lib/alerting/health-notices";
import { beat } from "@/lib/alerting/heartbeat";
import { sweepNotifications } from "@/lib/alerting/sweep";
import { endHeldIncidents } from "@/lib/engine/flapping";
import { announceDueUpdates } from "@/lib/engine/incident-announcement";
import { advanceWindows } from "@/lib/engine/maintenance";
import { extendRecurrences } from "@/lib/engine/recurrence";
import { markSilentRegions } from "@/lib/engine/silence";
import { now } from "@/lib/shared/clock";
import { freeStuckQueues } from "@/lib/store/core/stuck-locks";
import { tx } from "@/lib/store/core/tx";
import { PROBES, purge } from "@/lib/store/retention/purges";
import { runSteps } from "./steps";

const STEPS: Record<string, () => Promise<unknown>> = {
  recurrences: () => extendRecurrences(now()),
  maintenance: () => advanceWindows(now()),
  held_recoveries: () => endHeldIncidents(now()),
  silent_regions: () => markSilentRegions(now()),
  due_updates: () => announceDueUpdates(now()),
  telling: sweepNotifications,
  own_health: sendHealthNotices,
  heartbeat: beat,
  stuck_queues: () => tx(freeStuckQueues),
  old_probes: () => purge(PROBES),
};

const SAME_MISS_S = 30;

/** Runs every minute and processes what is due by time alone. A failing step does not stop the others. */
export function tick(): Promise<void> {
  return runSteps("minute tick", STEPS, SAME_MISS_S);
}
