import { parseJson } from "../documents";
import type { Entry } from "../entry";
import type { Note } from "../note";

interface Setting {
  readonly name: string;
  /** Its name in a note. */
  readonly label: string;
  readonly field: string;
  /** Values that change nothing. */
  readonly usual?: readonly string[];
  readonly types?: readonly string[];
}

const OFF = ["", "0"];
const HTTP_TYPES = ["http", "keyword", "json-query"];
const HTTP = { field: "request", types: HTTP_TYPES };
const PORT = { field: "request", types: ["port"] };
const PING = { label: "settings of its pings", field: "request", types: ["ping"] };

/** Settings of a monitor that exist there and not here. */
const SETTINGS: readonly Setting[] = [
  { name: "description", label: "description", field: "description" },
  { name: "proxy_id", label: "proxy", ...HTTP },
  { name: "ip_family", label: "IP family", field: "request" },
  { name: "cache_bust", label: "cache busting", ...HTTP },
  { name: "tls_ca", label: "certificate authority", ...HTTP },
  { name: "expected_tls_alert", label: "expected TLS alert", ...PORT, usual: ["", "none"] },
  { name: "packet_size", ...PING, usual: ["", "56"] },
  { name: "ping_numeric", ...PING, usual: ["", "1"] },
  { name: "ping_per_request_timeout", ...PING, usual: ["", "2"] },
  { name: "resend_interval", label: "repeated notification", field: "alerts" },
  { name: "domain_expiry_notification", label: "notification about an expiring domain", field: "alerts" },
  { name: "save_response", label: "storage of successful responses", ...HTTP },
  { name: "save_error_response", label: "choice not to store failed responses", ...HTTP, usual: ["", "1"] },
  { name: "response_max_length", label: "length of stored responses", ...HTTP, usual: ["", "1024"] },
  {
    name: "retry_only_on_status_code_failure",
    label: "choice to retry only after a wrong status code",
    field: "incident_confirmations",
    types: ["json-query"],
  },
];

/** Returns a note for each setting of a monitor that has no counterpart. */
export function unmappedSettings(type: string, monitor: Entry): Note[] {
  const used = SETTINGS.filter(
    (setting) => (!setting.types || setting.types.includes(type)) && isUsed(monitor, setting),
  );
  const labels = new Map(used.map(({ label, field }) => [label, field]));
  const notes = [...labels].map(([label, field]) => ({ field, text: `The ${label} was left out.` }));
  const isWeb = HTTP_TYPES.includes(type);
  return [
    ...notes,
    ...retryNote(monitor),
    ...(isWeb ? [...redirectsNote(monitor), ...expiryNote(monitor), ...audienceNote(monitor)] : []),
  ];
}

function isUsed(entry: Entry, { name, usual = OFF }: Setting): boolean {
  const value = entry.value(name) ?? "";
  return !usual.includes(String(typeof value === "boolean" ? Number(value) : value).trim());
}

/** Every certificate's expiry is tracked here; an alert rule decides who hears of it. */
function expiryNote(monitor: Entry): Note[] {
  const isOn = monitor.flag("expiry_notification") === true && /^https:/i.test(monitor.text("url"));
  return isOn
    ? [{ field: "alerts", text: "Add an alert rule to be notified of expiring certificates." }]
    : [];
}

function audienceNote(monitor: Entry): Note[] {
  const isAsked = monitor.text("auth_method") === "oauth2-cc" && monitor.text("oauth_audience") !== "";
  return isAsked ? [{ field: "request.auth", text: "The audience of the OAuth token was left out." }] : [];
}

function retryNote(monitor: Entry): Note[] {
  const seconds = monitor.number("retry_interval") ?? 0;
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

/** Settings of a page that exist there and not here. */
const PAGE_SETTINGS: readonly Setting[] = [
  { name: "custom_css", label: "custom CSS", field: "theme" },
  { name: "footer_text", label: "footer", field: "description" },
  { name: "icon", label: "icon", field: "logo_light", usual: ["", "/icon.svg"] },
  { name: "analytics_id", label: "analytics script", field: "theme" },
  { name: "google_analytics_tag_id", label: "analytics script", field: "theme" },
  { name: "rss_title", label: "title of the feed", field: "title" },
  { name: "show_tags", label: "list of tags", field: "components" },
  { name: "show_certificate_expiry", label: "list of certificate expiry dates", field: "components" },
  { name: "show_only_last_heartbeat", label: "choice to show only the last check", field: "components" },
  { name: "auto_refresh_interval", label: "refresh interval", field: "components", usual: ["", "300"] },
];

/** Returns a note for each setting of a page that has no counterpart. */
export function unmappedPageSettings(page: Entry): Note[] {
  return PAGE_SETTINGS.filter((setting) => isUsed(page, setting)).map(({ label, field }) => ({
    field,
    text: `The ${label} was left out.`,
  }));
}

/** Returns the status or close codes that a monitor accepts. */
export function acceptedCodes(monitor: Entry): string[] {
  const listed = monitor.list("accepted_statuscodes");
  if (listed.length > 0) return listed.map(String);
  const text = monitor.text("accepted_statuscodes_json");
  if (text === "") return [];
  // What isn't a list stays one that can't be mapped, so that it gets a note.
  const codes = listIn(text);
  return codes ? codes.map(String) : [text];
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
