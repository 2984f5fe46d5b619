import { count } from "@/lib/domain/core/wording";
import { HOUR_MS } from "@/lib/shared/durations";
import type { ReplayDifference } from "./replay-difference";
import type { ReplaySettings } from "./replay-facts";

const SETTINGS = [
  ["consecutiveFailures", (value: number) => count(value, "consecutive failure")],
  [
    "consecutiveSuccesses",
    (value: number) => `${value} consecutive ${value === 1 ? "success" : "successes"}`,
  ],
  ["regionsRequired", (value: number) => count(value, "required region")],
  ["intervalSeconds", (value: number) => `an interval of ${value} s`],
] as const;

/** Example: `With 2 consecutive failures instead of 3: 1 more alert, 0 fewer, 1 outage alerted 20 s earlier.` */
export function replaySentence(
  present: ReplaySettings,
  other: ReplaySettings,
  difference: ReplayDifference,
): string {
  const changes = SETTINGS.filter(([key]) => present[key] !== other[key]).map(
    ([key, word]) => `${word(other[key])} instead of ${present[key]}`,
  );
  const asked = changes.length === 0 ? "With the current settings" : `With ${changes.join(" and ")}`;
  const { gained, lost } = difference;
  const parts = [count(gained.length, "more alert"), `${lost.length} fewer`, ...alertShiftText(difference)];
  return `${asked}: ${parts.join(", ")}.`;
}

/** Describes how much sooner or later alerts were sent for the outages in both replays, as the median of those that moved. */
function alertShiftText({ changed }: ReplayDifference): string[] {
  const shifts = changed
    .flatMap(({ alertShift }) => (alertShift === 0 ? [] : alertShift))
    .sort((a, b) => a - b);
  const median = shifts[Math.floor((shifts.length - 1) / 2)];
  if (median === undefined) return [];
  const outages = count(shifts.length, "outage");
  const about = shifts[0] === shifts.at(-1) ? "" : "about ";
  return [`${outages} alerted ${about}${spanText(Math.abs(median))} ${median < 0 ? "earlier" : "later"}`];
}

function spanText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** Returns notes about the limits of the replay. */
export function replayNotes(asked: {
  readonly present: ReplaySettings;
  readonly other: ReplaySettings;
  readonly retentionDays: number;
  /** Scheduled time of the oldest result found, in epoch milliseconds. Null without results. */
  readonly oldest: number | null;
  readonly from: number;
  /** Recorded incidents of the monitor in the range. */
  readonly recorded: number;
  readonly replayed: number;
  /** Since when all quarantines are recorded, in epoch milliseconds. */
}): string[] {
  const { present, other, oldest } = asked;
  const kept = `Results are kept for ${count(asked.retentionDays, "day")} (RETENTION_DAYS)`;
  const notes: string[] = [];
  if (oldest === null) return [`${kept}. This range has none.`];
  if (oldest - asked.from > HOUR_MS)
    notes.push(
      `${kept}. The oldest one in this range is from ${dayTime(oldest)}, so the replay starts there.`,
    );
  if (other.intervalSeconds > present.intervalSeconds)
    notes.push(
      "A longer interval skips stored results. A shorter one can't be replayed because no checks ran in between.",
    );
  if (other.consecutiveFailures > present.consecutiveFailures)
    notes.push(
      "Unconfirmed failures are rechecked after 10 s, but only as often as the current settings require. With more consecutive failures required, alerts would arrive sooner than shown here.",
    );
  if (asked.recorded !== asked.replayed)
    notes.push(
      `${count(asked.recorded, "incident")} of this monitor ${asked.recorded === 1 ? "is" : "are"} recorded in this range, but the current settings produce ${asked.replayed} from the stored results. Changed settings, incidents recovered by hand, and outages that began earlier can explain the difference.`,
    );
  return notes;
}

/** `2026-11-21 12:34 UTC`. */
function dayTime(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
