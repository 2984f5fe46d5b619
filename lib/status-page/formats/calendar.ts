import { wordsOf } from "@/lib/status-page/languages/registry";
import type { PageModel, PageSettings, PublicWindow } from "@/lib/status-page/model/model";
import { isChanged, overrideLines, recurrenceEvent, zonesOf } from "./calendar-recurrence";
import { escapeText, fold, utcStamp, versionLines } from "./calendar-text";
import { UTC_LINES } from "./calendar-zone";
import { permanentUuid } from "./permanent-id";

function event(window: PublicWindow, settings: PageSettings, identity: readonly string[]): string[] {
  return [
    "BEGIN:VEVENT",
    ...identity,
    ...versionLines(window, settings),
    `DTSTART:${utcStamp(window.startsAt)}`,
    `DTEND:${utcStamp(window.endsAt)}`,
    `SUMMARY:${escapeText(window.title)}`,
    ...(window.description ? [`DESCRIPTION:${escapeText(window.description)}`] : []),
    `URL:${settings.url}/maintenance/${window.id}`,
    "CATEGORIES:MAINTENANCE",
    "STATUS:CONFIRMED",
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/** Returns the event of a single window or of a changed one of a recurrence. Empty if the window matches its rule. */
function windowEvent(model: PageModel, window: PublicWindow): string[] {
  const { settings } = model;
  const item = model.recurrences.find(({ id }) => id === window.recurrenceId);
  if (!item) return event(window, settings, [`UID:${permanentUuid(settings, `maintenance ${window.id}`)}`]);
  return isChanged(window, item) ? event(window, settings, overrideLines(window, item, settings)) : [];
}

/** Returns the page's maintenance windows as a calendar (RFC 5545, with the NAME and REFRESH-INTERVAL of RFC 7986). */
export function calendar(model: PageModel): string {
  const { settings } = model;
  const name = escapeText(wordsOf(settings).feed.calendar(settings.title));
  const parts = [
    ...zonesOf(model.recurrences, model.now),
    ...model.recurrences.flatMap((item) => recurrenceEvent(item, settings)),
    ...model.windows.flatMap((window) => windowEvent(model, window)),
  ];
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Vedette//Maintenance//EN",
    "METHOD:PUBLISH",
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...(parts.length > 0 ? parts : UTC_LINES),
    "END:VCALENDAR",
  ];
  return `${lines.map(fold).join("\r\n")}\r\n`;
}
