/** An incident in a range. One that continues another belongs to the same outage. */
export interface OutagePart {
  readonly id: number;
  readonly continues: number | null;
  /** Unix seconds. */
  readonly from: number;
  /** Null while it's open. */
  readonly to: number | null;
}

/** Returns the number of outages that incidents form, and the durations of those that have ended, in seconds. */
export function outagesOf(parts: readonly OutagePart[]): { count: number; repairs: readonly number[] } {
  // Of a project's incidents, few continue another.
  const continued = new Set(parts.flatMap(({ continues }) => continues ?? []));
  const byId = new Map(parts.flatMap((part) => (continued.has(part.id) ? [[part.id, part]] : [])));
  const earlierOf = ({ continues }: OutagePart) => (continues === null ? undefined : byId.get(continues));
  const startOf = (part: OutagePart): number => {
    const earlier = earlierOf(part);
    return earlier ? startOf(earlier) : part.from;
  };
  const last = parts.filter(({ id }) => !continued.has(id));
  const repairs = last.flatMap((part) => (part.to === null ? [] : [part.to - startOf(part)]));
  return { count: last.length, repairs };
}
