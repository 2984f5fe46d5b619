import type { PageModel, PublicWindow } from "./model";

const STATUS = { scheduled: "CONFIRMED", in_progress: "CONFIRMED", completed: "CONFIRMED" } as const;

const stamp = (date: Date) => `${date.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, (char) => `\\${char}`).replace(/\r?\n/g, "\\n");
}

/** Lines of at most 75 octets, cut between characters (RFC 5545 §3.1). */
function fold(line: string): string {
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const char of line) {
    const size = Buffer.byteLength(char);
    if (octets + size > 75) {
      parts.push(part);
      part = " ";
      octets = 1;
    }
    part += char;
    octets += size;
  }
  return [...parts, part].join("\r\n");
}

function event(model: PageModel, window: PublicWindow): string[] {
  const { url } = model.settings;
  return [
    "BEGIN:VEVENT",
    `UID:maintenance-${window.id}@${new URL(url).hostname}`,
    `DTSTAMP:${stamp(window.changedAt)}`,
    `LAST-MODIFIED:${stamp(window.changedAt)}`,
    // Grows with each change, as SEQUENCE must.
    `SEQUENCE:${Math.max(0, Math.floor((window.changedAt.getTime() - window.createdAt.getTime()) / 1000))}`,
    `DTSTART:${stamp(window.startsAt)}`,
    `DTEND:${stamp(window.endsAt)}`,
    `SUMMARY:${escapeText(window.title)}`,
    ...(window.description ? [`DESCRIPTION:${escapeText(window.description)}`] : []),
    `URL:${url}/maintenance/${window.id}`,
    "CATEGORIES:MAINTENANCE",
    `STATUS:${STATUS[window.state]}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/** The page's windows as a calendar to subscribe to: RFC 5545 with the names of RFC 7986. */
export function calendar(model: PageModel): string {
  const name = escapeText(`${model.settings.title}: maintenance`);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Vedette//Maintenance//EN",
    "METHOD:PUBLISH",
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...model.windows.flatMap((window) => event(model, window)),
    "END:VCALENDAR",
  ];
  return `${lines.map(fold).join("\r\n")}\r\n`;
}
