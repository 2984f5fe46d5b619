import { Draft } from "../draft";
import { Entry } from "../entry";
import {
  cut,
  durationMs,
  fittedBody,
  fittedFailures,
  fittedHeaders,
  fittedInterval,
  fittedSuccesses,
  fittedTags,
  fittedTimeout,
  headerNote,
  headersOf,
  withDefault,
} from "../fitting";
import { type Note, note } from "../note";
import { type Ignored, ignoring, noteRest } from "../rest";
import { type Conditions, mapConditions } from "./gatus-conditions";
import { gatusFiles } from "./gatus-files";
import { oauthOf } from "./gatus-oauth";
import { conditionKind, GATUS_SERVERS } from "./gatus-servers";
import { literalText } from "./gatus-text";
import { importedGroup } from "./imported-group";
import type { Importer } from "./importer";

/** Gatus's own defaults. */
const INTERVAL_SECONDS = 60;
const THRESHOLDS = { failure: 3, success: 2 };
const CONFIRMATIONS = { failure: "incident_confirmations", success: "recovery_confirmations" };
const MS = 1000;
const NO_TUNNEL = "The SSH tunnel was left out; checks connect directly.";
/** Notes about settings of an endpoint that a monitor lacks. */
const LABELS = {
  "client.proxy-url": "The proxy was left out; checks connect directly.",
  "client.oauth2": "OAuth authentication was left out.",
  "client.identity-aware-proxy":
    "Authentication by an identity-aware proxy isn't supported and was left out.",
  "client.tls": "The files of the client certificate weren't imported. Add the certificate and its key.",
  "client.tunnel": NO_TUNNEL,
  "client.ssh-tunnel": NO_TUNNEL,
  "client.dns-resolver": "The resolver was left out; checks use that of the runner.",
  "client.network": "The IP family was left out; checks use the one that the host has.",
  "maintenance-windows": "The maintenance windows were left out. Schedule them under Maintenance.",
  "alerts.minimum-reminder-interval": "The repeated notification was left out.",
  "alerts.description": "The descriptions of its alerts were left out.",
  "ui.badge": "The colors of its badge were left out.",
};
const OWN_SERVER = "Configures Gatus itself.";
export const GATUS_IGNORED: Ignored = {
  ...ignoring("Status pages show none of it.", "ui.hide-*", "ui.dont-resolve-failed-conditions"),
  ...ignoring("Status pages show none of it.", "ui.resolve-successful-conditions"),
  ...ignoring(
    "Alert rules decide what is sent where.",
    ...["alerts.type", "alerts.send-on-resolved", "alerts.provider-override", "alerts.success-threshold"],
    ...["alerts.failure-threshold", "alerts.enabled"],
  ),
};
/** Parts of the file that need no mention. */
export const GATUS_FILE_IGNORED: Ignored = {
  ...ignoring(OWN_SERVER, "storage", "web", "metrics", "debug", "skip-invalid-config-update"),
  ...ignoring(OWN_SERVER, "disable-monitoring-lock", "concurrency", "connectivity"),
  ...ignoring("Endpoints that use it are noted.", "tunneling"),
};
const SKIPPED = [
  ["announcements", "message", "Announcements aren't imported. Post them on a status page."],
] as const;
const SKIPPED_PARTS = {
  maintenance: "Maintenance windows aren't imported. Schedule them under Maintenance.",
  alerting: "Alert providers aren't imported. Connect them under Integrations.",
  remote: "Endpoints of other Gatus instances aren't imported. Import their files too.",
  ui: "The look of the dashboard isn't imported. Create a status page.",
  security: "Access rules aren't imported. Set who may see a status page on its Access tab.",
};

/** The thresholds of each alert type. */
type Defaults = ReadonlyMap<string, Entry>;

/** Reads configuration files of Gatus: one, or several as YAML documents. */
export const gatus: Importer = {
  parse(text) {
    const files = gatusFiles(text);
    const draft = new Draft();
    const defaults = new Map(files.flatMap((file) => defaultAlerts(file.entry("alerting"))));
    for (const file of files) {
      draft.each(file.entries("endpoints", "services"), (endpoint) => addEndpoint(draft, endpoint, defaults));
      for (const suite of file.entries("suites")) addSuite(draft, suite, defaults);
      draft.each(file.entries("external-endpoints"), (endpoint) => addExternal(draft, endpoint, defaults));
      for (const [part, field, reason] of SKIPPED) draft.skipEach(file.entries(part), field, reason);
      for (const [part, reason] of Object.entries(SKIPPED_PARTS))
        if (file.value(part) !== undefined) draft.skipPart(part, reason);
      draft.skipUnread(file, GATUS_FILE_IGNORED);
    }
    return { draft };
  },
};

