import { trimEndOf } from "@/lib/shared/trim-end";
import type { RegionState } from "./region-state";

/** Summarizes the regions' errors, most frequent first: `connection refused`, or `timed out (2), connection refused (1)`. */
export function errorsOf(regions: readonly RegionState[]): string {
  const tally = new Map<string, number>();
  for (const region of regions) {
    const text = sentenceEnd(region.error?.message ?? "failed");
    tally.set(text, (tally.get(text) ?? 0) + 1);
  }
  const ranked = [...tally].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  if (ranked.length === 1) return ranked[0]?.[0] ?? "failed";
  return ranked.map(([text, number]) => `${text} (${number})`).join(", ");
}

/**
 * Summarizes the errors without addresses, hostnames, and details in parentheses, for titles that public pages show.
 */
export function causesOf(regions: readonly RegionState[]): string {
  return errorsOf(
    regions.map((region) => ({
      ...region,
      error: region.error && { ...region.error, message: withoutDetails(withoutPlace(region.error.message)) },
    })),
  );
}

/** Removes a leading `192.0.2.1:443: `, `[2001:db8::1]:443: `, or `db.internal: `. */
function withoutPlace(message: string): string {
  const [word = ""] = /^\S*/.exec(message) ?? [];
  const isPlace = message.startsWith(": ", word.length - 1) && /[.:\]]/.test(word.slice(0, -1));
  return isPlace ? message.slice(word.length + 1) : message;
}

/** Removes everything in parentheses at the end, such as the values that a check found. */
function withoutDetails(message: string): string {
  const at = message.indexOf(" (");
  return at > 0 && message.endsWith(")") ? message.slice(0, at) : message;
}

function sentenceEnd(text: string): string {
  return trimEndOf(text, /[.\s]/);
}
