import { clockTime, count } from "@/lib/domain/core/wording";

export interface PostMortemFacts {
  readonly title: string;
  readonly monitors: readonly string[];
  /** Class of the first error: dns, connect, tls, http, assertion, icmp; null when unknown. */
  readonly cause: string | null;
  readonly incidentAt: Date;
  readonly recoveryAt: Date;
  readonly regions: readonly string[];
  readonly timeline: readonly { readonly at: Date; readonly kind: string; readonly reason: string }[];
}

const CAUSES: Record<string, string> = {
  dns: "The name of the target could not be resolved.",
  connect: "The target did not accept connections.",
  tls: "The encrypted connection could not be made, or its certificate was not valid.",
  http: "The target accepted connections and answered wrongly, incompletely or too late.",
  assertion: "The target answered, but not as expected.",
  icmp: "The target did not answer to ping.",
};

/** A draft of the post-mortem in Markdown, from the recorded evidence alone; a person completes what the checks can't know. */
export function draftPostMortem(facts: PostMortemFacts): string {
  const minutes = Math.max(1, Math.round((facts.recoveryAt.getTime() - facts.incidentAt.getTime()) / 60_000));
  const last = facts.timeline.at(-1);
  return [
    `## ${facts.title}`,
    "",
    `**Impact:** ${count(facts.monitors.length, "monitor")} (${facts.monitors.join(", ")}) for ${count(minutes, "minute")}, seen from ${count(facts.regions.length, "region")}${facts.regions.length > 0 ? ` (${facts.regions.join(", ")})` : ""}.`,
    "",
    `**Cause class:** ${CAUSES[facts.cause ?? ""] ?? "Not known from the checks."}`,
    "",
    "**Timeline (UTC)**",
    "",
    ...facts.timeline.map((line) => `- ${clockTime(line.at.getTime())} ${line.reason}`),
    "",
    `**What recovered it:** ${last ? last.reason : "Not known."} The checks can't see what was changed: add it here.`,
  ].join("\n");
}
