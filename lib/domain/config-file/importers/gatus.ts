import { slugOf } from "@/lib/domain/core/slug";
import { parseYaml, UnreadableFile } from "../documents";
import { Draft } from "../draft";
import { Entry } from "../entry";
import {
  fittedBody,
  fittedFailures,
  fittedHeaders,
  fittedInterval,
  fittedTags,
  fittedTimeout,
  headersOf,
  withDefault,
} from "../fitting";
import type { Note } from "../note";
import { type Conditions, mapConditions } from "./gatus-conditions";
import type { Importer } from "./importer";

/** Gatus's own defaults. */
const INTERVAL_SECONDS = 60;
const FAILURES = 3;
const MS = 1000;
const UNITS_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: MS, ms: 1 };
/** What an endpoint may have and a monitor may not, by its key. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  "proxy-url": "The proxy was left out; checks connect directly.",
  oauth2: "Sign-in by OAuth isn't supported and was left out.",
  "identity-aware-proxy": "Sign-in by an identity-aware proxy isn't supported and was left out.",
  tls: "Client certificates aren't supported; it was left out.",
  "ssh-tunnel": "The SSH tunnel was left out; checks connect directly.",
  "dns-resolver": "The resolver was left out; checks use that of the runner.",
};
const VARIABLE = /\$\{?[A-Za-z_]/;

/** Reads the configuration file of Gatus. */
export const gatus: Importer = {
  parse(text) {
    const file = new Entry(parseYaml(text));
    if (file.value("endpoints", "external-endpoints") === undefined)
      throw new UnreadableFile("The file isn't a Gatus configuration: it has no endpoints.");
    const draft = new Draft();
    for (const endpoint of file.entries("endpoints")) addEndpoint(draft, endpoint);
    for (const endpoint of file.entries("external-endpoints"))
      draft.skip(nameOf(endpoint), "External endpoints wait for requests and can't be imported.");
    for (const suite of file.entries("suites"))
      draft.skip(nameOf(suite), "Suites aren't supported. Add its endpoints as monitors.");
    if (file.value("announcements") !== undefined)
      draft.skip("announcements", "Announcements aren't imported. Post them on a status page.");
    if (file.value("maintenance") !== undefined)
      draft.skip("maintenance", "Maintenance windows aren't imported. Schedule them under Maintenance.");
    if (file.value("alerting") !== undefined)
      draft.skip("alerting", "Alert providers aren't imported. Connect them under Integrations.");
    return { draft };
  },
};

function nameOf(endpoint: Entry): string {
  return endpoint.text("name");
}

function addEndpoint(draft: Draft, endpoint: Entry): void {
  const notes: Note[] = [];
  const name = nameOf(endpoint);
  const group = endpoint.text("group");
  const target = targetOf(endpoint, notes);
  if (typeof target === "string") {
    draft.skip(name, target);
    return;
  }
  for (const key of endpoint.entry("client").keys())
    if (Object.hasOwn(UNSUPPORTED, key)) notes.push({ field: "request", text: String(UNSUPPORTED[key]) });
  if (endpoint.list("maintenance-windows").length > 0)
    notes.push({
      field: "maintenance",
      text: "The maintenance windows were left out. Schedule them under Maintenance.",
    });
  const thresholds = endpoint.entries("alerts").map((alert) => alert.number("failure-threshold"));
  draft.monitor(
    slugOf(`${group} ${name}`).slice(0, 100),
    name,
    {
      ...target,
      ...fittedInterval(durationMs(endpoint.text("interval"), INTERVAL_SECONDS * MS) / MS, notes),
      ...fittedTimeout(durationMs(endpoint.entry("client").text("timeout"), 10 * MS), notes),
      ...fittedFailures(thresholds.find((each) => each !== null) ?? FAILURES, notes),
      ...fittedTags(group ? [group] : [], notes),
      paused: endpoint.flag("enabled") === false,
    },
    notes,
  );
}

/** Returns the milliseconds of a Go duration such as `1m30s`. */
function durationMs(text: string, otherwise: number): number {
  let total = 0;
  for (const [, count, unit = ""] of text.slice(0, 50).matchAll(/(\d{1,9}(?:\.\d{1,3})?)(ms|h|m|s)/g))
    total += Number(count) * (UNITS_MS[unit] ?? 0);
  return total || otherwise;
}

/** Returns the protocol, request, and assertions, or why the endpoint can't be imported. */
function targetOf(endpoint: Entry, notes: Note[]): Record<string, unknown> | string {
  const url = endpoint.text("url");
  if (VARIABLE.test(url)) return "Its URL contains a variable. Replace it in the file.";
  const dns = endpoint.entry("dns");
  const isDns = dns.text("query-name") !== "";
  const conditions = mapConditions(endpoint.list("conditions").map(String), isDns, notes);
  if (isDns) return dnsTarget(url, dns, conditions);
  const [, scheme = "", place = ""] = /^([a-z]{1,10}):\/\/(.*)$/.exec(url) ?? [];
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:/]+))(?::(\d+))?/.exec(place) ?? [];
  const host = bracketed ?? plain;
  switch (scheme) {
    case "http":
    case "https":
      return httpTarget(url, endpoint, conditions, notes);
    case "tcp":
    case "tls":
      return tcpTarget(scheme, { host, port }, endpoint);
    case "icmp":
      return { protocol: "icmp", request: { host } };
    default:
      return `Endpoints with ${scheme ? `${scheme}://` : "such a URL"} aren't supported.`;
  }
}

function tcpTarget(scheme: string, place: Record<string, unknown>, endpoint: Entry): Record<string, unknown> {
  const connection = scheme === "tls" ? "tls" : "plain";
  const tls_skip_verify = endpoint.entry("client").flag("insecure") ?? false;
  return { protocol: "tcp", request: { ...place, connection, tls_skip_verify } };
}

function dnsTarget(resolver: string, dns: Entry, conditions: Conditions): Record<string, unknown> {
  const host = dns.text("query-name").replace(/\.$/, "");
  const record_type = dns.text("query-type") || "A";
  return { protocol: "dns", request: { host, record_type, resolver, ...conditions.dns } };
}

function httpTarget(
  url: string,
  endpoint: Entry,
  { assertions }: Conditions,
  notes: Note[],
): Record<string, unknown> {
  const method = endpoint.text("method").toUpperCase() || "GET";
  const client = endpoint.entry("client");
  const body = endpoint.text("body");
  const isGraphql = endpoint.flag("graphql") === true;
  const headers = headersOf(endpoint.entry("headers")).filter(({ name, value }) => {
    if (!VARIABLE.test(value)) return true;
    notes.push({
      field: "request.headers",
      text: `The header ${name.slice(0, 50)} contains a variable and was left out. Add it to the monitor.`,
    });
    return false;
  });
  return {
    protocol: "http",
    request: {
      method,
      url,
      ...fittedHeaders(isGraphql ? withDefault(headers, "Content-Type", "application/json") : headers, notes),
      ...fittedBody(method, isGraphql ? JSON.stringify({ query: body }) : body, notes),
      tls_skip_verify: client.flag("insecure") ?? false,
      follow_redirects: client.flag("ignore-redirect") !== true,
    },
    // Without a condition, Gatus accepts every response.
    success_assertions:
      assertions.length > 0 ? assertions : [{ type: "status_code", operator: "in", value: "xxx" }],
  };
}
