import type { SelfCheckFailure } from "@/lib/contract/checks/self-check";
import { REGIONS } from "@/lib/contract/core/region-names";
import type { Region } from "@/lib/contract/core/regions";
import { type SelfCheckArea, selfCheckArea, selfCheckWords } from "@/lib/domain/runners/self-check";
import { finished } from "./compose";
import type { Message } from "./message";

type Notice = { name: string } & (
  | { kind: "self-check"; failures: readonly SelfCheckFailure[] }
  | { kind: "quarantine"; reason: string }
);

/** Returns the message to owners about a runner or region of their own installation that needs attention. */
export function healthMessage(notice: Notice): Message {
  const { title, line, reason } =
    notice.kind === "self-check" ? selfCheckParts(notice) : quarantineParts(notice);
  return finished({
    level: "warning",
    title,
    lines: [line],
    facts: [{ label: "Reason", value: reason }],
    link: { label: "Open regions", url: "/settings/regions" },
  });
}

function selfCheckParts({ name, failures }: Extract<Notice, { kind: "self-check" }>) {
  const area = failures[0] ? selfCheckArea(failures[0]) : "network";
  return {
    title: `Runner ${name} ${failedPart(area)}`,
    line:
      area === "probes"
        ? "A known-good or known-bad probe returned the wrong result, so results from this runner can't be trusted. Restart it and check its log."
        : "Until it recovers, the failures it sees are recorded as inconclusive and don't open incidents. Outages that only this runner can see go unnoticed.",
    reason: `the runner ${selfCheckWords(failures)}`,
  };
}

function quarantineParts({ name, reason }: Extract<Notice, { kind: "quarantine" }>) {
  return {
    title: `Region quarantined: ${REGIONS[name as Region]?.name ?? name}`,
    line: "It's the only region where many monitors are failing. Its failures don't open incidents until its results match the other regions again.",
    reason,
  };
}

function failedPart(area: SelfCheckArea): string {
  if (area === "lag" || area === "limits") return "is overloaded";
  if (area === "probes") return "failed its self-check";
  return `failed its ${area === "network" ? "network" : "DNS"} self-check`;
}
