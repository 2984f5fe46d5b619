import { csvRows } from "@/lib/domain/core/csv";
import { parseJson, UnreadableFile } from "../documents";
import { Draft } from "../draft";
import { Entry } from "../entry";
import {
  fittedBody,
  fittedCodes,
  fittedHeaders,
  fittedInterval,
  fittedSlow,
  fittedTags,
  fittedTimeout,
  headersOf,
  signInFields,
  statusCodes,
  withDefault,
} from "../fitting";
import { type Note, note } from "../note";
import { noteRest } from "../rest";
import { targetHost } from "./addresses";
import type { Importer } from "./importer";
import { addTargets, type Target } from "./record-monitors";
import { apiAssertions, dnsTargets, keywordAssertions, udpTarget } from "./uptimerobot-config";
import { ignoredFor, UPTIMEROBOT_LABELS } from "./uptimerobot-settings";

const MS = 1000;
const ROWS_MAX = 20_000;
const PAUSED = ["0", "paused"];
/** UptimeRobot's own defaults. */
const HEARTBEAT_S = 300;
const WEB_TIMEOUT_S = 30;
/** Version 2 of the API uses numbers. Version 3 and CSV files use names. */
const TYPES: Readonly<Record<string, string>> = {
  1: "http",
  2: "keyword",
  3: "ping",
  4: "port",
  5: "heartbeat",
};
const METHODS = ["", "HEAD", "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** The ports behind the named services of port monitors. */
const PORTS: Readonly<Record<string, string>> = { 1: "80", 2: "443", 3: "21", 4: "25", 5: "110", 6: "143" };

/** Reads the response of `getMonitors` (version 2 or 3 of the API), or a CSV export. */
export const uptimeRobot: Importer = {
  parse(text) {
    const draft = new Draft();
    const isJson = /^[\s\ufeff]*[{[]/.test(text);
    draft.each(isJson ? ofJson(text) : ofCsv(text), (monitor) => addMonitor(draft, monitor));
    if (isJson && hasMore(new Entry(parseJson(text))))
      draft.skipPart("more monitors", "The list continues on another page. Import that one too.");
    return { draft };
  },
};

function ofJson(text: string): Entry[] {
  const file = new Entry(parseJson(text));
  if (file.text("stat") === "fail")
    throw new UnreadableFile("The file is an error message of UptimeRobot's API, not a list of monitors.");
  if (!Array.isArray(file.value("monitors", "data")))
    throw new UnreadableFile("The file isn't an UptimeRobot export: it has no monitors.");
  return file.entries("monitors", "data");
}

function hasMore(file: Entry): boolean {
  const pagination = file.entry("pagination");
  const seen = (pagination.number("offset") ?? 0) + file.list("monitors", "data").length;
  return file.text("nextLink", "nextCursorId") !== "" || seen < (pagination.number("total") ?? 0);
}

/** Returns the rows as if they came from the API. Columns are recognized by their names in any spelling. */
function ofCsv(text: string): Entry[] {
  const [head, ...rows] = csvRows(text, ROWS_MAX);
  if (rows.length >= ROWS_MAX - 1)
    throw new UnreadableFile(`The file has ${ROWS_MAX} lines or more. Split it.`);
  const names = (head?.cells ?? []).map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replace(/[^a-z]+/g, "_")
      .replace(/^_|_$/g, ""),
  );
  const known: Readonly<Record<string, string>> = {
    name: "friendly_name",
    monitor_name: "friendly_name",
    url_ip: "url",
    url_host: "url",
    url_or_ip: "url",
    monitor_type: "type",
    monitor_url: "url",
  };
  const fields = names.map((name) => (Object.hasOwn(known, name) ? String(known[name]) : name));
  if (!fields.includes("url") || !fields.includes("friendly_name"))
    throw new UnreadableFile(
      "The file isn't an UptimeRobot export: it has no columns for the name and the URL.",
    );
  return rows.map(
    ({ cells }) => new Entry(Object.fromEntries(fields.map((name, at) => [name, cells[at] ?? ""]))),
  );
}

function checkTimes(protocol: string, monitor: Entry, notes: Note[]) {
  if (protocol === "heartbeat") return {};
  const usual = protocol === "http" ? WEB_TIMEOUT_S : null;
  const timeout = protocol === "dns" ? null : (monitor.number("timeout") ?? usual);
  return {
    ...fittedInterval(monitor.number("interval", "interval_seconds"), notes),
    ...fittedTimeout(timeout === null ? null : timeout * MS, notes),
    ...fittedSlow(monitor.number("responseTimeThreshold")),
  };
}

function typeOf(monitor: Entry): string {
  const type = monitor.text("type").toLowerCase();
  // A list of names and URLs.
  if (type === "") return guessedType(monitor);
  if (Object.hasOwn(TYPES, type)) return TYPES[type] ?? type;
  return type.startsWith("http") ? "http" : (type.split(" ")[0] ?? type);
}

function guessedType(monitor: Entry): string {
  const url = monitor.text("url");
  if (/^https?:/i.test(url)) return monitor.text("keyword_value") ? "keyword" : "http";
  return monitor.text("port") || targetHost(url).port ? "port" : "ping";
}

function addMonitor(draft: Draft, monitor: Entry): void {
  const notes: Note[] = [];
  const name = monitor.text("friendly_name", "friendlyName");
  const target = targetOf(typeOf(monitor), monitor, notes);
  if (typeof target === "string") {
    draft.skip(name, target);
    return;
  }
  const targets = [target].flat();
  const protocol = targets[0]?.protocol ?? "";
  const status = monitor.text("status").toLowerCase();
  const tags = monitor.list("tags", "tagNames").map((tag) => new Entry(tag).text("name") || String(tag));
  const fields = {
    ...checkTimes(protocol, monitor, notes),
    ...fittedTags(tags, notes),
    paused: PAUSED.includes(status) || lacksToken(monitor, notes),
  };
  const ref = monitor.text("id") || `${name} ${monitor.text("url")}`;
  noteRest(monitor, { ignored: ignoredFor(protocol), labels: UPTIMEROBOT_LABELS }, notes);
  addTargets(draft, { ref, name }, targets, fields, notes);
}

/** Returns the protocol, request, and assertions, or why the monitor can't be imported. */
function targetOf(type: string, monitor: Entry, notes: Note[]): Target | Target[] | string {
  const url = monitor.text("url");
  // Hosts of ping and port monitors are sometimes given as URLs.
  const { host } = targetHost(url);
  switch (type) {
    case "http":
    case "keyword":
    case "api":
      return httpTarget(type, url, monitor, notes);
    case "ping":
      return { protocol: "icmp", request: { host } };
    case "port":
      return { protocol: "tcp", request: { host, port: portOf(monitor) } };
    case "heartbeat":
      return heartbeatTarget(monitor);
    case "dns":
      return dnsTargets(host, monitor.entry("config"), notes);
    case "udp":
      return udpTarget(host, portOf(monitor), monitor.entry("config"), notes);
    default:
      return `Monitors of type ${JSON.stringify(type.slice(0, 50))} aren't supported.`;
  }
}

/** Its interval is the time between two requests, and its token stays valid. */
function heartbeatTarget(monitor: Entry): Target | string {
  const token = /(?:^|\/)(m\d{4,12}-[0-9a-f]{16,64})\/?$/.exec(monitor.text("url"))?.[1];
  if (!token) return "Heartbeat monitors can only be imported with their URL, which this one lacks.";
  const seconds = monitor.number("interval", "interval_seconds") ?? HEARTBEAT_S;
  const grace = monitor.number("gracePeriod", "grace_period") ?? HEARTBEAT_S;
  const request = { token, period: Math.max(seconds, 10), grace: Math.max(grace, 10) };
  return { protocol: "heartbeat", request };
}

function portOf(monitor: Entry): string {
  const kind = monitor.text("sub_type");
  const port = monitor.text("port") || targetHost(monitor.text("url")).port;
  return port || (Object.hasOwn(PORTS, kind) ? String(PORTS[kind]) : "");
}

function httpTarget(type: string, url: string, monitor: Entry, notes: Note[]): Target {
  const config = monitor.entry("config");
  if (config.number("applicationErrorRetries") !== null)
    note(notes, "incident_confirmations", "The number of retries was left out.");
  const method = methodOf(type, monitor);
  const sent = fittedBody(method, bodyOf(monitor), notes);
  const own = headersOf(monitor.entry("custom_http_headers", "customHttpHeaders"), notes);
  const contentType = sent.body ? contentTypeOf(monitor) : null;
  return {
    protocol: "http",
    request: {
      method,
      url,
      ...fittedHeaders(contentType ? withDefault(own, "Content-Type", contentType) : own, notes),
      ...sent,
      ...signInOf(monitor),
      tls_skip_verify: ignoresCertificate(monitor),
      follow_redirects: monitor.flag("followRedirections") ?? true,
    },
    success_assertions: [
      ...codesOf(monitor, notes),
      ...(type === "keyword" ? keywordAssertions(monitor, notes) : []),
      ...apiAssertions(config, notes),
    ],
  };
}

function ignoresCertificate(monitor: Entry): boolean {
  const isChecked = monitor.flag("checkSSLErrors");
  return (
    (monitor.flag("ignore_ssl_errors") ??
      monitor.entry("ssl").flag("ignore_errors") ??
      isChecked === false) === true
  );
}

function signInOf(monitor: Entry): Record<string, unknown> {
  const type = monitor.text("http_auth_type", "authType").toLowerCase();
  const auth = ["2", "digest"].includes(type) ? "digest" : "basic";
  const user = monitor.text("http_username", "httpUsername");
  return signInFields(auth, user, monitor.text("http_password", "httpPassword"));
}

/** UptimeRobot doesn't say where its lists have the token, so the header is left to the user. */
function lacksToken(monitor: Entry, notes: Note[]): boolean {
  const isBearer = monitor.text("authType").toLowerCase() === "bearer";
  const text = "The bearer token was left out. Add an Authorization header, then resume the monitor.";
  if (isBearer) notes.push({ field: "request.headers", text });
  return isBearer;
}

const kindOfBody = (monitor: Entry) => monitor.text("post_type", "postValueType").toLowerCase();
const FORM = ["1", "key_value"];

function contentTypeOf(monitor: Entry): string | null {
  const kind = kindOfBody(monitor);
  if (FORM.includes(kind)) return "application/x-www-form-urlencoded";
  if (!["2", "raw_json"].includes(kind)) return null;
  return monitor.text("post_content_type") === "0" ? "text/html" : "application/json";
}

function bodyOf(monitor: Entry): string {
  const value = monitor.value("post_value", "postValueData");
  if (value === null || typeof value !== "object") return monitor.text("post_value", "postValueData");
  if (!FORM.includes(kindOfBody(monitor))) return JSON.stringify(value);
  return new URLSearchParams(Object.entries(value).map(([name, each]) => [name, String(each)])).toString();
}

/** UptimeRobot sends HEAD by default, and GET when it needs the body. */
function methodOf(type: string, monitor: Entry): string {
  const given = monitor.text("http_method", "httpMethodType", "method").toUpperCase();
  const method = METHODS[Number(given)] ?? given;
  const otherwise = type === "http" ? "HEAD" : "GET";
  return method === "" || method === "HEAD" ? otherwise : method;
}

/** Version 2 lists exceptions to the default range; version 3 lists all that are accepted. */
function codesOf(monitor: Entry, notes: Note[]) {
  const all = monitor.list("successHttpResponseCodes").map(String);
  if (all.length > 0) return [fittedCodes(all, notes)];
  const { up, down } = exceptionsOf(monitor);
  const added = up.filter((code) => !/^(?:2\d\d|30\d)$/.test(code));
  const accepted = fittedCodes(["2xx", "30x", ...added], notes);
  if (down.length === 0) return [accepted];
  const refused = statusCodes(down);
  if (refused !== null) return [accepted, { type: "status_code", operator: "not_in", value: refused }];
  const text = `The status codes ${down.join(", ").slice(0, 100)}, which count as down, can't be mapped.`;
  notes.push({ field: "success_assertions", text });
  return [accepted];
}

/** Returns the codes of `{up, down}`, or of the form in which they are sent, such as `404:0_401:1`. */
function exceptionsOf(monitor: Entry): { up: string[]; down: string[] } {
  const given = monitor.entry("custom_http_statuses");
  const codesIn = (name: string) => {
    const value = given.value(name) ?? [];
    if (Array.isArray(value)) return value.map(String);
    return (typeof value === "object" ? Object.keys(value) : String(value).split(",")).filter(
      (code) => code !== "",
    );
  };
  const sent = monitor.text("custom_http_statuses").split("_");
  const endingWith = (end: string) =>
    sent.filter((each) => each.endsWith(end)).map((each) => each.slice(0, 3));
  return { up: [...codesIn("up"), ...endingWith(":1")], down: [...codesIn("down"), ...endingWith(":0")] };
}
