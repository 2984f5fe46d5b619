import { type HealthPart, PART_NAMES } from "@/lib/domain/core/own-health";
import { finished } from "./compose";
import type { Message } from "./message";
import { momentText } from "./wording";

/** Parts of this installation that are failing, or that work again. */
export interface HealthAlert {
  readonly type: "health.problem" | "health.recovered";
  readonly parts: readonly {
    readonly part: HealthPart;
    readonly since: Date;
    readonly message: string | null;
  }[];
}

/** Returns the message to the operators about their own installation. */
export function ownHealthMessage({ type, parts }: HealthAlert): Message {
  const hasRecovered = type === "health.recovered";
  const names = parts.map(({ part }) => PART_NAMES[part]).join(", ");
  return finished({
    level: hasRecovered ? "up" : "warning",
    title: hasRecovered ? `Vedette has recovered: ${names}` : `Vedette needs attention: ${names}`,
    lines: hasRecovered ? [] : ["Monitors may not be checked, and alerts may be late, until this is fixed."],
    facts: parts.map(({ part, since, message }) => ({
      label: PART_NAMES[part],
      value: hasRecovered
        ? `Had been failing since ${momentText(since)}`
        : `${message} Since ${momentText(since)}.`,
    })),
    link: { label: "Open health", url: "/settings/health" },
  });
}
