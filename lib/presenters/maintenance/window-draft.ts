import type { MaintenanceWindow, WINDOW_FIELDS } from "@/lib/contract/maintenance/windows";
import { momentOf } from "@/lib/domain/core/zone";
import type { Recurrence } from "@/lib/domain/maintenance/recurrence";
import { ruleProblem } from "@/lib/domain/maintenance/recurrence-rule";
import { recurrenceSentence } from "@/lib/domain/maintenance/recurrence-words";
import { counted, duration } from "@/lib/presenters/core/format";
import { listOrNull } from "@/lib/presenters/core/listed-text";
import { isoOf, localInput } from "@/lib/presenters/core/moment-input";

type PlainWindow = Pick<MaintenanceWindow, keyof typeof WINDOW_FIELDS.shape>;

/** The form values of a maintenance window: local date and time, duration in minutes. */
export interface WindowDraft extends PlainWindow {
  starts: string;
  minutes: number;
  monitors: number[];
  status_pages: number[];
  /** Separated by commas or spaces. */
  tags: string;
  repeat: Repeat;
  /** RRULE text while `repeat` is custom. */
  rule: string;
  /** The time zone of `starts` and of the recurrence. */
  time_zone: string;
}

export const REPEATS = [
  { value: "none", label: "Doesn't repeat" },
  { value: "daily", label: "Every day" },
  { value: "weekdays", label: "Monday to Friday" },
  { value: "weekly", label: "Every week" },
  { value: "fortnightly", label: "Every two weeks" },
  { value: "monthly", label: "Every month on the same weekday" },
  { value: "monthly_day", label: "Every month on the same date" },
  { value: "custom", label: "Custom (RRULE)" },
] as const;
export type Repeat = (typeof REPEATS)[number]["value"];
const DAY_CODES = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

export const MODES = [
  {
    value: "pause",
    label: "Pause checks",
    effect: "checks paused",
    help: "Monitors aren't checked, and the time doesn't count toward availability.",
  },
  {
    value: "mute",
    label: "Mute alerts",
    effect: "alerts muted",
    help: "Checks continue and incidents are recorded, but no alerts are sent.",
  },
  {
    value: "normal",
    label: "Only announce",
    effect: "announced only",
    help: "Checks and alerts continue. Status pages announce the window.",
  },
] as const;
export const LENGTHS_MINUTES = [15, 30, 60, 120, 240, 480, 720, 1440, 2880, 10_080] as const;

/** Returns the RRULE of a choice for a local start; null when it doesn't repeat. */
export function ruleOf({
  repeat,
  rule,
  starts,
}: Pick<WindowDraft, "repeat" | "rule" | "starts">): string | null {
  const wall = new Date(`${starts}Z`);
  const code = DAY_CODES[wall.getUTCDay()] ?? "MO";
  const place = Math.ceil(wall.getUTCDate() / 7);
  switch (repeat) {
    case "none":
      return null;
    case "daily":
      return "FREQ=DAILY";
    case "weekdays":
      return "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR";
    case "weekly":
      return `FREQ=WEEKLY;BYDAY=${code}`;
    case "fortnightly":
      return `FREQ=WEEKLY;INTERVAL=2;BYDAY=${code}`;
    case "monthly":
      return `FREQ=MONTHLY;BYDAY=${place > 4 ? -1 : place}${code}`;
    case "monthly_day":
      return `FREQ=MONTHLY;BYMONTHDAY=${wall.getUTCDate()}`;
    case "custom":
      return rule.trim() || null;
  }
}

/** Returns the recurrence of a draft; null when it doesn't repeat or has no valid start or rule yet. */
export function recurrenceOf(draft: WindowDraft): Recurrence | null {
  const rule = ruleOf(draft);
  const wall = Date.parse(`${draft.starts}Z`);
  if (rule === null || Number.isNaN(wall) || ruleProblem(rule)) return null;
  return { rule, timeZone: draft.time_zone, firstStart: new Date(momentOf(wall, draft.time_zone)) };
}

/** Describes the recurrence of a draft: `Every Tuesday, 02:00–03:00 Europe/Berlin`. */
export function draftSentence(recurrence: Recurrence, minutes: number): string {
  const sentence = recurrenceSentence(recurrence, minutes * 60_000);
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}

