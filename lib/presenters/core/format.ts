/** Formats numbers and durations for people. Pure functions. */
import { shownPercent } from "@/lib/domain/checks/availability";

export { duration, roughDuration } from "@/lib/domain/core/wording";

/** Formats a percentage with two decimals, truncated so that 99.995 never shows as 100. Null is "–". */
export function percent(value: number | null): string {
  if (value === null) return "–";
  if (value === 100) return "100%";
  return `${shownPercent(value).toFixed(2)}%`;
}

/** Formats milliseconds: `0.04 ms`, `4.2 ms`, `84 ms`, `1.24 s`. Null is "–". */
export function ms(value: number | null): string {
  if (value === null) return "–";
  if (value > 0 && value < 0.1) return `${value.toFixed(2)} ms`;
  if (value < 10) return `${value.toFixed(1)} ms`;
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(2)} s`;
}

/** Formats milliseconds stored as whole numbers without false precision: `4 ms`, or `under 1 ms` for 0. */
export function wholeMs(value: number | null): string {
  if (value === 0) return "under 1 ms";
  return value !== null && value < 1000 ? `${value} ms` : ms(value);
}

/** Formats microseconds, the unit of check results. */
export function micros(value: number | null): string {
  return ms(value === null ? null : value / 1000);
}

/** Formats a whole number with separators: `1,248`. */
export function number(count: number): string {
  return count.toLocaleString("en");
}

/** Returns `1 monitor`, `2 monitors`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** Formats an interval in seconds as words: `30 seconds`, `1 minute`, `1 hour`. */
export function interval(seconds: number): string {
  if (seconds < 60) return counted(seconds, "second");
  if (seconds < 3600) return counted(seconds / 60, "minute");
  return counted(seconds / 3600, "hour");
}
