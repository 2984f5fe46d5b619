import type { Monitor } from "@/lib/contract/monitors/monitors";
import { DAY_MS } from "@/lib/shared/durations";

/** Returns whether a range of days began before the monitor existed, so that its figures are of a shorter time. */
export function isYounger({ created_at: at }: Pick<Monitor, "created_at">, days: number, now: Date): boolean {
  return now.getTime() - Date.parse(at) < days * DAY_MS;
}
