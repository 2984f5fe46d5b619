import { protocolOf } from "@/lib/contract/protocols/lookup";
import { clockTime, count } from "@/lib/domain/core/wording";

/** A long timeline is cut to its first line and its end, which contains the recovery. */
export const TIMELINE_LINES_MAX = 50;

export interface PostMortemFacts {
  readonly title: string;
  readonly monitors: readonly string[];
  /** Class of the first error: dns, connect, tls, assertion, or a protocol; null when unknown. */
  readonly cause: string | null;
  readonly incidentAt: Date;
  readonly recoveryAt: Date;
  readonly regions: readonly string[];
  readonly timeline: readonly { readonly at: Date; readonly kind: string; readonly reason: string }[];
}

const CAUSES: Record<string, string> = {
  dns: "The hostname could not be resolved.",
  connect: "The server did not accept connections.",
  tls: "The TLS connection failed, or the certificate was not valid.",
  assertion: "The server responded, but not as expected.",
};

function failureOf(cause: string): string {
  return CAUSES[cause] ?? protocolOf(cause)?.failure ?? "Unknown.";
}

/** Drafts a post-mortem in Markdown from the recorded checks. A person adds what the checks can't know. */
export function draftPostMortem(facts: PostMortemFacts): string {
  const minutes = Math.max(1, Math.round((facts.recoveryAt.getTime() - facts.incidentAt.getTime()) / 60_000));
  const last = facts.timeline.at(-1);
  return [
    `## ${facts.title}`,
    "",
    `**Impact:** ${count(facts.monitors.length, "monitor")} (${facts.monitors.join(", ")}) down for ${count(minutes, "minute")}, seen from ${count(facts.regions.length, "region")}${facts.regions.length > 0 ? ` (${facts.regions.join(", ")})` : ""}.`,
    "",
    `**Failure type:** ${failureOf(facts.cause ?? "")}`,
    "",
    "**Timeline (UTC)**",
    "",
    ...facts.timeline.map((line) => `- ${clockTime(line.at.getTime())} ${line.reason}`),
    "",
    `**Recovery:** ${last ? last.reason : "Unknown."} Checks can't see what was changed. Describe the fix here.`,
  ].join("\n");
}
