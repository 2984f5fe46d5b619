import { parseJson, UnreadableFile } from "../documents";
import { Draft } from "../draft";
import { Entry } from "../entry";
import {
  fittedBody,
  fittedCodes,
  fittedFailures,
  fittedHeaders,
  fittedInterval,
  fittedSuccesses,
  fittedTimeout,
  signInFields,
} from "../fitting";
import { type Note, note } from "../note";
import { type Ignored, ignoring, noteRest } from "../rest";
import { targetHost } from "./addresses";
import type { Importer } from "./importer";

const MS = 1000;
/** Timeouts of server monitors are in milliseconds and at least this long; those of websites are in seconds. */
const MS_MIN = 500;
/** Failures are confirmed by checks this far apart. */
const CONFIRMATION_SECONDS = 10;
const FREQUENCY_SECONDS = 180;
const NOTIFY = "Its choice of notifications was left out. Add an alert rule.";
const LABELS = {
  monitor_group_id: "The group was left out.",
  heartbeat_group_id: "The group was left out.",
  server_timezone: "The time zone was left out. The period is counted in seconds.",
  maintenance_from: "The daily maintenance was left out. Schedule it under Maintenance.",
  ip_version: "The IP family was left out.",
  proxy_host: "The proxy was left out.",
  policy_id: "The escalation policy was left out. Add an alert rule.",
  expiration_policy_id: "The escalation policy was left out. Add an alert rule.",
  call: NOTIFY,
  sms: NOTIFY,
  critical_alert: NOTIFY,
  team_wait: "The delay before the whole team is notified was left out.",
  ssl_expiration: "Add an alert rule to be notified of expiring certificates.",
  domain_expiration: "The notification about an expiring domain was left out.",
};
const HTTP_ONLY = [
  ...["http_method", "request_headers", "request_body", "auth_username", "auth_password", "verify_ssl"],
  ...["follow_redirects", "expected_status_codes", "required_keyword", "remember_cookies", "ssl_expiration"],
];
export const BETTER_STACK_IGNORED: Ignored = {
  ...ignoring("Alert rules decide what is sent where.", "email", "push"),
  ...ignoring("Checks keep cookies while they follow redirects.", "remember_cookies"),
  ...ignoring("A state or a date.", "last_checked_at", "status", "created_at", "updated_at", "paused_at"),
  ...ignoring("In Vedette, monitors belong to projects.", "team_name"),
  ...ignoring("Belongs to a setting that is noted.", "maintenance_to", "maintenance_days"),
  ...ignoring("Belongs to a setting that is noted.", "maintenance_timezone", "proxy_port", "sort_index"),
  ...ignoring(
    "Only Playwright monitors use it.",
    "playwright_script",
    "scenario_name",
    "environment_variables",
  ),
};
/** Why settings of monitors that aren't websites need no note. */
const OTHERS_IGNORED = { ...BETTER_STACK_IGNORED, ...ignoring("Only websites use it.", ...HTTP_ONLY) };
const HEARTBEAT_MIN_S = 10;
/** The protocols of mail servers, with the usual port and the one that begins with TLS. */
const MAIL = {
  smtp: ["smtp", "25", "465"],
  pop: ["pop3", "110", "995"],
  imap: ["imap", "143", "993"],
} as const;

/** Reads the response of Better Stack's list of monitors or heartbeats. */
export const betterStack: Importer = {
  parse(text) {
    const file = new Entry(parseJson(text));
    if (!Array.isArray(file.value("data")))
      throw new UnreadableFile("The file isn't a list of Better Stack monitors: it has no data.");
    const draft = new Draft();
    draft.each(file.entries("data"), (item) => {
      const add = item.text("type") === "heartbeat" ? addHeartbeat : addMonitor;
      add(draft, item.text("id"), item.entry("attributes"));
    });
    if (file.entry("pagination").text("next"))
      draft.skipPart("more monitors", "The list has more pages. Import those too.");
    return { draft };
  },
};

function addMonitor(draft: Draft, id: string, monitor: Entry): void {
  const notes: Note[] = [];
  const name = monitor.text("pronounceable_name") || monitor.text("url");
  const target = targetOf(monitor, notes);
  if (typeof target === "string") {
    draft.skip(name, target);
    return;
  }
  const timeout = monitor.number("request_timeout");
  if (monitor.list("regions").length > 0)
    note(notes, "regions", "Its regions were left out. The monitor uses the region chosen for the import.");
  const fields = {
    ...target,
    ...fittedInterval(monitor.number("check_frequency"), notes),
    ...fittedTimeout(timeout === null || timeout >= MS_MIN ? timeout : timeout * MS, notes),
    ...confirmed(monitor, notes),
    ...recovery(monitor, notes),
    paused: monitor.flag("paused") ?? monitor.text("paused_at") !== "",
  };
  const ignored = target.protocol === "http" ? BETTER_STACK_IGNORED : OTHERS_IGNORED;
  noteRest(monitor, { ignored, labels: LABELS }, notes);
  draft.monitor(id, name, fields, notes);
}

