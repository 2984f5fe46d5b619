import type { UnmatchedRules } from "./alert-match";

/** A notification of an incident's start, to an integration or a browser. */
export interface StartNotification {
  readonly status: string;
  readonly reason: string | null;
}

const ON_ITS_WAY = ["delivered", "pending"];

/**
 * Returns why no one was notified of an incident's start; null if someone was or still may be. `isDecided` says whether alert rules
 * were already matched with it, and `unmatched` why none of them matched.
 */
export function whyUnnotified(
  isDecided: boolean,
  sent: readonly StartNotification[],
  unmatched: UnmatchedRules | null,
): string | null {
  if (!isDecided || sent.some(({ status }) => ON_ITS_WAY.includes(status))) return null;
  const reasons = sent.map(
    ({ status, reason }) => reason ?? `The notification is ${status.replaceAll("_", " ")}.`,
  );
  return [
    ...new Set([...(unmatched || sent.length === 0 ? [unmatchedWords(unmatched)] : []), ...reasons]),
  ].join(" ");
}

function unmatchedWords(unmatched: UnmatchedRules | null): string {
  if (!unmatched) return "No alert rule matched it.";
  const { total, type, monitors, tags } = unmatched;
  if (total === 0) return "No alert rule was set up for new incidents.";
  const limits = [
    [type, "for the other type of incident"],
    [monitors, "limited to other monitors"],
    [tags, "limited to other tags"],
  ] as const;
  const words = limits.flatMap(([count, limit]) =>
    count > 0 ? [`${count} ${count === 1 ? "is" : "are"} ${limit}`] : [],
  );
  const rules =
    total === 1
      ? "The only alert rule for new incidents didn't match"
      : `None of the ${total} alert rules for new incidents matched`;
  return `${rules}: ${new Intl.ListFormat("en-US").format(words)}.`;
}
