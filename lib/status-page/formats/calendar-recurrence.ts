import { momentOf, wallOf } from "@/lib/domain/core/zone";
import { occurrences } from "@/lib/domain/maintenance/recurrence";
import { ruleParts } from "@/lib/domain/maintenance/recurrence-rule";
import type { PageSettings, PublicRecurrence, PublicWindow } from "@/lib/status-page/model/model";
import { escapeText, utcStamp, versionLines } from "./calendar-text";
import { localStamp, zoneLines } from "./calendar-zone";
import { permanentUuid } from "./permanent-id";

/** Enough for ten years of daily starts. */
const MAX_STARTS = 4000;
const YEAR_MS = 366 * 86_400_000;

/** Returns a repeating event without the starts that were removed or canceled. */
export function recurrenceEvent(item: PublicRecurrence, settings: PageSettings): string[] {
  const at = (name: string, date: Date) => `${name}${stampIn(date, item.timeZone)}`;
  return [
    "BEGIN:VEVENT",
    `UID:${uid(item.id, settings)}`,
    ...versionLines(item, settings),
    at("DTSTART", item.firstStart),
    at("DTEND", new Date(item.firstStart.getTime() + item.durationMs)),
    `RRULE:${feedRule(item)}`,
    ...missingStarts(item).map((start) => at("EXDATE", start)),
    `SUMMARY:${escapeText(item.title)}`,
    ...(item.description ? [`DESCRIPTION:${escapeText(item.description)}`] : []),
    `URL:${settings.url}`,
    "CATEGORIES:MAINTENANCE",
    "STATUS:CONFIRMED",
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/** Returns the lines that turn a changed window into its own event: the UID of the recurrence and the start it replaces. */
export function overrideLines(
  window: PublicWindow,
  item: PublicRecurrence,
  settings: PageSettings,
): string[] {
  const start = window.recursAt ?? window.startsAt;
  return [`UID:${uid(item.id, settings)}`, `RECURRENCE-ID${stampIn(start, item.timeZone)}`];
}

/** Returns whether this window was changed and differs from its rule. */
export function isChanged(window: PublicWindow, item: PublicRecurrence): boolean {
  return (
    window.startsAt.getTime() !== window.recursAt?.getTime() ||
    window.endsAt.getTime() - window.startsAt.getTime() !== item.durationMs ||
    window.title !== item.title ||
    window.description !== item.description
  );
}

/** Returns the definitions of all time zones that the recurrences use, each once. */
export function zonesOf(items: readonly PublicRecurrence[], now: Date): string[] {
  const zones = [...new Set(items.map((item) => item.timeZone))];
  return zones.flatMap((zone) => {
    const starts = items.filter((item) => item.timeZone === zone).map((item) => item.firstStart.getTime());
    return zoneLines(zone, new Date(Math.min(...starts) - YEAR_MS), new Date(now.getTime() + 3 * YEAR_MS));
  });
}

const uid = (id: number, settings: PageSettings) => permanentUuid(settings, `recurrence ${id}`);

/** Returns `;TZID=Europe/Berlin:20260301T020000`, or `:20260301T010000Z` in UTC. */
function stampIn(date: Date, zone: string): string {
  if (zone === "UTC" || zone === "Etc/UTC") return `:${utcStamp(date)}`;
  return `;TZID=${zone}:${localStamp(wallOf(date.getTime(), zone))}`;
}

/** Returns the rule as calendar clients need it: UNTIL in UTC, and an end if the recurrence was ended early. */
function feedRule(item: PublicRecurrence): string {
  const parts = ruleParts(item.rule);
  const until = parts.get("UNTIL");
  if (until) parts.set("UNTIL", utcUntil(until, item.timeZone));
  if (item.endedBefore) {
    const last = startsBefore(item, item.endedBefore).at(-1) ?? item.firstStart;
    parts.delete("COUNT");
    parts.set("UNTIL", utcStamp(last));
  }
  return [...parts].map(([name, value]) => `${name}=${value}`).join(";");
}

function utcUntil(until: string, zone: string): string {
  if (until.endsWith("Z")) return until;
  const local = until.includes("T") ? until : `${until}T235959`;
  const iso = local.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6Z");
  return utcStamp(new Date(momentOf(Date.parse(iso), zone)));
}

function missingStarts(item: PublicRecurrence): Date[] {
  const kept = new Set(item.kept.map((start) => start.getTime()));
  const until = Math.min(
    item.plannedUntil.getTime(),
    item.endedBefore?.getTime() ?? Number.POSITIVE_INFINITY,
  );
  return startsBefore(item, new Date(until)).filter((start) => !kept.has(start.getTime()));
}

function startsBefore(item: PublicRecurrence, before: Date): Date[] {
  return occurrences(item, item.firstStart, before, MAX_STARTS);
}
