import type { Replay, ReplayedIncident } from "@/lib/contract/incidents/replay";
import { INTERVALS_SECONDS } from "@/lib/contract/monitors/times";
import { duration } from "@/lib/presenters/core/format";
import type { ReplayQuestion } from "./replay-question";

/** Returns whether the replay still matches these settings. */
export function answers(answer: Replay, question: ReplayQuestion): boolean {
  const { other } = answer.settings;
  return (Object.keys(other) as (keyof ReplayQuestion)[]).every((name) => other[name] === question[name]);
}

/** Returns the intervals that can be replayed from results at the present interval, in seconds. */
export function answerableIntervals(presentSeconds: number): number[] {
  return INTERVALS_SECONDS.filter((seconds) => seconds % presentSeconds === 0);
}

export interface ReplayBar {
  key: string;
  /** Percent of the range. */
  left: number;
  width: number;
  /** Whether the other row has no such incident. */
  only: boolean;
}

export interface ReplayRow {
  label: string;
  note: string;
  bars: ReplayBar[];
}

/** Returns two rows over the range that results cover; null without results. */
export function replayRows(answer: Replay): [ReplayRow, ReplayRow] | null {
  const { from, to } = answer.range;
  if (from === null || to === null || from >= to) return null;
  const row = (label: string, side: "present" | "other", alone: readonly ReplayedIncident[]): ReplayRow => ({
    label,
    note: `${answer.alerts[side]} ${answer.alerts[side] === 1 ? "alert" : "alerts"}, down ${duration(answer.downtime[side])}`,
    bars: answer[side].map((incident) => barOf(incident, alone, Date.parse(from), Date.parse(to))),
  });
  return [row("Actual", "present", answer.lost), row("With these settings", "other", answer.gained)];
}

function barOf(
  incident: ReplayedIncident,
  alone: readonly ReplayedIncident[],
  fromMs: number,
  toMs: number,
): ReplayBar {
  const place = (at: string | null) =>
    at === null ? 100 : Math.min(100, Math.max(0, ((Date.parse(at) - fromMs) / (toMs - fromMs)) * 100));
  const left = place(incident.incident_at);
  return {
    key: `${incident.incident_at} ${incident.alerted_at}`,
    left,
    width: place(incident.recovery_at) - left,
    only: alone.some(
      (each) => each.incident_at === incident.incident_at && each.alerted_at === incident.alerted_at,
    ),
  };
}

export interface ReplayChange {
  key: string;
  kind: "more" | "fewer" | "moved";
  at: string;
  /** `down 12 min`, `alerted 20 s earlier, recovered 1 min later`. */
  what: string;
  reason: string;
}

/** Returns every difference, newest first. */
export function replayChanges(answer: Replay): ReplayChange[] {
  const alone = (kind: "more" | "fewer", from: readonly ReplayedIncident[]): ReplayChange[] =>
    from.map((each) => ({
      key: `${kind} ${each.incident_at} ${each.alerted_at}`,
      kind,
      at: each.incident_at,
      what: lasted(each),
      reason: each.reason,
    }));
  const moved = answer.changed.map((change): ReplayChange => {
    const { present, other } = change;
    const shifts = [
      shift("alerted", change.alert_shift),
      shift("started", change.start_shift),
      shift("recovered", change.end_shift),
    ].filter((text) => text !== null);
    const what = shifts.length > 0 ? shifts.join(", ") : endsOnce(present, other);
    return {
      key: `moved ${present.incident_at} ${present.alerted_at}`,
      kind: "moved",
      at: other.incident_at,
      what,
      reason: other.reason,
    };
  });
  return [...alone("more", answer.gained), ...alone("fewer", answer.lost), ...moved].sort((a, b) =>
    b.at.localeCompare(a.at),
  );
}

function lasted({ incident_at, recovery_at }: ReplayedIncident): string {
  if (recovery_at === null) return "still open";
  return `down ${duration((Date.parse(recovery_at) - Date.parse(incident_at)) / 1000)}`;
}

function shift(word: string, seconds: number | null): string | null {
  if (!seconds) return null;
  return `${word} ${duration(Math.abs(seconds))} ${seconds < 0 ? "earlier" : "later"}`;
}

function endsOnce(present: ReplayedIncident, other: ReplayedIncident): string {
  if (present.recovery_at === other.recovery_at) return "same duration";
  return other.recovery_at === null ? "would still be open" : "would have recovered";
}