function defaultAlerts(alerting: Entry): [type: string, alert: Entry][] {
  return alerting.keys().map((type) => [type, alerting.entry(type).entry("default-alert")]);
}

function addEndpoint(draft: Draft, endpoint: Entry, defaults: Defaults, suite?: string): void {
  const notes: Note[] = [];
  const name = endpoint.text("name") || endpoint.text("url");
  const group = endpoint.text("group");
  const target = targetOf(endpoint, notes);
  if (typeof target === "string") {
    draft.skip(name, target);
    return;
  }
  const { isIncomplete, ...mapped } = target;
  if (isIncomplete)
    note(notes, "paused", "Paused, because a part of it wasn't imported. Check it, then resume it.");
  const fields = {
    ...mapped,
    ...fittedInterval(
      durationMs("interval", endpoint.text("interval"), INTERVAL_SECONDS * MS, notes) / MS,
      notes,
    ),
    ...fittedTimeout(durationMs("timeout", endpoint.entry("client").text("timeout"), 10 * MS, notes), notes),
    ...fittedFailures(threshold("failure", endpoint, defaults, notes), notes),
    ...fittedSuccesses(threshold("success", endpoint, defaults, notes), notes),
    ...fittedTags(group ? [group] : [], notes),
    paused: isIncomplete || endpoint.flag("enabled") === false,
  };
  noteRest(endpoint, { ignored: GATUS_IGNORED, labels: LABELS }, notes);
  draft.monitor(`${suite ?? group}/${name}`, literalText(name) ?? name, fields, notes);
}

/** Adds the endpoints of a suite that need nothing of each other, and a group of them. */
function addSuite(draft: Draft, suite: Entry, defaults: Defaults): void {
  const notes: Note[] = [];
  const [name, group] = [suite.text("name"), suite.text("group")];
  const place = `suite/${group}/${name}`;
  const enabled = suite.flag("enabled") !== false;
  const inherited = { group, interval: suite.text("interval"), ...(enabled ? {} : { enabled }) };
  const endpoints = suite.entries("endpoints");
  draft.each(endpoints, (endpoint) => {
    const own = Object.fromEntries(endpoint.keys().map((key) => [key, endpoint.value(key)]));
    if (JSON.stringify(own).includes("[CONTEXT]"))
      draft.skip(endpoint.text("name"), "It uses values from other endpoints in its suite.");
    else addEndpoint(draft, new Entry({ ...inherited, ...own }), defaults, place);
  });
  draft.each([suite], () => {
    const members = endpoints.map((each) => ({
      ref: `${place}/${each.text("name")}`,
      name: each.text("name"),
    }));
    const target = importedGroup(draft, members, notes);
    if (typeof target === "string") return draft.skip(name, target);
    noteRest(suite, { ignored: GATUS_IGNORED, labels: LABELS }, notes);
    const fields = { ...target, ...fittedTags(group ? [group] : [], notes), paused: !enabled };
    draft.monitor(place, literalText(name) ?? name, fields, notes);
  });
}

/** Without an interval, Gatus never misses a result. Here, one is expected each year. */
const UNWATCHED_S = 366 * 86_400;
const EXTERNAL_GRACE_S = 30;

/** Adds an endpoint that reports in. Its key and token stay valid. */
function addExternal(draft: Draft, endpoint: Entry, defaults: Defaults): void {
  const notes: Note[] = [];
  const [name, group] = [endpoint.text("name"), endpoint.text("group")];
  const interval = endpoint.entry("heartbeat").text("interval");
  const period =
    interval === "" ? UNWATCHED_S : durationMs("request.period", interval, UNWATCHED_S * MS, notes) / MS;
  if (interval === "")
    note(
      notes,
      "request.period",
      "It has no heartbeat interval, so that only failures are noticed. Set a period.",
    );
  const token = literalText(endpoint.text("token"));
  if (!token) {
    draft.skip(
      name,
      token === null ? "Its token contains a variable. Replace it in the file." : "It has no token.",
    );
    return;
  }
  const fields = {
    protocol: "heartbeat",
    request: { slug: externalKey(group, name), token, period: Math.max(period, 10), grace: EXTERNAL_GRACE_S },
    ...fittedFailures(threshold("failure", endpoint, defaults, notes), notes),
    ...fittedSuccesses(threshold("success", endpoint, defaults, notes), notes),
    ...fittedTags(group ? [group] : [], notes),
    paused: endpoint.flag("enabled") === false,
  };
  noteRest(endpoint, { ignored: GATUS_IGNORED, labels: LABELS }, notes);
  draft.monitor(`external/${group}/${name}`, literalText(name) ?? name, fields, notes);
}

