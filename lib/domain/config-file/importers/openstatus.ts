import { DEFAULT_ASSERTIONS } from "@/lib/contract/protocols/http-assertions";
import { UnreadableFile, yamlDocuments } from "../documents";
import { Draft } from "../draft";
import { Entry } from "../entry";
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
import type { Note } from "../note";
import { type Ignored, noteRest } from "../rest";
import { targetHost } from "./addresses";
import type { Importer } from "./importer";
import { jsonComparison } from "./json-comparison";

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
export const OPENSTATUS_IGNORED: Ignored = {};

/** Reads the monitors of an `openstatus.yaml`, by their keys. */
export const openStatus: Importer = {
  parse(text) {
    const monitors = yamlDocuments(text).flatMap(monitorsIn);
    if (!monitors.some(([, monitor]) => monitor.text("kind") !== ""))
      throw new UnreadableFile("The file isn't an OpenStatus configuration: it has no monitors with a kind.");
    const draft = new Draft();
    draft.each(monitors, ([key, monitor]) => addMonitor(draft, key, monitor));
    return { draft };
  },
};

function monitorsIn(document: unknown): [key: string, monitor: Entry][] {
  if (Array.isArray(document)) return [];
  const file = new Entry(document);
  return file.keys().map((key) => [key, file.entry(key)]);
}

function addMonitor(draft: Draft, key: string, monitor: Entry): void {
  const notes: Note[] = [];
  const name = monitor.text("name") || key;
  const target = targetOf(monitor, notes);
  if (typeof target === "string") {
    draft.skip(name, target);
    return;
  }
  const timeout = monitor.number("timeout");
  const frequencyMs = durationMs("interval", monitor.text("frequency"), null, notes);
  const seconds = frequencyMs === null ? null : frequencyMs / MS;
  const fields = {
    ...target,
    ...fittedInterval(seconds, notes),
    ...fittedTimeout(timeout, notes),
    ...(monitor.number("retry") !== null && fittedFailures((monitor.number("retry") ?? 0) + 1, notes)),
    ...fittedSlow(monitor.number("degradedAfter")),
    paused: monitor.flag("active") === false,
  };
  noteRest(monitor, { ignored: OPENSTATUS_IGNORED, labels: LABELS }, notes);
  draft.monitor(key, name, fields, notes);
}

/** Returns the protocol, request, and assertions, or why the monitor can't be imported. */
function targetOf(monitor: Entry, notes: Note[]): Record<string, unknown> | string {
  const request = monitor.entry("request");
  const kind = monitor.text("kind");
  const place = targetHost(request.text("host", "url", "uri"));
  switch (kind) {
    case "http":
      return httpTarget(request, monitor, notes);
    case "tcp":
      return { protocol: "tcp", request: { host: place.host, port: request.text("port") || place.port } };
    case "icmp":
      return { protocol: "icmp", request: { host: place.host } };
    case "":
      return "It isn't a monitor: it has no kind.";
    default:
      return `Monitors of kind ${JSON.stringify(kind.slice(0, 50))} aren't supported.`;
  }
}

function httpTarget(request: Entry, monitor: Entry, notes: Note[]): Record<string, unknown> {
  const method = request.text("method").toUpperCase() || "GET";
  return {
    protocol: "http",
    request: {
      method,
      url: request.text("url"),
      ...fittedHeaders(headersOf(request.entry("headers"), notes), notes),
      ...fittedBody(method, request.text("body"), notes),
      follow_redirects: request.flag("followRedirects") ?? monitor.flag("followRedirects") ?? true,
    },
    success_assertions: assertionsOf(monitor, notes),
  };
}

/** Returns the assertions. If one can't be mapped, the default for status codes stays unless there is another. */
function assertionsOf(monitor: Entry, notes: Note[]) {
  const given = monitor.entries("assertions");
  const mapped = given.flatMap((assertion) => {
    const found = assertionOf(assertion);
    if (found) return [found];
    const text = [assertion.text("kind"), assertion.text("compare"), assertion.text("target")].join(" ");
    notes.push({
      field: "success_assertions",
      text: `${text.slice(0, 100)} isn't supported and was left out.`,
    });
    return [];
  });
  const hasStatus = mapped.some(({ type }) => type === "status_code");
  return hasStatus || (mapped.length === given.length && given.length > 0)
    ? mapped
    : [...DEFAULT_ASSERTIONS, ...mapped];
}

function assertionOf(assertion: Entry) {
  const [compare, value] = [assertion.text("compare"), assertion.text("target")];
  switch (assertion.text("kind")) {
    case "statusCode":
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