/** Describes the recurrence of a stored window, in lowercase; null when it doesn't repeat. */
export function repeatsText(
  window: Pick<MaintenanceWindow, "recurrence" | "recurrence_id" | "time_zone" | "starts_at" | "ends_at">,
): string | null {
  if (window.recurrence === null || window.recurrence_id === null) return null;
  const firstStart = new Date(window.starts_at);
  const recurrence = { rule: window.recurrence, timeZone: window.time_zone ?? "UTC", firstStart };
  return recurrenceSentence(recurrence, Date.parse(window.ends_at) - firstStart.getTime());
}

/** Returns how long a window lasts and for what, and how an open one repeats. */
export function windowFacts(window: MaintenanceWindow): { lasts: string; repeats: string | null } {
  const { state, starts_at: from, ends_at: to, monitors, monitoring_mode: mode } = window;
  const repeats = repeatsText(window);
  return {
    lasts: [
      duration((Date.parse(to) - Date.parse(from)) / 1000),
      counted(monitors.length, "monitor"),
      MODES.find(({ value }) => value === mode)?.effect,
    ].join(" · "),
    repeats:
      repeats !== null && (state === "scheduled" || state === "in_progress") ? `Repeats ${repeats}` : null,
  };
}

/** Returns an empty draft that starts at a local time. */
export function newWindowDraft(starts: string, timeZone: string): WindowDraft {
  return {
    title: "",
    description: null,
    monitoring_mode: "pause",
    starts,
    repeat: "none",
    rule: "",
    time_zone: timeZone,
    minutes: 60,
    monitors: [],
    status_pages: [],
    tags: "",
  };
}

/** Returns the draft to edit a window, in the time zone of its recurrence or else in the viewer's. */
export function windowDraftOf(window: MaintenanceWindow, ownZone: string): WindowDraft {
  const { id, project_id, state, starts_at, ends_at, recurrence, ...rest } = window;
  const { recurrence_id, created_at, updated_at, ...plain } = rest;
  const zone = window.time_zone ?? ownZone;
  const starts = localInput(new Date(starts_at), zone);
  const rule = recurrence ?? "";
  const known = REPEATS.find(
    ({ value }) => value !== "custom" && (ruleOf({ repeat: value, rule, starts }) ?? "") === rule,
  );
  return {
    ...plain,
    starts,
    repeat: known?.value ?? "custom",
    rule,
    time_zone: zone,
    minutes: Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000),
    tags: (window.tags ?? []).join(", "),
  };
}

/** Returns the local end of a draft for a datetime-local field; empty without a valid start. */
export function localEnd({ starts, minutes, time_zone: zone }: WindowDraft): string {
  const start = isoOf(starts, zone);
  return start === null ? "" : localInput(new Date(Date.parse(start) + minutes * 60_000), zone);
}

/** Returns the minutes from the start of a draft to a local end; null when the end isn't after the start. */
export function minutesUntil({ starts, time_zone: zone }: WindowDraft, end: string): number | null {
  const [from, to] = [isoOf(starts, zone), isoOf(end, zone)];
  if (from === null || to === null) return null;
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  return minutes > 0 ? minutes : null;
}

/** Returns the body of a create in whole minutes, in UTC. An empty start means now. */
export function windowBody(draft: WindowDraft, now: Date) {
  const start = draft.starts ? momentOf(Date.parse(`${draft.starts}Z`), draft.time_zone) : now.getTime();
  const minute = Math.floor(start / 60_000) * 60_000;
  const recurrence = ruleOf(draft);
  const { starts: _starts, minutes: _minutes, repeat: _repeat, rule: _rule, ...plain } = draft;
  const iso = (at: number) => new Date(at).toISOString().replace(".000Z", "Z");
  return {
    ...plain,
    description: draft.description?.trim() || null,
    starts_at: iso(minute),
    ends_at: iso(minute + draft.minutes * 60_000),
    tags: listOrNull(draft.tags),
    recurrence,
    time_zone: recurrence === null ? null : draft.time_zone,
  };
}
