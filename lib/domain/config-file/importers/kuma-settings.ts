import { parseJson } from "../documents";
import type { Entry } from "../entry";
import type { Note } from "../note";

interface Setting {
  readonly names: readonly string[];
  /** What it is called in a note. */
  readonly label: string;
  readonly field: string;
  /** Values that change nothing. */
  readonly usual?: readonly string[];
  readonly types?: readonly string[];
}

const PING = { label: "settings of its pings", field: "request", types: ["ping"] };
const CERTIFICATE = { label: "client certificate", field: "request" };

/** What a monitor may have there and not here. */
const SETTINGS: readonly Setting[] = [
  { names: ["description"], label: "description", field: "description" },
  { names: ["proxy_id", "proxyId"], label: "proxy", field: "request" },
  { names: ["ip_family", "ipFamily"], label: "IP family", field: "request" },
  { names: ["cache_bust", "cacheBust"], label: "cache busting", field: "request", usual: ["0"] },
  { names: ["tls_ca", "tlsCa"], label: "certificate authority", field: "request" },
  { names: ["tls_cert", "tlsCert"], ...CERTIFICATE },
  { names: ["packet_size", "packetSize"], ...PING, usual: ["56"] },
  { names: ["ping_count", "ping_count"], ...PING, usual: ["1", "3"] },
  {
    names: ["resend_interval", "resendInterval"],
    label: "repeated notification",
    field: "alerts",
    usual: ["0"],
  },
];

/** Returns a note for each setting of a monitor that has no counterpart. */
export function unmappedSettings(type: string, monitor: Entry): Note[] {
  const used = SETTINGS.filter(
    ({ names, usual = [], types }) =>
      (!types || types.includes(type)) && ![...usual, ""].includes(settingText(monitor, names)),
  );
  const labels = new Map(used.map(({ label, field }) => [label, field]));
  const notes = [...labels].map(([label, field]) => ({ field, text: `The ${label} was left out.` }));
  return [...notes, ...retryNote(monitor), ...redirectsNote(monitor)];
}

function settingText(entry: Entry, names: readonly string[]): string {
  const value = entry.value(...names);
  return value === undefined || value === false ? "" : String(value === true ? 1 : value).trim();
}

function retryNote(monitor: Entry): Note[] {
  const seconds = monitor.number("retry_interval", "retryInterval") ?? 0;
  const isUsed = seconds > 0 && (monitor.number("maxretries") ?? 0) > 0;
  if (!isUsed || seconds === monitor.number("interval")) return [];
  return [{ field: "interval", text: `The retry interval of ${seconds} s was left out.` }];
}

/** Redirects are followed or not. */
function redirectsNote(monitor: Entry): Note[] {
  const most = monitor.number("maxredirects");
  if (most === null || most === 0 || most === 10 || most === 5) return [];
  return [{ field: "request.follow_redirects", text: `At most ${most} redirects becomes at most 5.` }];
}

/** What a page may have there and not here. */
const PAGE_SETTINGS: readonly Setting[] = [
  { names: ["custom_css"], label: "custom CSS", field: "theme" },
  { names: ["footer_text"], label: "footer", field: "description" },
  { names: ["icon"], label: "icon", field: "logo_light", usual: ["/icon.svg"] },
  { names: ["analytics_id", "google_analytics_tag_id"], label: "analytics script", field: "theme" },
  { names: ["rss_title"], label: "title of the feed", field: "title" },
  { names: ["show_tags"], label: "list of tags", field: "components", usual: ["0"] },
];

/** Returns a note for each setting of a page that has no counterpart. */
export function unmappedPageSettings(page: Entry): Note[] {
  return PAGE_SETTINGS.filter(
    ({ names, usual = [] }) => ![...usual, ""].includes(settingText(page, names)),
  ).map(({ label, field }) => ({ field, text: `The ${label} was left out.` }));
}

/** Returns the list in a column with JSON; null if it has none. */
export function listIn(text: string): unknown[] | null {
  try {
    const list = parseJson(text);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}
