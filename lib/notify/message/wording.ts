import { MONITOR_STATES } from "@/lib/contract/monitors/states";
import type { MonitorFacts } from "@/lib/domain/alerting/event-facts";
import { isoSeconds } from "@/lib/shared/clock";
import { naturalOrder } from "@/lib/shared/text/natural-order";
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

/** Lists up to five monitor names, failing ones first and then by name, and how many more there are. */
export function monitorNames(monitors: readonly MonitorFacts[]): string {
  const rank = ({ status }: MonitorFacts) => (MONITOR_STATES as readonly string[]).indexOf(status);
  const shown = [...monitors]
    .sort((a, b) => rank(a) - rank(b) || naturalOrder(a.name, b.name))
    .slice(0, NAMES_MAX)
    .map(({ name }) => name);
  const more = monitors.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

/** Returns the facts that have a value, in order. */
export function factList(pairs: readonly (readonly [string, string | null])[]): Message["facts"] {
  return pairs.flatMap(([label, value]) => (value === null || value === "" ? [] : [{ label, value }]));
}

const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const CONTROL_BUT_BREAKS = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Returns one line without control and direction characters, so that subjects, titles, and headers can't be injected into. */
export function oneLine(text: string): string {
  return text.replace(CONTROL, " ").replace(/ {2,}/g, " ").trim();
}

/** Removes all control characters except line breaks and tabs. */
export function plainText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(CONTROL_BUT_BREAKS, "").trim();
}

/**
 * Truncates to at most `max` UTF-16 units, ending in an ellipsis, never within a character. Some vendors count code points and some
 * UTF-16 units; the result is within both limits.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Truncates so that the escaped text has at most `max` units. Cuts before escaping, so that no escape sequence is split. */
export function cutEscaped(text: string, max: number, escaped: (text: string) => string): string {
  let length = max;
  for (;;) {
    const whole = escaped(cut(text, length));
    if (whole.length <= max) return whole;
    length -= Math.max(1, Math.floor((whole.length - max) / 8));
  }
}

/** A web address, without characters that could begin or end other marks. */
const URL_TEXT = /https?:\/\/[\w.~:/?#@!$&',;=%+-]+/g;

/** Stands for an address meanwhile. Texts of messages have no control characters. */
const PLACE = "\u0001";

/** Escapes all but web addresses: apps make them links as they are written, so that an escape would lead elsewhere. */
export function escapedAroundUrls(
  text: string,
  escaped: (text: string) => string,
  urlText: (url: string) => string = (url) => url,
): string {
  const urls = text.match(URL_TEXT) ?? [];
  const [first = "", ...rest] = escaped(text.replace(URL_TEXT, PLACE)).split(PLACE);
  return first + rest.map((part, at) => urlText(urls[at] ?? "") + part).join("");
}

/** Truncates to at most `max` bytes of UTF-8, between code points. */
export function cutBytes(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text;
  let bytes = Buffer.byteLength("…");
  let kept = "";
  for (const point of text) {
    bytes += Buffer.byteLength(point);
    if (bytes > max) break;
    kept += point;
  }
  return `${kept}…`;
}
