import { UnreadableFile, yamlDocuments } from "../documents";
import { Draft } from "../draft";
import { Entry, groupedBy } from "../entry";
import {
  comparedCodes,
  durationMs,
  fittedBody,
  fittedFailures,
  fittedHeaders,
  fittedInterval,
  fittedSlow,
  fittedTimeout,
  headersOf,
  statusCodes,
} from "../fitting";
import { type Note, note } from "../note";
import { type Ignored, ignoring, noteRest } from "../rest";
import { targetHost } from "./addresses";
import type { Importer } from "./importer";
import { jsonComparison } from "./json-comparison";
import { addTargets, type Target } from "./record-monitors";

const MS = 1000;
const COMPARED: Readonly<Record<string, string>> = { lt: "<", lte: "<=", gt: ">", gte: ">=" };
const SIGNS: Readonly<Record<string, string>> = { ...COMPARED, eq: "==", not_eq: "!=" };
const TEXTS: Readonly<Record<string, string>> = {
  eq: "equals",
  not_eq: "not_equals",
  contains: "contains",
  not_contains: "not_contains",
};
const LABELS = {
  description: "The description was left out.",
  regions: "Its regions were left out. The monitor uses the region chosen for the import.",
  openTelemetry: "OpenTelemetry was left out.",
  public: "Add the monitor to a status page to show it to visitors.",
};
export const OPENSTATUS_IGNORED: Ignored = ignoring("Identifies it.", "id", "assertions.version");
/** The API gives all monitors the settings of websites. */
const OTHERS_IGNORED = {
  ...OPENSTATUS_IGNORED,
  ...ignoring("Only websites use it.", "method", "body", "headers", "followRedirects"),
};
/** OpenStatus's own default. */
const SUCCESS = { type: "status_code", operator: "in", value: "2xx" };

/** Reads the monitors of an `openstatus.yaml`, by their keys, or the API's list of monitors. */
export const openStatus: Importer = {
  parse(text) {
    const monitors = yamlDocuments(text).flatMap(monitorsIn);
    if (!monitors.some(([, monitor]) => kindOf(monitor) !== ""))
      throw new UnreadableFile("The file isn't an OpenStatus configuration: it has no monitors with a kind.");
    const draft = new Draft();
    draft.each(monitors, ([key, monitor]) => addMonitor(draft, key, monitor));
    return { draft };
  },
};

function monitorsIn(document: unknown): [key: string, monitor: Entry][] {
  const file = new Entry(Array.isArray(document) ? { document } : document);
  if (Array.isArray(document)) return file.entries("document").map((each) => [each.text("id"), each]);
  return file.keys().map((key) => [key, file.entry(key)]);
}

const kindOf = (monitor: Entry) => monitor.text("kind", "jobType");

function addMonitor(draft: Draft, key: string, monitor: Entry): void {
  const notes: Note[] = [];
  const name = monitor.text("name") || key;
  const target = targetOf(monitor, notes);
  if (typeof target === "string") {
    draft.skip(name, target);
    return;
  }
  const timeout = monitor.number("timeout");
  const frequencyMs = durationMs("interval", monitor.text("frequency", "periodicity"), null, notes);
  const seconds = frequencyMs === null ? null : frequencyMs / MS;
  const targets = [target].flat();
  const fields = {
    ...fittedInterval(seconds, notes),
    ...fittedTimeout(timeout, notes),
    ...(monitor.number("retry") !== null && fittedFailures((monitor.number("retry") ?? 0) + 1, notes)),
    ...fittedSlow(monitor.number("degradedAfter")),
    paused: monitor.flag("active") === false,
  };
  const ignored = targets[0]?.protocol === "http" ? OPENSTATUS_IGNORED : OTHERS_IGNORED;
  noteRest(monitor, { ignored, labels: LABELS }, notes);
  addTargets(draft, { ref: key, name }, targets, fields, notes);
}

/** Returns the protocol, request, and assertions, or why the monitor can't be imported. */
function targetOf(monitor: Entry, notes: Note[]): Target | Target[] | string {
  const request = monitor.value("request") ? monitor.entry("request") : monitor;
  const kind = kindOf(monitor);
  const place = targetHost(request.text("host", "url", "uri"));
  switch (kind) {
    case "http":
      return httpTarget(request, monitor, notes);
    case "tcp":
      return { protocol: "tcp", request: { host: place.host, port: request.text("port") || place.port } };
    case "icmp":
      return { protocol: "icmp", request: { host: place.host } };
    case "dns":
      return dnsTargets(place.host, monitor, notes);
    case "":
      return "It isn't a monitor: it has no kind.";
    default:
      return `Monitors of kind ${JSON.stringify(kind.slice(0, 50))} aren't supported.`;
  }
}

