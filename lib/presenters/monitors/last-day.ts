import type { Monitor } from "@/lib/contract/monitors/monitors";
import { naturalOrder } from "@/lib/shared/text/natural-order";

/** Hours that count as now. */
const RECENT = 6;
/** Changes below this share are noise. */
const NOTABLE = 0.1;

export interface TagGroup {
  /** Null for monitors without a tag. */
  tag: string | null;
  monitors: Monitor[];
}

/** Groups monitors by their first tag, in alphabetical order, and those without one last. Keeps the order within a group. */
export function groupsByTag(monitors: readonly Monitor[]): TagGroup[] {
  const groups = new Map<string | null, Monitor[]>();
  for (const monitor of monitors) {
    const tag = monitor.tags?.[0] ?? null;
    groups.set(tag, [...(groups.get(tag) ?? []), monitor]);
  }
  return [...groups]
    .map(([tag, found]) => ({ tag, monitors: found }))
    .sort(
      (a, b) => Number(a.tag === null) - Number(b.tag === null) || naturalOrder(a.tag ?? "", b.tag ?? ""),
    );
}

/**
 * Returns the percentage by which the last 6 hours of a day were slower than the hours before, negative if they were faster.
 * Null if the change is small or there are too few hours.
 */
export function responseTrend(hours: readonly { p50: number | null }[]): number | null {
  const mean = (part: readonly { p50: number | null }[]) => {
    const known = part.flatMap(({ p50 }) => p50 ?? []);
    return known.length < RECENT / 2 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  const recent = mean(hours.slice(-RECENT));
  const before = mean(hours.slice(0, -RECENT));
  if (recent === null || !before) return null;
  const change = recent / before - 1;
  return Math.abs(change) < NOTABLE ? null : Math.round(change * 100);
}
