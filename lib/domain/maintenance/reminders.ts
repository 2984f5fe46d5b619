import { HOUR_MS } from "@/lib/shared/durations";

/** How long before a window starts its reminders are sent. */
const LEADS_MS = [24 * HOUR_MS, HOUR_MS];

/** Returns when the next reminder of a window that starts at `startsAt` is due after `now`; null if none is left. */
export function nextReminderAt(startsAt: Date, now: Date): Date | null {
  const times = LEADS_MS.map((leadMs) => startsAt.getTime() - leadMs).filter((at) => at > now.getTime());
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}
