import { REGIONS } from "@/lib/contract/core/region-names";
import type { Region } from "@/lib/contract/core/regions";
import { finished } from "./compose";
import type { Message } from "./message";
import { momentText } from "./wording";

export interface SilentRunnerFacts {
  name: string;
  kind: "local" | "remote";
  region: string | null;
  last_seen_at: Date;
  /** Remote runners that run its checks as fallback. */
  others: readonly string[];
  /** Whether the built-in runner is alive. */
  hasLocal: boolean;
}

/** Returns the message to owners about a runner that stopped reporting: which runner took over, or that no runner did. */
export function silenceMessage(runner: SilentRunnerFacts): Message {
  const place = REGIONS[runner.region as Region]?.name ?? "its region";
  const isLocal = runner.kind === "local";
  return finished({
    level: "warning",
    title: isLocal
      ? "The built-in runner has stopped reporting"
      : `Runner ${runner.name} in ${place} has stopped reporting`,
    lines: isLocal
      ? [
          "Regions without their own runner aren't being checked. Outages visible only from there go unnoticed.",
          "Check the server's log. If you turned the built-in runner off on purpose (RUNNER=off), add a runner for each region your monitors use.",
        ]
      : [
          meanwhile(runner, place),
          "Restart it on its machine. If the machine is gone for good, revoke the runner.",
        ],
    facts: [{ label: "Last seen", value: momentText(runner.last_seen_at) }],
    link: { label: "Open regions", url: "/settings/regions" },
  });
}

function meanwhile({ others, hasLocal }: SilentRunnerFacts, place: string): string {
  if (others.length > 0)
    return `Meanwhile, ${others.join(", ")} ${others.length === 1 ? "is" : "are"} running its checks.`;
  return hasLocal
    ? `Meanwhile, the built-in runner is checking for ${place} from the server's location. It doesn't check private addresses.`
    : `Nothing is being checked from ${place}. Outages visible only from there go unnoticed until the runner is back.`;
}
