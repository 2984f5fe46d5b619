import { nextOccurrence, type Recurrence } from "@/lib/domain/maintenance/recurrence";

/** Returns up to `count` starts of a recurrence. Loaded on demand because it includes the recurrence engine. */
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
