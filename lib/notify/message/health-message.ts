import { REGIONS } from "@/lib/contract/core/region-names";
import type { Region } from "@/lib/contract/core/regions";
import { type SelfCheckKind, selfCheckKind } from "@/lib/domain/runners/self-check";
import { finished } from "./compose";
import type { Message } from "./message";

/** Returns the message to owners about a runner or region of their own installation that needs attention. */
export function healthMessage(notice: {
  kind: "self-check" | "quarantine";
  name: string;
  reason: string;
}): Message {
  const { kind, name, reason } = notice;
  const [title, line] =
    kind === "self-check"
      ? [
          `Runner ${name} ${failedPart(selfCheckKind(reason))}`,
          selfCheckKind(reason) === "probes"
            ? "A known-good or known-bad probe returned the wrong result, so results from this runner can't be trusted. Restart it and check its log."
            : "Until it recovers, the failures it sees are recorded as inconclusive and don't open incidents. Outages that only this runner can see go unnoticed.",
        ]
      : [
          `Region quarantined: ${REGIONS[name as Region]?.name ?? name}`,
          "It's the only region where many monitors are failing. Its failures don't open incidents until its results match the other regions again.",
        ];
  return finished({
    level: "warning",
    title,
    lines: [line],
    facts: [{ label: "Reason", value: reason }],
    link: { label: "Open regions", url: "/settings/regions" },
  });
}

function failedPart(kind: SelfCheckKind): string {
  if (kind === "lag" || kind === "limits") return "is overloaded";
  if (kind === "probes") return "failed its self-check";
  return `failed its ${kind === "network" ? "network" : "DNS"} self-check`;
}
