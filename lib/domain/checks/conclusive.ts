import type { Outcome } from "@/lib/contract/checks/check";

/** Returns whether a check says something about its target. Such a result replaces another runner's of the same time that doesn't. */
export function isConclusive(outcome: Outcome): outcome is "up" | "down" {
  return outcome === "up" || outcome === "down";
}
