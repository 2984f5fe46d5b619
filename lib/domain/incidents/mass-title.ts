import { count } from "@/lib/domain/core/wording";

const MASS = /^([\d,]+) monitors went down(?:: (.*))?$/s;
const ONE = /^.* is down(?:: (.*))?$/s;

/**
 * Returns the built-in title of an incident once one more monitor has joined it: `51 monitors went down: HTTP 503`, with the cause
 * while all share it. `cause` is null when it isn't part of titles.
 */
export function joinedTitle(title: string, cause: string | null): string {
  const mass = MASS.exec(title);
  const monitors = count(mass ? Number(mass[1]?.replaceAll(",", "")) + 1 : 2, "monitor");
  const before = (mass ? mass[2] : ONE.exec(title)?.[1]) ?? null;
  return `${monitors} went down${before !== null && before === cause ? `: ${cause}` : ""}`;
}

/** Returns the title of several monitors without its verb, for messages that add their own: `51 monitors – HTTP 503`; null for others. */
export function massHeadline(title: string): string | null {
  const found = MASS.exec(title);
  if (!found) return null;
  return `${found[1]} monitors${found[2] === undefined ? "" : ` – ${found[2]}`}`;
}
