import { REGIONS, type Region } from "@/lib/contract/core/regions";
import { finished } from "./compose";
import type { Message } from "./message";
import { momentText } from "./wording";

export interface SilentRunnerFacts {
  name: string;
  kind: "local" | "remote";
  region: string | null;
  last_seen_at: Date;
  /** Remote runners that check in its place. */
  others: readonly string[];
  /** Whether the server's own runner is alive. */
  hasLocal: boolean;
}

/** For owners: a runner is gone, and who checks meanwhile, or that nobody does. */
export function silenceMessage(runner: SilentRunnerFacts): Message {
  const place = REGIONS[runner.region as Region]?.name ?? "its region";
  const isLocal = runner.kind === "local";
  return finished({
    level: "warning",
    title: isLocal ? "The server's own runner is silent" : `The runner ${runner.name} in ${place} is silent`,
    lines: isLocal
      ? [
          "Nothing is checked from regions without a runner of their own: outages seen only from there go unnoticed.",
          "Look at the server's log. Where it was turned off on purpose (RUNNER=off), add a runner of each region that monitors use.",
        ]
      : [meanwhile(runner, place), "Start it again on its machine; if that is gone for good, revoke it."],
    facts: [{ label: "Last heard of", value: momentText(runner.last_seen_at) }],
    link: { label: "Open the regions", url: "/settings/regions" },
  });
}

function meanwhile({ others, hasLocal }: SilentRunnerFacts, place: string): string {
  if (others.length > 0)
    return `${others.join(", ")} ${others.length === 1 ? "checks" : "check"} in its place meanwhile.`;
  return hasLocal
    ? `The server's own runner checks for ${place} meanwhile, from where the server stands, but no private addresses.`
    : `Nothing is checked from ${place} until it is back: outages seen only from there go unnoticed.`;
}
