import { wallOf } from "@/lib/domain/core/zone";
import type { Recurrence } from "./recurrence";
import { ruleParts } from "./recurrence-rule";

const CODES = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const ORDINALS: Record<string, string> = { 1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth" };
const UNITS: Record<string, string> = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" };

/**
 * Describes a recurrence in words, such as `every Tuesday 02:00–03:00 Europe/Berlin`. Falls back to the rule itself if it
 * is too complex.
 */
export function recurrenceSentence(recurrence: Recurrence, durationMs: number): string {
  const parts = ruleParts(recurrence.rule);
  const start = new Date(wallOf(recurrence.firstStart.getTime(), recurrence.timeZone));
  const hours = `${clock(start)}–${endText(start, durationMs)} ${recurrence.timeZone}`;
  const days = daysText(parts, start);
  if (days === null) return `by the rule ${recurrence.rule}, first at ${hours}`;
  return `${days} ${hours}${endingText(parts)}`;
}

function daysText(parts: ReadonlyMap<string, string>, start: Date): string | null {
  const every = Number(parts.get("INTERVAL") ?? "1");
  const frequency = parts.get("FREQ") ?? "";
  const unit = UNITS[frequency];
  const by = [...parts.keys()].filter((name) => name.startsWith("BY"));
  if (!unit || by.length > 1) return null;
  const each = every === 1 ? `every ${unit}` : `every ${every} ${unit}s`;
  const byDay = parts.get("BYDAY");
  if (frequency === "DAILY") return by.length === 0 ? each : null;
  if (frequency === "WEEKLY") return weekText(by, byDay ?? CODES[start.getUTCDay()] ?? "", every);
  if (frequency === "YEARLY") {
    return by.length === 0 ? `${each} on ${start.getUTCDate()} ${month(start)}` : null;
  }
  if (by.length === 0) return `on day ${start.getUTCDate()} of ${each}`;
  return monthText(byDay, parts.get("BYMONTHDAY"), each);
}

function weekText(by: readonly string[], byDay: string, every: number): string | null {
  if (by.some((name) => name !== "BYDAY")) return null;
  const codes = byDay.split(",");
  if (codes.some((code) => !CODES.includes(code))) return null;
  if (every === 1 && codes.length === 7) return "every day";
  if (every === 1 && [...codes].sort().join() === "FR,MO,TH,TU,WE") return "Monday to Friday";
  const names = list(codes.map((code) => DAYS[CODES.indexOf(code)] ?? code));
  return every === 1 ? `every ${names}` : `every ${every} weeks on ${names}`;
}

function monthText(byDay: string | undefined, monthDay: string | undefined, each: string): string | null {
  if (monthDay === "-1") return `on the last day of ${each}`;
  if (monthDay) return /^\d+$/.test(monthDay) ? `on day ${monthDay} of ${each}` : null;
  const match = /^\+?(-1|[1-5])(\w\w)$/.exec(byDay ?? "");
  if (!match) return null;
  const [, place = "", code = ""] = match;
  return `on the ${place === "-1" ? "last" : ORDINALS[place]} ${DAYS[CODES.indexOf(code)]} of ${each}`;
}

function endingText(parts: ReadonlyMap<string, string>): string {
  const count = parts.get("COUNT");
  if (count) return count === "1" ? ", once" : `, ${count} times`;
  const until = parts.get("UNTIL");
  if (!until) return "";
  const day = new Date(
    Date.UTC(Number(until.slice(0, 4)), Number(until.slice(4, 6)) - 1, Number(until.slice(6, 8))),
  );
  return `, until ${day.getUTCDate()} ${month(day)} ${day.getUTCFullYear()}`;
}

function endText(start: Date, durationMs: number): string {
  const end = new Date(start.getTime() + durationMs);
  const days = Math.floor(end.getTime() / 86_400_000) - Math.floor(start.getTime() / 86_400_000);
  if (days === 0) return clock(end);
  return `${clock(end)} ${days === 1 ? "the next day" : `${days} days later`}`;
}

const clock = (date: Date) => date.toISOString().slice(11, 16);
const month = (date: Date) => date.toLocaleString("en-GB", { month: "long", timeZone: "UTC" });

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
