/** What a failed self-check of a runner is about. */
export type SelfCheckKind = "lag" | "limits" | "name servers" | "network" | "probes";

/** How the reason of each kind begins. Servers tell the kind by it, so `lag` comes before `limits`. */
const BEGINNINGS: Record<SelfCheckKind, string> = {
  lag: "the runner was overloaded: its event loop",
  limits: "the runner was overloaded:",
  "name servers": "the runner failed its DNS self-check:",
  network: "the runner failed its network self-check:",
  probes: "the runner failed its self-check:",
};

/**
 * How long failures are inconclusive when nothing can tell whose they are. With a timeout of 20 s, real outages are still
 * reported within 60 s.
 */
export const UNCLEAR_MS = 30_000;

/** Returns the reason that a runner reports and adds to its inconclusive results. */
export function selfCheckReason(kind: SelfCheckKind, what: string): string {
  return `${BEGINNINGS[kind]} ${what}`;
}

/** Returns the kind of a reported reason. Unknown reasons of other versions count as network problems. */
export function selfCheckKind(reason: string): SelfCheckKind {
  const kinds = Object.keys(BEGINNINGS) as SelfCheckKind[];
  return kinds.find((kind) => reason.startsWith(BEGINNINGS[kind])) ?? "network";
}
