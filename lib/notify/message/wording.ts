import type { MonitorFacts } from "@/lib/domain/alerting/event-facts";
import { isoSeconds } from "@/lib/shared/clock";
import type { Message } from "./message";

const NAMES_MAX = 5;

/** Formats a date as `2026-01-31 12:00:05 UTC`. */
export function momentText(date: Date): string {
  return `${isoSeconds(date).replace("T", " ").replace("Z", "")} UTC`;
}

/** Turns `major_outage` into `Major outage`. */
export function words(value: string): string {
  const text = value.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lists up to five monitor names, then how many more there are. */
export function monitorNames(monitors: readonly MonitorFacts[]): string {
  const shown = monitors.slice(0, NAMES_MAX).map((monitor) => monitor.name);
  const more = monitors.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

/** Returns the facts that have a value, in order. */
export function factList(pairs: readonly (readonly [string, string | null])[]): Message["facts"] {
  return pairs.flatMap(([label, value]) => (value === null || value === "" ? [] : [{ label, value }]));
}
