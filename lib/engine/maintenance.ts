import { dueState, type WindowState } from "@/lib/domain/maintenance/windows";
import { isoSeconds } from "@/lib/shared/clock";
import { recordEvent } from "@/lib/store/alerting/events";
import { releaseMuted } from "@/lib/store/alerting/muted";
import { hint } from "@/lib/store/core/hints";
import { addJob } from "@/lib/store/core/jobs";
import { eachPart, type Projects } from "@/lib/store/core/sharding/projects";
import { eachApart, type Tx, tx } from "@/lib/store/core/tx";
import { noteOpenIncidents } from "@/lib/store/incidents/writes";
import { keepDeletedWindow } from "@/lib/store/maintenance/deleted-windows";
import { monitorEntities, refreshWindowPauses } from "@/lib/store/maintenance/effects";
import { lockDueWindows, updateWindowRow, type WindowRow } from "@/lib/store/maintenance/windows";
import { bumpConfigVersion } from "@/lib/store/runners/config-version";
import { announceLater } from "@/lib/store/status-pages/due-announcements";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";

const BATCH = 50;

/** Schedules the window's next transition, to the second. The minute tick covers a lost job. */
export async function scheduleWindow(trx: Tx, windowId: number, runAt: Date): Promise<void> {
  await addJob(trx, "maintenance", {}, { key: `maintenance:${windowId}`, runAt });
}

/** Starts and ends all due windows, including overdue ones. Several servers share the work. Returns how many changed. */
export async function advanceWindows(now: Date): Promise<number> {
  const changed: number[] = [];
  await eachPart("maintenance windows", async (projects) => {
    for (;;) {
      const batch = await advanceBatch(projects, now);
      changed.push(...batch);
      if (batch.length < BATCH) break;
    }
  });
  if (changed.length === 0) return 0;
  hint("config", {});
  for (const projectId of new Set(changed)) hint("live", { project_id: projectId, topic: "monitors" });
  return changed.length;
}

function advanceBatch(projects: Projects, now: Date): Promise<number[]> {
  return tx(async (trx) => {
    const due = await lockDueWindows(trx, projects, now, BATCH);
    const changed = await eachApart(trx, "maintenance window", due, (window) => advance(trx, window, now));
    return changed.map((window) => window.project_id);
  });
}

async function advance(trx: Tx, window: WindowRow, now: Date): Promise<void> {
  const state = dueState(window.state, { startsAt: window.starts_at, endsAt: window.ends_at }, now);
  if (!state) return;
  await moveWindow(trx, window, state, { at: now, notify: true });
  if (state === "in_progress") await scheduleWindow(trx, window.id, window.ends_at);
}

/** Moves a locked window to a state and applies its effect on the monitors. `notify` says whether to record an event. */
export async function moveWindow(
  trx: Tx,
  window: WindowRow,
  state: Exclude<WindowState, "scheduled">,
  { at, notify }: { at: Date; notify: boolean },
): Promise<void> {
  await updateWindowRow(trx, window.project_id, window.id, { state });
  await applyWindowPauses(trx, window, at);
  await sendMuted(trx, window, at);
  await noteWindow(trx, window, state, at);
  await requestPageRender(trx, window.project_id);
  if (notify) await recordEvent(trx, await eventOf(trx, window, state, at));
}

async function eventOf(trx: Tx, window: WindowRow, state: WindowState, at: Date) {
  return {
    projectId: window.project_id,
    key: `uptime.maintenance_window.${state}`,
    occurredAt: at,
    entities: {
      maintenance_window: {
        id: window.id,
        title: window.title,
        description: window.description,
        state,
        monitoring_mode: window.monitoring_mode,
        starts_at: isoSeconds(window.starts_at),
        ends_at: isoSeconds(window.ends_at),
      },
      affected_monitors: await monitorEntities(trx, window.project_id, window.monitors),
    },
  };
}

/**
 * Notifies the subscribers who know about a window that it is about to be deleted. Alert rules don't match. The news of a window that
 * is over, if still on its way, keeps what it says.
 */
export async function recordDeletedWindow(trx: Tx, window: WindowRow, at: Date): Promise<void> {
  const { project_id: projectId } = window;
  await keepDeletedWindow(trx, window);
  if (window.state === "completed" || window.state === "cancelled") return;
  const event = await eventOf(trx, window, "cancelled", at);
  const entities = { ...event.entities, deleted_window: window };
  const eventId = await recordEvent(trx, { ...event, entities, fannedOutAt: at });
  await announceLater(trx, [projectId], [{ id: eventId, projectId, isDue: true }]);
}

/** An outage that outlasts the window must not go unnoticed. */
async function sendMuted(trx: Tx, window: WindowRow, at: Date): Promise<void> {
  if (window.monitoring_mode !== "mute" || window.state !== "in_progress") return;
  await releaseMuted(trx, { projectId: window.project_id, monitorIds: window.monitors }, at);
}

const EFFECTS = {
  pause: "Its monitors are not checked",
  mute: "No alerts are sent for its monitors",
  normal: null,
};

/** Adds the window to the timelines of its monitors' open incidents. An announce-only window adds nothing. */
async function noteWindow(trx: Tx, window: WindowRow, state: WindowState, at: Date): Promise<void> {
  const effect = EFFECTS[window.monitoring_mode];
  const begins = state === "in_progress";
  if (!effect || (!begins && window.state !== "in_progress")) return;
  const reason = `Maintenance “${window.title}” ${begins ? `started. ${effect}` : "ended"}.`;
  const kind = begins ? "maintenance_began" : "maintenance_ended";
  await noteOpenIncidents(trx, window.project_id, window.monitors, { kind, reason, at });
}

/** Recomputes which windows pause its monitors, after its state changed or it was deleted. */
export async function applyWindowPauses(trx: Tx, window: WindowRow, at: Date): Promise<void> {
  if (window.monitoring_mode !== "pause") return;
  await refreshWindowPauses(trx, window.project_id, window.monitors, {
    at,
    version: () => bumpConfigVersion(trx),
  });
}
