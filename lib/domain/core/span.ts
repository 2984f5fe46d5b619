/** A time range in epoch milliseconds, end excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A time range in dates, end excluded, as reports are asked for. */
export interface DateRange {
  readonly from: Date;
  readonly to: Date;
}

export function spanOf({ from, to }: DateRange): Span {
  return { from: from.getTime(), to: to.getTime() };
}

/** Returns the union of spans as sorted, disjoint spans. */
export function union(spans: readonly Span[]): Span[] {
  const filled = spans.filter((span) => span.to > span.from);
  if (filled.length < 2) return filled;
  const sorted = filled.sort((a, b) => a.from - b.from);
  const merged: Array<{ from: number; to: number }> = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push({ from: span.from, to: span.to });
  }
  return merged;
}

/** Returns the parts of `spans` inside `range`. Both must be disjoint and sorted (`union`). */
export function intersect(spans: readonly Span[], range: readonly Span[]): Span[] {
  const parts: Span[] = [];
  let index = 0;
  for (const span of spans) {
    while (index > 0 && (range[index - 1]?.to ?? 0) > span.from) index -= 1;
    for (let at = index; at < range.length; at += 1) {
      const other = range[at];
      if (!other || other.from >= span.to) break;
      index = at;
      const from = Math.max(span.from, other.from);
      const to = Math.min(span.to, other.to);
      if (to > from) parts.push({ from, to });
    }
  }
  return parts;
}

/** Returns `whole` without `spans`, sorted and disjoint. */
export function subtract(whole: Span, spans: readonly Span[]): Span[] {
  if (spans.length === 0) return whole.to > whole.from ? [whole] : [];
  const left: Span[] = [];
  let at = whole.from;
  for (const span of union(spans)) {
    if (span.from > at) left.push({ from: at, to: Math.min(span.from, whole.to) });
    at = Math.max(at, span.to);
    if (at >= whole.to) break;
  }
  if (at < whole.to) left.push({ from: at, to: whole.to });
  return left.filter((span) => span.to > span.from);
}

export function lengthMs(spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + span.to - span.from, 0);
}
