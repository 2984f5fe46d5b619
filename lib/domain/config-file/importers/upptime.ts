import { parseYaml, UnreadableFile } from "../documents";
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
  headerNote,
} from "../fitting";
import { type Note, note } from "../note";
import { type Ignored, ignoring, noteRest } from "../rest";
import { targetHost } from "./addresses";
import type { Importer } from "./importer";

const MINUTE_SECONDS = 60;
/** How often Upptime checks without a schedule of its own. */
const INTERVAL_SECONDS = 5 * MINUTE_SECONDS;
/** How long Upptime waits without a timeout of its own. */
const TIMEOUT_SECONDS = 60;
const MS = 1000;
/** A secret of the repository, which isn't in the file. */
const SECRET = /\$[A-Z_]/i;
const SKIPPED_PARTS = {
  "status-website": "The status website isn't imported. Create a status page with the monitors.",
  notifications: "Notifications aren't imported. Connect them under Integrations.",
};
const LABELS = {
  maxRetries: "The number of retries was left out.",
  connectTimeout: "The time limit for connecting was left out; the timeout covers it.",
  __dangerous__body_degraded: "The text of a degraded response was left out.",
  __dangerous__body_degraded_if_text_missing: "The text of a normal response was left out.",
  ipv6: "The IP family was left out; checks use the one that the host has.",
  location: "The location was left out. The monitor uses the region chosen for the import.",
  type: "The location was left out. The monitor uses the region chosen for the import.",
  assignees: "The assignees were left out.",
};
export const UPPTIME_IGNORED: Ignored = {
  ...ignoring("Pages and lists show no icons of monitors.", "icon"),
  ...ignoring("Configures the log of the check.", "verbose"),
};
const OF_REPOSITORY = "Configures the repository.";
/** Parts of the file that need no mention. */
export const UPPTIME_FILE_IGNORED: Ignored = {
  ...ignoring(OF_REPOSITORY, "owner", "repo", "user-agent", "assignees", "delay", "PAT", "secrets", "runner"),
  ...ignoring(OF_REPOSITORY, "commit*", "skip*", "summary*", "liveStatusHtmlComment", "workflowSchedule"),
  ...ignoring("Belongs to the status website.", "i18n", "customStatusWebsitePackage"),
};

/** Reads the configuration file of Upptime, `.upptimerc.yml`. */
export const upptime: Importer = {
  parse(text) {
    const file = new Entry(parseYaml(text, { keepNumbers: true }));
    if (!Array.isArray(file.value("sites")))
      throw new UnreadableFile("The file isn't an Upptime configuration: it has no list of sites.");
    const draft = new Draft();
    const schedule = file.entry("workflowSchedule").text("uptime");
    draft.each(file.entries("sites"), (site) => addSite(draft, site, schedule));
    for (const [part, reason] of Object.entries(SKIPPED_PARTS))
      if (file.value(part) !== undefined) draft.skipPart(part, reason);
    draft.skipUnread(file, UPPTIME_FILE_IGNORED);
    return { draft };
  },
};

/** Returns the interval in seconds of a cron schedule that repeats every few minutes, and notes any other. */
function intervalOf(schedule: string, notes: Note[]): number {
  const minutes = /^\*\/(\d{1,2}) \* \* \* \*$/.exec(schedule)?.[1];
  if (minutes) return Number(minutes) * MINUTE_SECONDS;
  if (schedule === "* * * * *") return MINUTE_SECONDS;
  const text = `The schedule ${schedule.slice(0, 50)} can't be mapped; checks run every ${INTERVAL_SECONDS} s.`;
  if (schedule !== "") notes.push({ field: "interval", text });
  return INTERVAL_SECONDS;
}

function addSite(draft: Draft, site: Entry, schedule: string): void {
  const notes: Note[] = [];
  const name = site.text("name") || site.text("url");
  const target = targetOf(site, notes);
  if (typeof target === "string") {
    draft.skip(name, target);
    return;
  }
  const tags = site.list("tags").map(String);
  const fields = {
    ...target,
    ...fittedInterval(intervalOf(schedule, notes), notes),
    ...fittedTimeout((site.number("requestTimeout") ?? TIMEOUT_SECONDS) * MS, notes),
    ...fittedSlow(site.number("maxResponseTime")),
    ...fittedTags(tags, notes),
  };
  const ref = site.text("slug") || name;
  noteRest(site, { ignored: UPPTIME_IGNORED, labels: LABELS }, notes);
  draft.monitor(ref, name, fields, notes);
}

/** Returns the protocol, request, and assertions, or why the site can't be imported. */
function targetOf(site: Entry, notes: Note[]): Record<string, unknown> | string {
  const url = site.text("url");
  if (SECRET.test(url)) return "Its URL contains a secret of the repository. Replace it in the file.";
  const kind = site.text("check") || "http";
  const place = targetHost(url);
  switch (kind) {
    case "http":
      return httpTarget(url, site, notes);
    case "tcp-ping":
      return {
        protocol: "tcp",
        request: { host: place.host, port: site.text("port") || place.port || "80" },
      };
    case "icmp-ping":
      return { protocol: "icmp", request: { host: place.host } };
    case "ssl":
      return {
        protocol: "tls",
        request: { host: place.host, port: site.text("port") || place.port || "443" },
      };
    case "ws": {
      const message = site.text("body");
      return { protocol: "websocket", request: { url, ...(message && { message }) } };
    }
    default:
      return `Checks of type ${JSON.stringify(kind.slice(0, 50))} aren't supported.`;
  }
}

function httpTarget(url: string, site: Entry, notes: Note[]): Record<string, unknown> {
  const method = site.text("method").toUpperCase() || "GET";
  const { headers, isIncomplete } = headersIn(site, notes);
  const body = site.text("body");
  const hasSecret = SECRET.test(body);
  if (hasSecret)
    note(notes, "request.body", "The body contains a secret of the repository and was left out.");
  if (isIncomplete || hasSecret)
    note(notes, "paused", "Paused, because a secret is missing. Add it, then resume the monitor.");
  return {
    protocol: "http",
    request: {
      method,
      url,
      ...fittedHeaders(headers, notes),
      ...fittedBody(method, hasSecret ? "" : body, notes),
      tls_skip_verify: [
        "__dangerous__insecure",
        "__dangerous__disable_verify_peer",
        "__dangerous__disable_verify_host",
      ].some((field) => site.flag(field) === true),
      follow_redirects: site.number("maxRedirects") !== 0,
    },
    success_assertions: [
      fittedCodes(site.list("expectedStatusCodes").map(String), notes),
      ...bodyAssertion(site.text("__dangerous__body_down"), "not_contains"),
      ...bodyAssertion(site.text("__dangerous__body_down_if_text_missing"), "contains"),
    ],
    paused: isIncomplete || hasSecret,
  };
}

function bodyAssertion(value: string, operator: string) {
  return value === "" ? [] : [{ type: "response_body", operator, value }];
}

/** Returns the headers, which are lines such as `Accept: text/html`. */
function headersIn(site: Entry, notes: Note[]) {
  const lines = site.list("headers").map(String);
  const headers = lines.flatMap((line) => {
    const at = line.indexOf(":");
    const [name, value] = [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()];
    if (at > 0 && !SECRET.test(value)) return [{ name, value }];
    notes.push(
      headerNote(name || "without a name", at > 0 ? "contains a secret of the repository" : "can't be sent"),
    );
    return [];
  });
  return { headers, isIncomplete: headers.length < lines.length };
}
