import { DAY_MS } from "@/lib/shared/durations";

/** A session ends after 14 days without a call, and after 90 days in any case. */
export const IDLE_MS = 14 * DAY_MS;
export const ABSOLUTE_MS = 90 * DAY_MS;