/** Adds a heartbeat, whose URL stays valid once its host is replaced. */
function addHeartbeat(draft: Draft, id: string, heartbeat: Entry): void {
  const notes: Note[] = [];
  const token = /\/api\/v1\/heartbeat\/([A-Za-z0-9_-]{10,100})\/?$/.exec(heartbeat.text("url"))?.[1];
  const request = {
    ...(token ? { token } : {}),
    period: Math.max(HEARTBEAT_MIN_S, heartbeat.number("period") ?? 0),
    grace: Math.max(HEARTBEAT_MIN_S, heartbeat.number("grace") ?? 0),
  };
  if (!token) note(notes, "request.token", "Its URL has no token that can be kept, so it gets a new one.");
  const name = heartbeat.text("name");
  const paused = heartbeat.flag("paused") ?? heartbeat.text("paused_at") !== "";
  noteRest(heartbeat, { ignored: BETTER_STACK_IGNORED, labels: LABELS }, notes);
  draft.monitor(`heartbeat ${id}`, name, { protocol: "heartbeat", request, paused }, notes);
}

/** Returns the consecutive failures that take the confirmation period. */
function confirmed(monitor: Entry, notes: Note[]): { incident_confirmations: number } {
  const seconds = monitor.number("confirmation_period") ?? 0;
  const fitted = fittedFailures(1 + Math.ceil(seconds / CONFIRMATION_SECONDS), notes);
  const text = `Confirmation after ${seconds} s becomes ${fitted.incident_confirmations} consecutive failures.`;
  if (seconds > 0) notes.push({ field: "incident_confirmations", text });
  return fitted;
}

/** Returns the consecutive successes that take the recovery period at the monitor's interval. */
function recovery(monitor: Entry, notes: Note[]): { recovery_confirmations?: number } {
  const seconds = monitor.number("recovery_period");
  const frequency = monitor.number("check_frequency") || FREQUENCY_SECONDS;
  if (seconds === null || seconds < 0) return {};
  const fitted = fittedSuccesses(1 + Math.ceil(seconds / frequency), notes);
  const text = `Recovery after ${seconds} s becomes ${fitted.recovery_confirmations} consecutive successes.`;
  if (seconds > 0) notes.push({ field: "recovery_confirmations", text });
  return fitted;
}

/** Returns the first port, and notes the others, because a monitor has one. */
function portOf(monitor: Entry, otherwise: string, notes: Note[]): string {
  const given = monitor.list("port").map(String).join(",") || monitor.text("port") || otherwise;
  const [port = "", ...others] = given.split(/[\s,;]+/).filter((each) => each !== "");
  if (others.length > 0)
    note(
      notes,
      "request.port",
      `Only port ${port} is checked. Add a monitor for each of the others: ${others.join(", ").slice(0, 100)}.`,
    );
  return port;
}

/** Returns the protocol, request, and assertions, or why the monitor can't be imported. */
function targetOf(monitor: Entry, notes: Note[]): Record<string, unknown> | string {
  const type = monitor.text("monitor_type");
  const url = monitor.text("url");
  const { host } = targetHost(url);
  switch (type) {
    case "status":
    case "expected_status_code":
    case "keyword":
    case "keyword_absence":
      return httpTarget(type, url, monitor, notes);
    case "ping":
      return { protocol: "icmp", request: { host } };
    case "tcp":
      return { protocol: "tcp", request: { host, port: portOf(monitor, "", notes) } };
    case "udp": {
      const [payload, expected] = [monitor.text("request_body"), monitor.text("required_keyword") || null];
      if (!payload) return "It has no data to send, without which a UDP server doesn't reply.";
      return { protocol: "udp", request: { host, port: portOf(monitor, "", notes), payload, expected } };
    }
    case "smtp":
    case "pop":
    case "imap": {
      const [protocol, usual, encrypted] = MAIL[type];
      const port = portOf(monitor, usual, notes);
      return { protocol, request: { host, port, connection: port === encrypted ? "tls" : "plain" } };
    }
    case "dns":
      note(notes, "request.record_type", "Its server must respond with an A record.");
      return {
        protocol: "dns",
        request: { host: monitor.text("request_body"), record_type: "A", resolver: host },
      };
    default:
      return `Monitors of type ${JSON.stringify(type.slice(0, 50))} aren't supported.`;
  }
}

function httpTarget(type: string, url: string, monitor: Entry, notes: Note[]): Record<string, unknown> {
  const isKeyword = type.startsWith("keyword");
  const given = monitor.text("http_method").toUpperCase() || "GET";
  const method = isKeyword && given === "HEAD" ? "GET" : given;
  if (method !== given)
    note(notes, "request.method", "HEAD becomes GET, because the keyword is in the body.");
  const user = monitor.text("auth_username");
  const own = monitor
    .entries("request_headers")
    .map((each) => ({ name: each.text("name"), value: each.text("value") }));
  const signIn = signInFields("basic", user, monitor.text("auth_password"));
  const isSigned = own.some(({ name }) => name.toLowerCase() === "authorization");
  if (user && isSigned)
    note(
      notes,
      "request.headers",
      "Basic authentication was left out, because the request has an Authorization header.",
    );
  const listed = type === "expected_status_code" ? monitor.list("expected_status_codes").map(String) : [];
  const expected = type === "status" ? ["2xx"] : listed;
  const keyword = { value: monitor.text("required_keyword"), type: "response_body" };
  const operator = type === "keyword" ? "contains" : "not_contains";
  return {
    protocol: "http",
    request: {
      method,
      url,
      ...fittedHeaders(own, notes),
      ...(isSigned ? {} : signIn),
      ...fittedBody(method, monitor.text("request_body"), notes),
      tls_skip_verify: monitor.flag("verify_ssl") === false,
      follow_redirects: monitor.flag("follow_redirects") ?? true,
    },
    success_assertions: [fittedCodes(expected, notes), ...(isKeyword ? [{ ...keyword, operator }] : [])],
  };
}
