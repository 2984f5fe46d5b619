/** The kind of problem found by a runner's self-check, derived from its message. */
export type DoubtKind = "canaries" | "limits" | "lag" | "name servers" | "network";

const BEGINNINGS: readonly [string, DoubtKind][] = [
  ["the runner failed its self-check", "canaries"],
  // Reported by runners of earlier versions.
  ["the runner misjudges its canaries", "canaries"],
  ["the runner was overloaded: its event loop", "lag"],
  ["the runner was overloaded", "limits"],
  ["the runner doubts its own name servers", "name servers"],
];

/** Returns the kind of a self-check problem. Unknown messages of other versions count as network problems. */
export function doubtKind(reason: string): DoubtKind {
  return BEGINNINGS.find(([beginning]) => reason.startsWith(beginning))?.[1] ?? "network";
}
