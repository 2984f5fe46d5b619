import type { IncidentTimeline } from "@/lib/contract/incidents/timeline";
import type { IncidentUpdate } from "@/lib/contract/incidents/updates";
import { periodFrom, resultsHref } from "@/lib/presenters/checks/result-view";
import { MINUTE_MS } from "@/lib/shared/durations";

type Entry =
  | { kind: "update"; update: IncidentUpdate }
  | { kind: "comment"; comment: TimelineComment }
  | { kind: "delivery"; text: string; event: string; status: string; reason: string | null }
  | {
      kind: "decision";
      of: string;
      word: string;
      text: string;
      markdown: string | null;
      exchanges: Exchanges;
      /** Where the checks around the decision are listed; null if it isn't about checks. */
      checksHref: string | null;
    };
type Exchanges = IncidentTimeline["entries"][number]["exchanges"];
/** A private comment, with its author. */
export interface TimelineComment {
  id: number;
  text: string;
  by: string;
  creator: { type: string; id: number };
}
export type TimelineLine = { at: string; key: string } & Entry;

const WORDS: Record<string, string> = {
  opened: "Incident opened",
  created: "Reported manually",
  ongoing: "Failing again",
  recovering: "Recovering",
  recovered: "Recovered",
  closed: "Closed without recovery",
  reopened: "Reopened",
  acknowledged: "Acknowledged",
  unacknowledged: "Acknowledgment withdrawn",
  waiting_for_stable_recovery: "Flapping, waiting for stable recovery",
  assigned: "Assigned",
  corrected: "Corrected",
  edited: "Edited",
  post_mortem_drafted: "Post-mortem drafted",
  model_text: "Text written by the language model",
  model_text_failed: "Language model failed to write text",
  unmerged: "A monitor was removed",
  propagated: "Another monitor joined",
  partially_recovered: "A monitor recovered",
};

/** Merges the timeline and the updates, newest first. Updates come complete from their own read, so that they can be edited. */
export function timelineEntries(
  timeline: IncidentTimeline,
  updates: readonly IncidentUpdate[],
): TimelineLine[] {
  const recorded = timeline.entries.flatMap((entry, index): TimelineLine[] => {
    if (entry.kind === "update") return [];
    return [{ at: entry.at, key: `${entry.kind}-${index}`, ...lineOf(entry) }];
  });
  const written = updates.map(
    (update): TimelineLine => ({
      at: update.published_at,
      key: `update-${update.id}`,
      kind: "update",
      update,
    }),
  );
  return [...recorded, ...written].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

function lineOf(entry: IncidentTimeline["entries"][number]): Entry {
  const text = (key: string) => (typeof entry.detail?.[key] === "string" ? String(entry.detail[key]) : null);
  if (entry.kind === "comment") {
    const creator = { type: text("creator_type") ?? "", id: Number(entry.detail?.creator_id) };
    const id = Number(entry.detail?.comment_id);
    return { kind: "comment", comment: { id, text: entry.text, by: text("creator") ?? "Someone", creator } };
  }
  if (entry.kind === "delivery") {
    return {
      kind: "delivery",
      text: entry.text,
      event: text("event") ?? "",
      status: text("status") ?? "pending",
      reason: text("reason"),
    };
  }
  const word = WORDS[entry.kind] ?? sentence(entry.kind);
  const { kind: of, exchanges } = entry;
  const checksHref = checksAround(entry);
  return { kind: "decision", of, word, text: entry.text, markdown: text("markdown"), exchanges, checksHref };
}

const AROUND_MS = 10 * MINUTE_MS;

function checksAround({ at, detail }: IncidentTimeline["entries"][number]): string | null {
  const monitorId = Number(detail?.monitor_id);
  if (!monitorId) return null;
  return `/monitors/${monitorId}${resultsHref(periodFrom(Date.parse(at) - AROUND_MS, 2 * AROUND_MS))}`;
}

function sentence(kind: string): string {
  const words = kind.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Returns the latest post-mortem draft in the timeline; null without one. */
export function postMortemDraft(timeline: IncidentTimeline | undefined): string | null {
  const drafted = timeline?.entries.find(({ kind }) => kind === "post_mortem_drafted");
  return typeof drafted?.detail?.markdown === "string" ? drafted.detail.markdown : null;
}