/** Returns the key by which clients of Gatus name an endpoint. */
function externalKey(group: string, name: string): string {
  const clean = (text: string) => text.toLowerCase().replace(/[/_,.#+& ]/g, "-");
  return `${clean(group)}_${clean(name)}`;
}

/** Returns the lowest threshold of the endpoint's alerts. An alert's own value comes before the default of its type. */
function threshold(kind: "failure" | "success", endpoint: Entry, defaults: Defaults, notes: Note[]): number {
  const field = `${kind}-threshold`;
  const found = endpoint
    .entries("alerts")
    .filter((alert) => (alert.flag("enabled") ?? defaults.get(alert.text("type"))?.flag("enabled")) !== false)
    .map(
      (alert) => alert.number(field) ?? defaults.get(alert.text("type"))?.number(field) ?? THRESHOLDS[kind],
    );
  if (new Set(found).size > 1)
    note(
      notes,
      CONFIRMATIONS[kind],
      `Its alerts have different ${kind} thresholds: ${cut(found.join(", "), 100)}. The lowest applies to all.`,
    );
  return found.length > 0 ? Math.min(...found) : THRESHOLDS[kind];
}

interface Target {
  readonly isIncomplete: boolean;
  readonly [field: string]: unknown;
}

/** Returns the protocol, request, and assertions, or why the endpoint can't be imported. */
function targetOf(endpoint: Entry, notes: Note[]): Target | string {
  const url = literalText(endpoint.text("url"));
  if (url === null) return "Its URL contains a variable. Replace it in the file.";
  const dns = endpoint.entry("dns");
  const [, scheme = "", place = ""] = /^([a-z]{1,10}):\/\/(.*)$/i.exec(url) ?? [];
  const isHttp = /^https?$/i.test(scheme);
  const server = GATUS_SERVERS[scheme.toLowerCase()];
  const kind = dns.text("query-name") ? "dns" : isHttp ? "http" : conditionKind(scheme.toLowerCase());
  const conditions = mapConditions(conditionsOf(endpoint, notes), kind, notes);
  const isIncomplete = conditions.isUncertain;
  if (kind === "dns") return { ...dnsTarget(place || url, dns, conditions), isIncomplete };
  if (isHttp) return httpTarget(url, endpoint, conditions, notes);
  const target = server?.({ url, place, endpoint, conditions, notes });
  if (target === undefined)
    return `Endpoints with ${scheme ? `${scheme}://` : "such a URL"} aren't supported.`;
  return typeof target === "string" ? target : { ...target, isIncomplete };
}

function conditionsOf(endpoint: Entry, notes: Note[]): string[] {
  const given = endpoint.value("conditions");
  if (!Array.isArray(given) || given.length === 0)
    note(notes, "success_assertions", "It has no conditions, so the defaults apply.");
  return Array.isArray(given) ? given.map(String) : [];
}

function dnsTarget(resolver: string, dns: Entry, conditions: Conditions): Record<string, unknown> {
  const host = dns.text("query-name").replace(/\.$/, "");
  const record_type = dns.text("query-type") || "A";
  return {
    protocol: "dns",
    request: { host, record_type, resolver, ...conditions.dns },
    success_assertions: conditions.assertions,
  };
}

function httpTarget(url: string, endpoint: Entry, conditions: Conditions, notes: Note[]): Target {
  const method = endpoint.text("method").toUpperCase() || "GET";
  const client = endpoint.entry("client");
  const body = literalText(endpoint.text("body"));
  if (body === null) note(notes, "request.body", "The body contains a variable and was left out. Add it.");
  const isGraphql = endpoint.flag("graphql") === true;
  const given = headersOf(endpoint.entry("headers"), notes);
  const headers = given.flatMap(({ name, value }) => {
    const literal = literalText(value);
    if (literal !== null) return [{ name, value: literal }];
    notes.push(headerNote(name, "contains a variable"));
    return [];
  });
  return {
    protocol: "http",
    request: {
      method,
      url,
      ...fittedHeaders(isGraphql ? withDefault(headers, "Content-Type", "application/json") : headers, notes),
      ...fittedBody(method, isGraphql ? JSON.stringify({ query: body }) : (body ?? ""), notes),
      ...oauthOf(client.entry("oauth2"), notes),
      tls_skip_verify: client.flag("insecure") ?? false,
      follow_redirects: client.flag("ignore-redirect") !== true,
    },
    success_assertions: conditions.assertions,
    isIncomplete: conditions.isUncertain || body === null || headers.length < given.length,
  };
}
