import { found, invalid, invalidField } from "@/lib/contract/core/errors";
import {
  type ApplyTo,
  type CreateMaintenanceWindow,
  type MaintenanceWindow,
  type UpdateMaintenanceWindow,
  WINDOW_FIELDS,
} from "@/lib/contract/maintenance/windows";
import { nextReminderAt } from "@/lib/domain/maintenance/reminders";
import { mayChange, windowDateErrors } from "@/lib/domain/maintenance/windows";
import { advanceWindows, moveWindow, recordDeletedWindow, scheduleWindow } from "@/lib/engine/maintenance";
import { audit, auditEdit } from "@/lib/services/core/audit";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { fieldChanges } from "@/lib/services/core/field-changes";
import { requireAll, requireKnownMonitors } from "@/lib/services/monitors/ids";
import { requireTagLimit } from "@/lib/services/monitors/tags";
import { isoSeconds, now } from "@/lib/shared/clock";
import { hint } from "@/lib/store/core/hints";
import { addJob } from "@/lib/store/core/jobs";
import { type Tx, tx } from "@/lib/store/core/tx";
import {
  deleteWindowRow,
  insertWindow,
  lockWindow,
  replaceWindowMonitors,
  updateWindowRow,
  type WindowRow,
} from "@/lib/store/maintenance/windows";
import { knownPageIds } from "@/lib/store/status-pages/pages";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import {
  beginRecurrence,
  endFollowing,
  leaveRecurrence,
  recurrenceColumns,
  recurrenceFrom,
} from "./recurrence";
import { readWindow } from "./windows";

const subjectOf = (id: number) => ({ type: "maintenance_window", id });

type Changes = Omit<UpdateMaintenanceWindow, "apply_to">;
const FIXED_FIELDS = [
  ...(["monitoring_mode", "starts_at", "monitors", "status_pages"] as const),
  ...(["ends_at", "recurrence", "time_zone"] as const),
] as const;

/**
 * Schedules a window or, with a recurrence, the windows of the next 30 days. One that starts in the current minute has started
 * when this returns.
 */
export async function createMaintenanceWindow(
  caller: Caller,
  input: CreateMaintenanceWindow,
): Promise<MaintenanceWindow> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  const dates = { startsAt: input.starts_at, endsAt: input.ends_at };
  const problems = windowDateErrors(dates, dates, now());
  if (problems) throw invalid(problems);
  const recurrence = recurrenceColumns(input, input.starts_at);
  const windowId = await tx(async (trx) => {
    await requireKnown(trx, caller, input);
    const id = await insertWindow(trx, {
      project_id: projectId,
      ...WINDOW_FIELDS.of(input),
      starts_at: input.starts_at,
      ends_at: input.ends_at,
      status_pages: input.status_pages ?? [],
      tags: input.tags,
      next_reminder_at: nextReminderAt(input.starts_at, now()),
      ...recurrence,
    });
    await replaceWindowMonitors(trx, projectId, id, input.monitors);
    await scheduleWindow(trx, id, input.starts_at);
    await beginRecurrence(trx, projectId, id);
    await queuePlanMails(trx, projectId, id);
    await requestPageRender(trx, projectId);
    await audit(trx, caller, "maintenance_window.created", subjectOf(id), { name: input.title });
    return id;
  });
  await settle(projectId);
  return readWindow(projectId, windowId);
}

/** Updates the given fields. A field that cannot change in this state is refused unless it is sent unchanged. */
export async function updateMaintenanceWindow(
  caller: Caller,
  windowId: number,
  input: UpdateMaintenanceWindow,
): Promise<MaintenanceWindow> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  await tx(async (trx) => {
    const stored = await lockedWindow(trx, projectId, windowId);
    const changes = changesOf(stored, input);
    requireChangeable(stored, changes);
    const whole = {
      startsAt: changes.starts_at ?? stored.starts_at,
      endsAt: changes.ends_at ?? stored.ends_at,
    };
    const problems = windowDateErrors({ startsAt: changes.starts_at, endsAt: changes.ends_at }, whole, now());
    if (problems) throw invalid(problems);
    await requireKnown(trx, caller, changes);
    const { monitors, status_pages, ...columns } = changes;
    const anew = input.apply_to === "following" || changesRecurrence(changes);
    const recurrence = anew
      ? recurrenceColumns({ ...(await recurrenceFrom(trx, stored)), ...columns }, whole.startsAt)
      : {};
    await updateWindowRow(trx, projectId, windowId, {
      ...columns,
      ...(status_pages ? { status_pages } : {}),
      ...(columns.starts_at ? { next_reminder_at: nextReminderAt(columns.starts_at, now()) } : {}),
      ...recurrence,
    });
    if (monitors) await replaceWindowMonitors(trx, projectId, windowId, monitors);
    if (anew) {
      await leaveRecurrence(trx, stored);
      await beginRecurrence(trx, projectId, windowId);
    }
    const next = stored.state === "scheduled" ? whole.startsAt : whole.endsAt;
    if (stored.state === "scheduled" || stored.state === "in_progress")
      await scheduleWindow(trx, windowId, next);
    await queuePlanMails(trx, projectId, windowId);
    await requestPageRender(trx, projectId);
    const changed = fieldChanges(stored, changes);
    const detail = { name: changes.title ?? stored.title, apply_to: input.apply_to };
    await auditEdit(trx, caller, "maintenance_window.updated", subjectOf(windowId), changed, detail);
  });
  await settle(projectId);
  return readWindow(projectId, windowId);
}

