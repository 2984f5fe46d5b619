import type { PageState } from "@/lib/domain/page-state";
import { isoSeconds } from "@/lib/shared/clock";

/** The state of one component in words. */
export const STATE_WORDS: Record<PageState, string> = {
  empty: "No data",
  operational: "Operational",
  maintenance: "Under maintenance",
  degraded_performance: "Degraded performance",
  partial_outage: "Partial outage",
  major_outage: "Major outage",
};

export const PROGRESS_WORDS = {
  unknown: "Reported",
  investigating: "Investigating",
  identified: "Identified",
  monitoring: "Monitoring",
  resolved: "Resolved",
} as const;

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

const two = (value: number) => String(value).padStart(2, "0");

/** `21 November`, UTC; with the year when it is another one than `now`'s. */
export function dayText(date: Date, now: Date): string {
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
  return date.getUTCFullYear() === now.getUTCFullYear() ? day : `${day} ${date.getUTCFullYear()}`;
}

export function shortDayText(date: Date): string {
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]?.slice(0, 3)}`;
}

export function monthText(date: Date): string {
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** `06:12 UTC`. */
export function clockText(date: Date): string {
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())} UTC`;
}

/** `06:12 UTC` today, `20 November, 06:12 UTC` else. */
export function momentText(date: Date, now: Date): string {
  const today = isoSeconds(date).slice(0, 10) === isoSeconds(now).slice(0, 10);
  return today ? clockText(date) : `${dayText(date, now)}, ${clockText(date)}`;
}

/** `1 h 5 min`, `2 d 3 h`, `40 s`: the two largest units. */
export function durationText(seconds: number): string {
  const units: Array<[number, string]> = [
    [Math.floor(seconds / 86_400), "d"],
    [Math.floor((seconds % 86_400) / 3600), "h"],
    [Math.floor((seconds % 3600) / 60), "min"],
    [Math.floor(seconds % 60), "s"],
  ];
  const first = units.findIndex(([value]) => value > 0);
  if (first === -1) return "0 s";
  return units
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(" ");
}

/** Percent rounded down: 99.995 never shows as 100. */
export function percentText(value: number | null): string {
  if (value === null) return "No data";
  if (value === 100) return "100 %";
  return `${(Math.floor(value * 1000) / 1000).toFixed(3).replace(/0$/, "")} %`;
}
