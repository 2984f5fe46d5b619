import { isoSeconds } from "@/lib/shared/clock";

const LATEST_MS = 7 * 24 * 3600 * 1000;

/** Returns the problem with the time that an update promises for the next one, or null. */
export function nextUpdateProblem(nextUpdateAt: Date | null, publishedAt: Date): string | null {
  if (!nextUpdateAt) return null;
  const latest = new Date(publishedAt.getTime() + LATEST_MS);
  if (nextUpdateAt >= publishedAt && nextUpdateAt <= latest) return null;
  return `The next update must be due between this one and 7 days later (${isoSeconds(publishedAt)} to ${isoSeconds(latest)}); got ${isoSeconds(nextUpdateAt)}.`;
}

/** Returns when people were promised the next update: what the latest published one says, until the incident has recovered. */
export function expectedUpdateAt(
  status: "ongoing" | "recovering" | "recovered",
  latest: { readonly state: string; readonly nextUpdateAt: Date | null } | null,
): Date | null {
  return status === "recovered" || !latest || latest.state === "resolved" ? null : latest.nextUpdateAt;
}
