import { parseJson, UnreadableFile } from "../documents";
import { Draft } from "../draft";
import { Entry } from "../entry";
import {
  fittedBody,
  fittedCodes,
  fittedFailures,
  fittedHeaders,
  fittedInterval,
  fittedTags,
  fittedTimeout,
  oauthFields,
  signInFields,
} from "../fitting";
import { type Note, note } from "../note";
import { noteRest } from "../rest";
import { targetHost } from "./addresses";
import { importedGroup } from "./imported-group";
import type { Importer } from "./importer";
import { jsonComparison } from "./json-comparison";
import { kumaDns } from "./kuma-dns";
import { KumaGroups } from "./kuma-groups";
import { headersFor } from "./kuma-headers";
import { ignoredFor, UNCHECKED } from "./kuma-ignored";
import { addKumaPages } from "./kuma-pages";
import { KUMA_SERVERS } from "./kuma-servers";
import { acceptedCodes, unmappedSettings } from "./kuma-settings";

const MS = 1000;
const PUSH_DEFAULT_S = 60;
const PUSH_MIN_S = 10;
/** Uptime Kuma looks for late requests once per interval, without a grace time of its own. */
const PUSH_GRACE_S = 30;
/** Types that can't be imported, and why. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  docker: "Docker container monitors aren't supported.",
  manual: "Manual monitors aren't checked and can't be imported.",
};

/** Parts of the file that aren't imported: where they are, what names an item, and why. */
const SKIPPED = [
  [["incident"], "title", "Incidents aren't imported."],
  [["maintenance"], "title", "Maintenance windows aren't imported. Schedule them under Maintenance."],
  [
    ["notification", "notificationList"],
    "name",
    "Notifications aren't imported. Connect them under Integrations.",
  ],
] as const;

/** Reads the database or the JSON backup of Uptime Kuma, or a list of monitors from its API. */
export const uptimeKuma: Importer = {
  tables: [
    ...["monitor", "tag", "monitor_tag", "status_page", "group", "monitor_group", "status_page_cname"],
    ...["incident", "maintenance", "notification"],
  ],
  parse(text) {
    const content = parseJson(text);
    const file = new Entry(Array.isArray(content) ? { monitorList: content } : content);
    const monitors = monitorsOf(file);
    const draft = new Draft();
    const tags = tagsOf(file, monitors);
    const parents = new KumaGroups(monitors);
    const isGroup = (monitor: Entry) => monitor.text("type") === "group";
    const inOrder = [...monitors.filter((each) => !isGroup(each)), ...monitors.filter(isGroup)];
    draft.each(inOrder, (monitor) => addMonitor(draft, monitor, tags.get(monitor.text("id")) ?? [], parents));
    addKumaPages(draft, file);
    for (const [fields, name, reason] of SKIPPED) draft.skipEach(file.entries(...fields), name, reason);
    return { draft };
  },
};

/** Returns the monitors: rows, a list, or an object with them by ID, as the API has it. */
function monitorsOf(file: Entry): Entry[] {
  const given = file.value("monitor", "monitorList");
  if (given === null || typeof given !== "object")
    throw new UnreadableFile("The file isn't an Uptime Kuma database or backup: it has no monitors.");
  // Lists that people write often have no IDs. Nothing refers to those monitors, not even a missing parent.
  return Object.entries(given).map(([at, monitor]) => {
    const fields = withColumnNames(monitor);
    return new Entry({ ...fields, id: fields.id ?? `without an ID, ${at}` });
  });
}

/** Backups and the API spell some names in another way than the database: `proxyId`. */
function withColumnNames(monitor: unknown): Record<string, unknown> {
  const fields = Object.entries(Object(monitor));
  return Object.fromEntries(
    fields.map(([name, value]) => [name.replace(/([a-z0-9])(?=[A-Z])/g, "$1_").toLowerCase(), value]),
  );
}

/** Returns each monitor's tags: `name`, or `name:value`. */
function tagsOf(file: Entry, monitors: readonly Entry[]): Map<string, string[]> {
  const names = new Map(file.entries("tag").map((tag) => [tag.text("id"), tag.text("name")]));
  const tags = new Map<string, string[]>();
  const add = (id: string, name: string, value: string) => {
    const own = tags.get(id) ?? [];
    own.push(value ? `${name}:${value}` : name);
    tags.set(id, own);
  };
  for (const link of file.entries("monitor_tag"))
    add(link.text("monitor_id"), names.get(link.text("tag_id")) ?? "", link.text("value"));
  for (const monitor of monitors)
    for (const tag of monitor.entries("tags")) add(monitor.text("id"), tag.text("name"), tag.text("value"));
  return tags;
}

function addMonitor(draft: Draft, monitor: Entry, tags: readonly string[], parents: KumaGroups): void {
  const notes: Note[] = [];
  const name = monitor.text("name");
  const type = monitor.text("type");
  const target =
    type === "group"
      ? importedGroup(draft, parents.membersOf(monitor), notes)
      : targetOf(type, monitor, notes);
  if (typeof target === "string") {
    draft.skip(name, target);
    return;
  }
  if (monitor.flag("upside_down")) {
    draft.skip(name, "Its upside-down mode, in which a failing check counts as up, isn't supported.");
    return;
  }
  const fields = {
    ...target,
    ...(UNCHECKED.has(type) ? {} : checkTimes(monitor, notes)),
    // A retry comes after the first failure.
    ...fittedFailures((monitor.number("maxretries") ?? 0) + 1, notes),
    ...fittedTags([...tags, ...parents.namesOf(monitor)], notes),
    paused: parents.isPaused(monitor),
  };
  notes.push(...unmappedSettings(type, monitor));
  noteRest(monitor, { ignored: ignoredFor(type) }, notes);
  draft.monitor(monitor.text("id") || name, name, fields, notes);
}

