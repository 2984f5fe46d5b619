import { nextOccurrence, type Recurrence } from "@/lib/domain/maintenance/recurrence";

/** The next starts after the first, at most `count`. Loaded when a repetition is chosen: it brings the rule engine along. */
export function nextStarts(recurrence: Recurrence, count: number): Date[] {
  const starts: Date[] = [];
  let after = new Date(recurrence.firstStart.getTime() - 1);
  while (starts.length < count) {
    const next = nextOccurrence(recurrence, after);
    if (!next) break;
    starts.push(next);
    after = next;
  }
  return starts;
}
