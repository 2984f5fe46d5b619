import type { MaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { momentOf } from "@/lib/domain/core/zone";
import type { Recurrence } from "@/lib/domain/maintenance/recurrence";
import { ruleProblem } from "@/lib/domain/maintenance/recurrence-rule";
import { recurrenceSentence } from "@/lib/domain/maintenance/recurrence-words";

/** A maintenance window as it is typed: local date and time, minutes. */
export interface WindowDraft {
  title: string;
  description: string;
  monitoring_mode: "pause" | "mute" | "normal";
  starts: string;
  minutes: number;
  monitors: number[];
  status_pages: number[];
  repeat: Repeat;
  /** RRULE text while `repeat` is custom. */
  rule: string;
  /** The zone whose clock `starts` is read on and a repetition follows. */
  time_zone: string;
}

export const REPEATS = [
  { value: "none", label: "Does not repeat" },
  { value: "daily", label: "Every day" },
  { value: "weekdays", label: "Monday to Friday" },
  { value: "weekly", label: "Every week" },
  { value: "fortnightly", label: "Every second week" },
  { value: "monthly", label: "Every month, same weekday" },
  { value: "monthly_day", label: "Every month, same date" },
  { value: "custom", label: "By a rule (RRULE)" },
] as const;
export type Repeat = (typeof REPEATS)[number]["value"];
const DAY_CODES = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

export const MODES = [
  {
    value: "pause",
    label: "Pause checks",
    help: "The monitors are not checked, and the time counts as not observed.",
  },
  { value: "mute", label: "Mute alerts", help: "Checks run and incidents are recorded; nobody is told." },
  { value: "normal", label: "Only announce", help: "Everything runs; status pages announce it." },
] as const;
export const LENGTHS_MINUTES = [15, 30, 60, 120, 240, 480] as const;

/** The RRULE that the choice means for a start on the wall clock; null when it does not repeat. */
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

/** The recurrence of a draft with its first start; null when it does not repeat or its start is no date yet. */
export function recurrenceOf(draft: WindowDraft): Recurrence | null {
  const rule = ruleOf(draft);
  const wall = Date.parse(`${draft.starts}Z`);
  if (rule === null || Number.isNaN(wall) || ruleProblem(rule)) return null;
  return { rule, timeZone: draft.time_zone, firstStart: new Date(momentOf(wall, draft.time_zone)) };
}

/** The repetition of a draft as a sentence: `Every Tuesday 02:00–03:00 Europe/Berlin`. */
export function draftSentence(recurrence: Recurrence, minutes: number): string {
  const sentence = recurrenceSentence(recurrence, minutes * 60_000);
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}

/** The same of a stored window, without the capital; null for one that stands alone. */
export function repeatsText(
  window: Pick<MaintenanceWindow, "recurrence" | "recurrence_id" | "time_zone" | "starts_at" | "ends_at">,
): string | null {
  if (window.recurrence === null || window.recurrence_id === null) return null;
  const firstStart = new Date(window.starts_at);
  const recurrence = { rule: window.recurrence, timeZone: window.time_zone ?? "UTC", firstStart };
  return recurrenceSentence(recurrence, Date.parse(window.ends_at) - firstStart.getTime());
}

/** The body of a create: whole minutes in UTC; an empty start is now. */
export function windowBody(draft: WindowDraft, now: Date) {
  const start = draft.starts ? momentOf(Date.parse(`${draft.starts}Z`), draft.time_zone) : now.getTime();
  const minute = Math.floor(start / 60_000) * 60_000;
  const recurrence = ruleOf(draft);
  const iso = (at: number) => new Date(at).toISOString().replace(".000Z", "Z");
  return {
    title: draft.title,
    description: draft.description.trim() || null,
    monitoring_mode: draft.monitoring_mode,
    starts_at: iso(minute),
    ends_at: iso(minute + draft.minutes * 60_000),
    monitors: draft.monitors,
    status_pages: draft.status_pages,
    recurrence,
    time_zone: recurrence === null ? null : draft.time_zone,
  };
}