function checkTimes(monitor: Entry, notes: Note[]) {
  return {
    ...fittedInterval(monitor.number("interval"), notes),
    ...timeoutOf(monitor, notes),
  };
}

const WEB_TYPES = ["http", "keyword", "json-query"];
const DEFAULT_INTERVAL_S = 60;
const TIMEOUT_SHARE = 0.8;

/** Without a timeout, or with zero, Uptime Kuma gives websites most of the interval. As no one chose it, it needs no note. */
function timeoutOf(monitor: Entry, notes: Note[]): { timeout?: number } {
  const seconds = monitor.number("timeout") || null;
  if (seconds !== null || !WEB_TYPES.includes(monitor.text("type")))
    return fittedTimeout(seconds && seconds * MS, notes);
  return fittedTimeout((monitor.number("interval") || DEFAULT_INTERVAL_S) * TIMEOUT_SHARE * MS, []);
}

/** Returns the protocol, request, and assertions, or why the type can't be imported. */
function targetOf(type: string, monitor: Entry, notes: Note[]): Record<string, unknown> | string {
  const { host } = targetHost(monitor.text("hostname"));
  switch (type) {
    case "http":
    case "keyword":
    case "json-query":
      return httpTarget(type, monitor, notes);
    case "push":
      return pushTarget(monitor);
    case "dns":
      return kumaDns(host, monitor, notes);
    default:
      if (Object.hasOwn(KUMA_SERVERS, type)) return KUMA_SERVERS[type]?.(monitor, notes) ?? "";
      return Object.hasOwn(UNSUPPORTED, type)
        ? String(UNSUPPORTED[type])
        : `Monitors of type ${JSON.stringify(type.slice(0, 50))} aren't supported.`;
  }
}

/** Its interval is the time between two requests, and its token stays valid. */
function pushTarget(monitor: Entry): Record<string, unknown> {
  const seconds = Math.max(PUSH_MIN_S, monitor.number("interval") ?? PUSH_DEFAULT_S);
  const token = monitor.text("push_token");
  return {
    protocol: "heartbeat",
    request: { schedule: "period", period: seconds, grace: PUSH_GRACE_S, ...(token ? { token } : {}) },
  };
}

function httpTarget(type: string, monitor: Entry, notes: Note[]): Record<string, unknown> {
  const method = monitor.text("method").toUpperCase() || "GET";
  const codes = fittedCodes(acceptedCodes(monitor), notes);
  const sent = fittedBody(method, monitor.text("body"), notes);
  const ofBody = bodyAssertion(type, monitor);
  if (type !== "http" && !ofBody)
    note(
      notes,
      "success_assertions",
      `The ${type === "keyword" ? "empty keyword" : "JSON query"} was left out; only the status code is checked.`,
    );
  return {
    protocol: "http",
    request: {
      method,
      url: monitor.text("url"),
      ...fittedHeaders(headersFor(sent.body, monitor, notes), notes),
      ...sent,
      ...signInOf(monitor, notes),
      tls_skip_verify: monitor.flag("ignore_tls") ?? false,
      follow_redirects: monitor.number("maxredirects") !== 0,
    },
    success_assertions: [codes, ...(ofBody ? [ofBody] : [])],
  };
}

/** Returns a monitor's expectations of the body. Of a JSON query, a plain path and a comparison can be mapped. */
function bodyAssertion(type: string, monitor: Entry): object | null {
  if (type === "keyword") {
    const value = monitor.text("keyword");
    const operator = monitor.flag("invert_keyword") ? "not_contains" : "contains";
    return value === "" ? null : { type: "response_body", operator, value };
  }
  const sign = monitor.text("json_path_operator") || "==";
  if (type !== "json-query") return null;
  return jsonComparison(monitor.text("json_path"), sign, monitor.text("expected_value"));
}

/** Returns how a monitor signs in. Uptime Kuma keeps the fields of methods that were chosen before. */
function signInOf(monitor: Entry, notes: Note[]): Record<string, unknown> {
  const text = (name: string) => monitor.text(name);
  const method = text("auth_method");
  const [cert, key] = [text("tls_cert"), text("tls_key")];
  const [user, password] = [text("basic_auth_user"), text("basic_auth_pass")];
  // Earlier versions had only this method, and no column for it.
  const isBasic =
    method === "" ? !monitor.keys().includes("auth_method") : ["null", "basic"].includes(method);
  if (isBasic) return signInFields("basic", user, password);
  if (method === "") return {};
  if (method === "oauth2-cc") {
    const scopes = text("oauth_scopes");
    const secret = text("oauth_client_secret");
    return oauthFields(text("oauth_token_url"), text("oauth_client_id"), secret, scopes ? [scopes] : []);
  }
  if (method === "mtls" && cert && key) return { client_certificate: cert, client_key: key };
  if (method !== "bearer")
    note(notes, "request.auth", `Authentication by ${method.slice(0, 20)} isn't supported and was left out.`);
  return {};
}
