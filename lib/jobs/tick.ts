import { sendHealthNotices } from "@/lib/alerting/health/health-notices";
import { beat } from "@/lib/alerting/health/heartbeat";
import { sweepNotifications } from "@/lib/alerting/sweep";
import { remindOfWindows } from "@/lib/alerting/window-reminders";
import { completeRecoveries } from "@/lib/engine/flapping";
import { hasSpaceForResults } from "@/lib/engine/health/disk-space";
import { evaluateDueHeartbeats } from "@/lib/engine/heartbeats/deadlines";
import { announceDueUpdates } from "@/lib/engine/incident-announcement";
import { advanceWindows } from "@/lib/engine/maintenance";
import { finishDeletedProjects } from "@/lib/engine/project-deletion";
import { extendRecurrences } from "@/lib/engine/recurrence";
import { markSilentRegions } from "@/lib/engine/silence";
import { simulateMinute } from "@/lib/services/reports/demo/simulate";
import { now } from "@/lib/shared/clock";
import { tx } from "@/lib/store/core/tx";
import { PROBES, purge } from "@/lib/store/retention/purges";
import { selectProjectsWithPages } from "@/lib/store/status-pages/pages";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { runSteps } from "./steps";

const STEPS: Record<string, () => Promise<unknown>> = {
  demo: () => simulateMinute(now()),
  recurrences: () => extendRecurrences(now()),
  maintenance: () => advanceWindows(now()),
  maintenance_reminders: remindOfWindows,
  waiting_recoveries: () => completeRecoveries(now()),
  heartbeats: () => evaluateDueHeartbeats(now()),
  silent_regions: () => markSilentRegions(now()),
  due_updates: () => announceDueUpdates(now()),
  notifications: sweepNotifications,
  own_health: sendHealthNotices,
  heartbeat: beat,
  deleted_projects: () => finishDeletedProjects(now()),
  old_probes: () => purge(PROBES),
};

const SAME_MISS_S = 30;

/** Runs every minute and processes what is due by time alone. A failing step does not stop the others. */
export function tick(): Promise<void> {
  return runSteps("minute tick", STEPS, SAME_MISS_S);
}

/**
 * Requests a look at all pages every minute, because "checked at" and the day bars change even without events. Each request has its own
 * transaction, so that no change of a project waits for the others.
 */
export async function renderAllPages(): Promise<void> {
  // Rewriting every page each minute would use up the remaining space. A page whose incidents change is still rendered.
  if (!hasSpaceForResults()) return;
  const projects = await selectProjectsWithPages();
  for (const projectId of projects) await tx((trx) => requestPageRender(trx, projectId));
}