/** Ends a window in progress now. */
export async function completeMaintenanceWindow(
  caller: Caller,
  windowId: number,
): Promise<MaintenanceWindow> {
  const projectId = await move(caller, windowId, "completed", ["in_progress"]);
  return readWindow(projectId, windowId);
}

/** Cancels a window that is scheduled or in progress. */
export async function cancelMaintenanceWindow(
  caller: Caller,
  windowId: number,
  scope: ApplyTo = {},
): Promise<void> {
  await move(caller, windowId, "cancelled", ["scheduled", "in_progress"], scope);
}

/** Deletes a window in any state. Its effect ends without notifications, except to subscribers who know about it. */
export async function deleteMaintenanceWindow(
  caller: Caller,
  windowId: number,
  scope: ApplyTo = {},
): Promise<void> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  await tx(async (trx) => {
    const stored = await lockedWindow(trx, projectId, windowId);
    if (stored.state === "in_progress")
      await moveWindow(trx, stored, "cancelled", { at: now(), notify: false });
    await endFollowing(trx, stored, scope);
    await recordDeletedWindow(trx, stored, now());
    await deleteWindowRow(projectId, windowId, trx);
    const detail = { name: stored.title, apply_to: scope.apply_to };
    await audit(trx, caller, "maintenance_window.deleted", subjectOf(windowId), detail);
    await requestPageRender(trx, projectId);
  });
  await settle(projectId);
}

/** Emails the subscribers of its pages once about a plan, and again when its dates change. */
async function queuePlanMails(trx: Tx, projectId: number, windowId: number): Promise<void> {
  await addJob(trx, "announce_window", { projectId, windowId }, { key: `announce_window:${windowId}` });
}

async function move(
  caller: Caller,
  windowId: number,
  state: "completed" | "cancelled",
  from: WindowRow["state"][],
  scope: ApplyTo = {},
): Promise<number> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  await tx(async (trx) => {
    const stored = await lockedWindow(trx, projectId, windowId);
    if (!from.includes(stored.state)) {
      const verb = state === "completed" ? "completed" : "cancelled";
      const allowed = from.map((each) => each.replace("_", " ")).join(" or ");
      throw invalidField(
        "state",
        `A window can be ${verb} only while it is ${allowed}; it is ${stored.state.replace("_", " ")}.`,
      );
    }
    const at = now();
    const ended = state === "completed" ? { ...stored, ends_at: at } : stored;
    if (state === "completed") await updateWindowRow(trx, projectId, windowId, { ends_at: at });
    await moveWindow(trx, ended, state, { at, notify: true });
    await endFollowing(trx, stored, scope);
    const detail = { name: stored.title, apply_to: scope.apply_to };
    await audit(trx, caller, `maintenance_window.${state}`, subjectOf(windowId), detail);
  });
  await settle(projectId);
  return projectId;
}

async function lockedWindow(trx: Tx, projectId: number, windowId: number): Promise<WindowRow> {
  return found(await lockWindow(trx, projectId, windowId));
}

/** Applies changes that are due before the caller reads the window, and notifies runners and open dashboards. */
async function settle(projectId: number): Promise<void> {
  await advanceWindows(now());
  hint("config", {});
  hint("live", { project_id: projectId, topic: "monitors" });
}

async function requireKnown(trx: Tx, caller: Caller, given: Changes): Promise<void> {
  const projectId = projectOf(caller);
  if (given.monitors) await requireKnownMonitors(trx, projectId, given.monitors);
  const { status_pages: pages } = given;
  if (pages) requireAll("status_pages", "status page", pages, await knownPageIds(projectId, pages, trx));
  await requireTagLimit(trx, caller, given.tags ?? null);
}

/** Returns the given fields that differ from what is stored. */
function changesOf(stored: WindowRow, input: UpdateMaintenanceWindow): Changes {
  const shown = {
    ...stored,
    starts_at: isoSeconds(stored.starts_at),
    ends_at: isoSeconds(stored.ends_at),
  } as Record<string, unknown>;
  const differs = ([field, value]: [string, unknown]) => {
    const plain =
      value instanceof Date ? isoSeconds(value) : field === "status_pages" ? (value ?? []) : value;
    return value !== undefined && JSON.stringify(plain) !== JSON.stringify(shown[field]);
  };
  const { apply_to, ...fields } = input;
  const changed = Object.fromEntries(Object.entries(fields).filter(differs)) as Changes;
  // A rule without a zone is stored with UTC, so sending the same response back changes nothing.
  if (changed.time_zone === null && stored.recurrence && stored.time_zone === "UTC") delete changed.time_zone;
  return changed.status_pages === null ? { ...changed, status_pages: [] } : changed;
}

function requireChangeable(stored: WindowRow, changes: Changes): void {
  const errors: Record<string, string[]> = {};
  for (const field of FIXED_FIELDS) {
    if (changes[field] === undefined || mayChange(field, stored.state)) continue;
    const until = mayChange(field, "in_progress") ? "scheduled or in progress" : "scheduled";
    errors[field] = [
      `The ${field} field can change only while the window is ${until}; it is ${stored.state.replace("_", " ")}.`,
    ];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function changesRecurrence({ recurrence, time_zone }: Changes): boolean {
  return recurrence !== undefined || time_zone !== undefined;
}
