import { duration } from "@/lib/domain/core/wording";

/** How many minutes after an update the next one can be promised. */
const NEXT_UPDATE_MINUTES = [15, 30, 60, 120, 240, 1440] as const;

export const NEXT_UPDATE_OPTIONS = NEXT_UPDATE_MINUTES.map((minutes) => ({
  value: String(minutes),
  label: `In ${duration(minutes * 60)}`,
}));

/** Returns when the next update is due: the chosen minutes after the publication; null for none. */
export function nextUpdateAt(minutes: string, publishedAt: Date): string | null {
  if (minutes === "") return null;
  return new Date(publishedAt.getTime() + Number(minutes) * 60_000).toISOString();
}

/** Returns whether the promised update is missing. */
export function isUpdateOverdue(nextUpdateAt: string | null, now: Date | null): boolean {
  return nextUpdateAt !== null && now !== null && Date.parse(nextUpdateAt) < now.getTime();
}