/** Returns a target for each type of record that has assertions; A records without any. */
function dnsTargets(host: string, monitor: Entry, notes: Note[]): Target[] {
  const groups = groupedBy(monitor.entries("assertions"), "key");
  const types = groups.size > 0 ? [...groups.keys()] : ["A"];
  return types.map((record_type) => {
    const given = groups.get(record_type) ?? [];
    if (given.length > 0 && given.every((each) => each.text("compare").startsWith("not_")))
      note(notes, "success_assertions", `There must also be at least one ${record_type} record.`);
    const success_assertions = given.flatMap((each) => mapped(each, recordAssertion(each), notes));
    return { protocol: "dns", request: { host, record_type }, success_assertions };
  });
}

/** OpenStatus writes hosts with a dot at the end, and the priority of a mail server behind its host. */
function recordAssertion(assertion: Entry) {
  const compare = assertion.text("compare");
  const operator = Object.hasOwn(TEXTS, compare) ? TEXTS[compare] : undefined;
  const target = assertion.text("target");
  const [, host, priority] = /^([^\s:]+):(\d+)$/.exec(target) ?? [];
  const isMail = assertion.text("key") === "MX" && host !== undefined;
  const value = assertion.text("key") === "TXT" ? target : (isMail ? host : target).replace(/\.$/, "");
  return operator ? { type: "record_value", operator, value: isMail ? `${priority} ${value}` : value } : null;
}

function httpTarget(request: Entry, monitor: Entry, notes: Note[]): Target {
  const method = request.text("method").toUpperCase() || "GET";
  const listed = request
    .entries("headers")
    .map((each) => ({ name: each.text("key"), value: each.text("value") }));
  const headers = listed.length > 0 ? listed : headersOf(request.entry("headers"), notes);
  return {
    protocol: "http",
    request: {
      method,
      url: request.text("url"),
      ...fittedHeaders(headers, notes),
      ...fittedBody(method, request.text("body"), notes),
      follow_redirects: request.flag("followRedirects") ?? monitor.flag("followRedirects") ?? true,
    },
    success_assertions: assertionsOf(monitor, notes),
  };
}

/** Returns the assertions. If one can't be mapped, the default for status codes stays unless there is another. */
function assertionsOf(monitor: Entry, notes: Note[]) {
  const given = monitor.entries("assertions");
  const found = given.flatMap((assertion) => mapped(assertion, assertionOf(assertion), notes));
  const hasStatus = found.some(({ type }) => type === "status_code");
  return hasStatus || (found.length === given.length && given.length > 0) ? found : [SUCCESS, ...found];
}

/** Returns the assertion in a list; an empty one, with a note, if there is none. */
function mapped<Assertion>(given: Entry, assertion: Assertion | null, notes: Note[]): Assertion[] {
  const kind = given.text("kind", "type");
  if (assertion) return [assertion];
  const text = [kind, given.text("compare"), given.text("target")].join(" ");
  note(notes, "success_assertions", `${text.slice(0, 100)} isn't supported and was left out.`);
  return [];
}

function assertionOf(assertion: Entry) {
  const [compare, value] = [assertion.text("compare"), assertion.text("target")];
  switch (assertion.text("kind", "type")) {
    case "statusCode":
    case "status":
      return statusAssertion(compare, value);
    case "header":
      return Object.hasOwn(TEXTS, compare)
        ? {
            type: "response_header",
            operator: String(TEXTS[compare]),
            selector: assertion.text("key"),
            value,
          }
        : null;
    case "textBody":
      return ["contains", "not_contains"].includes(compare) && value !== ""
        ? { type: "response_body", operator: compare, value }
        : null;
    case "jsonBody":
      return jsonComparison(assertion.text("path"), SIGNS[compare] ?? compare, value);
    default:
      return null;
  }
}

function statusAssertion(compare: string, value: string) {
  const type = "status_code";
  if (!/^\d{3}$/.test(value)) return null;
  const isNot = compare === "not_eq";
  const codes =
    compare === "eq" || isNot ? statusCodes([value]) : comparedCodes(COMPARED[compare] ?? "", Number(value));
  return codes === null ? null : { type, operator: isNot ? "not_in" : "in", value: codes };
}
