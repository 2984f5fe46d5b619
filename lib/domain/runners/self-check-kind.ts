/** What a runner thinks is wrong with itself, told from the sentence that it reports. */
export type DoubtKind = "canaries" | "limits" | "lag" | "name servers" | "network";

const BEGINNINGS: readonly [string, DoubtKind][] = [
  ["the runner failed its self-check", "canaries"],
  // Reported by runners of earlier versions.
  ["the runner misjudges its canaries", "canaries"],
  ["the runner was overloaded: its event loop", "lag"],
  ["the runner was overloaded", "limits"],
  ["the runner doubts its own name servers", "name servers"],
];

/** The kind of a doubt; a sentence of another version counts as one about the network. */
export function doubtKind(reason: string): DoubtKind {
  return BEGINNINGS.find(([beginning]) => reason.startsWith(beginning))?.[1] ?? "network";
}
