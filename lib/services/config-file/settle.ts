import { splitSettings } from "@/lib/alerting/integration-secrets";
import type { FileIntegration, FileWindow, ItemKind } from "@/lib/contract/config-file/config-file";
import { invalidField } from "@/lib/contract/core/errors";
import { parseDate } from "@/lib/contract/core/fields";
import { nextOccurrence } from "@/lib/domain/maintenance/recurrence";
import { type MonitorTarget, requireAllowedTarget } from "../monitors/target";
import { IMAGE_KINDS, readImages } from "../status-pages/images";
import type { StoredItem } from "./stored";

/**
 * Puts a parsed item into the form that is stored, so that it can be compared. Throws 422 for what the schema of the file doesn't know:
 * settings of an app, content of images, and what can't change.
 */
export function settle(
  kind: ItemKind,
  whole: Record<string, unknown>,
  item: StoredItem | undefined,
  now: Date,
): void {
  if (kind === "monitors" && !item) requireAllowedTarget(whole as unknown as MonitorTarget);
  if (kind === "integrations") settleIntegration(whole as FileIntegration, item);
  if (kind === "status_pages") settleImages(whole, item);
  if (kind === "maintenance_windows") settleDates(whole as FileWindow, item, now);
}

function settleIntegration(whole: FileIntegration, item: StoredItem | undefined): void {
  if (item && item.fields.app !== whole.app)
    throw invalidField("app", `The app can't change; it is ${String(item.fields.app)}, got ${whole.app}.`);
  const { open, secrets } = splitSettings(whole.app, whole.settings);
  whole.settings = { ...open, ...secrets };
}

/** Cleans images just as saving does. Removing a missing one changes nothing. */
function settleImages(whole: Record<string, unknown>, item: StoredItem | undefined): void {
  for (const { kind, content, contentType } of readImages(whole)) {
    if (content) whole[kind] = `data:${contentType};base64,${content.toString("base64")}`;
    else if (item?.fields[kind] === undefined) delete whole[kind];
  }
  for (const kind of IMAGE_KINDS) if (whole[kind] === null) delete whole[kind];
}

/** Moves a recurring window to the one that is in progress or next; a new one can only be a next one. */
function settleDates(whole: FileWindow, item: StoredItem | undefined, now: Date): void {
  const { starts_at: firstStart, ends_at, recurrence: rule, time_zone } = whole;
  const durationMs = ends_at.getTime() - firstStart.getTime();
  if (!rule || firstStart >= now || durationMs <= 0) return;
  const after = item ? new Date(now.getTime() - durationMs) : now;
  if (firstStart > after) return;
  try {
    const start = nextOccurrence({ rule, timeZone: time_zone ?? "UTC", firstStart }, after);
    if (!start) return;
    whole.starts_at = start;
    whole.ends_at = new Date(start.getTime() + durationMs);
  } catch {
    // The error from saving the window describes what is wrong with the rule.
  }
}

/** Returns whether a window of a file has ended and doesn't recur. */
export function isOver({ ends_at, recurrence }: Record<string, unknown>, now: Date): boolean {
  const end = typeof ends_at === "string" ? parseDate(ends_at) : null;
  return !recurrence && end !== null && end <= now;
}
