import { REGIONS, type Region } from "@/lib/contract/core/regions";
import { type DoubtKind, doubtKind } from "@/lib/domain/runners/self-check-kind";
import { finished } from "./compose";
import type { Message } from "./message";

/** For owners: something of the installation itself needs a look. */
export function healthMessage(notice: {
  kind: "doubt" | "quarantine";
  name: string;
  reason: string;
}): Message {
  const { kind, name, reason } = notice;
  const [title, line] =
    kind === "doubt"
      ? [
          `The runner ${name} ${doubtedPart(doubtKind(reason))}`,
          doubtKind(reason) === "canaries"
            ? "It calls a target of its own that is always up, or one that is always down, the opposite: what it finds of others can't be trusted. Start it again, and look at its log."
            : "What it sees fail is inconclusive until that is over: nothing alarms falsely, but it watches nothing meanwhile.",
        ]
      : [
          `The region ${REGIONS[name as Region]?.name ?? name} is quarantined`,
          "It alone sees many monitors fail. Its failures open no incident until it agrees with the other regions again.",
        ];
  return finished({
    level: "warning",
    title,
    lines: [line],
    facts: [{ label: "Reason", value: reason }],
    link: { label: "Open the regions", url: "/settings/regions" },
  });
}

/** What the reason, which begins with it, says in short. */
function doubtedPart(kind: DoubtKind): string {
  if (kind === "canaries") return "misjudges its own canaries";
  return kind === "lag" || kind === "limits" ? "is overloaded" : `doubts its own ${kind}`;
}
