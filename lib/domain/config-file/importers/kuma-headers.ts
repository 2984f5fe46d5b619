import { parseJson } from "../documents";
import { Entry } from "../entry";
import { headersOf, withDefault } from "../fitting";
import { type Note, note } from "../note";

/** What Uptime Kuma sends with a body. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  xml: "text/xml; charset=utf-8",
};

/** Returns the user's headers, and those that Uptime Kuma adds unless the user set them. */
export function headersFor(body: string | undefined, monitor: Entry, notes: Note[]) {
  const own = jsonHeaders(monitor, notes);
  const authorization = bearerOf(monitor);
  const signed = authorization === null ? own : withDefault(own, "Authorization", authorization);
  const type = CONTENT_TYPES[monitor.text("http_body_encoding") || "json"];
  return body === undefined || type === undefined ? signed : withDefault(signed, "Content-Type", type);
}

function jsonHeaders(monitor: Entry, notes: Note[]) {
  const text = monitor.text("headers");
  if (text === "") return [];
  try {
    return headersOf(new Entry(parseJson(text)), notes);
  } catch {
    note(notes, "request.headers", "The headers aren't valid JSON and were left out.");
    return [];
  }
}

function bearerOf(monitor: Entry): string | null {
  const token = monitor.text("bearer_token");
  return monitor.text("auth_method") === "bearer" && token ? `Bearer ${token}` : null;
}

/** Returns the headers with which a WebSocket is opened. Its sign-in is one of them. */
export function handshakeHeaders(monitor: Entry, notes: Note[]) {
  const own = jsonHeaders(monitor, notes);
  const authorization = bearerOf(monitor) ?? basicOf(monitor);
  return authorization === null ? own : withDefault(own, "Authorization", authorization);
}

function basicOf(monitor: Entry): string | null {
  if (monitor.text("auth_method") !== "basic") return null;
  const credentials = `${monitor.text("basic_auth_user")}:${monitor.text("basic_auth_pass")}`;
  return `Basic ${Buffer.from(credentials).toString("base64")}`;
}
