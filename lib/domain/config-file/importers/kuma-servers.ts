import { percentDecoded } from "@/lib/shared/text/percent-decoded";
import { parseJson } from "../documents";
import { Entry } from "../entry";
import { fittedHeaders } from "../fitting";
import { type Note, note } from "../note";
import { targetHost } from "./addresses";
import { handshakeHeaders } from "./kuma-headers";
import { acceptedCodes } from "./kuma-settings";

type Target = Record<string, unknown> | string;

const USUAL_QUERY = "SELECT 1";
const PACKETS_MAX = 20;

/** Returns the protocol and the request of a monitor of a server that isn't a web server, or why it can't be imported. */
export const KUMA_SERVERS: Readonly<Record<string, (monitor: Entry, notes: Note[]) => Target>> = {
  port: (monitor, notes) => {
    const { host } = targetHost(monitor.text("hostname"));
    const request = { host, port: monitor.text("port") };
    const connection = monitor.text("smtp_security");
    // Otherwise, Uptime Kuma connects without TLS.
    const isTls = monitor.flag("expiry_notification") === true;
    if (isTls && connection === "secure")
      return { protocol: "tls", request: { ...request, connection: "tls" } };
    if (isTls && connection === "starttls")
      note(notes, "request", "The check of its certificate was left out. Add a TLS monitor for it.");
    return { protocol: "tcp", request };
  },
  ping: (monitor) => {
    const packets = Math.min(PACKETS_MAX, monitor.number("ping_count") ?? 1);
    const { host } = targetHost(monitor.text("hostname"));
    return { protocol: "icmp", request: { host, ...(packets > 1 && { packets }) } };
  },
  redis: (monitor) => overUrl(monitor, (url) => ({ protocol: "redis", request: serverOf(url, monitor) })),
  postgres: (monitor, notes) => sqlTarget("postgres", monitor, notes),
  mysql: (monitor, notes) => sqlTarget("mysql", monitor, notes),
  mongodb: (monitor, notes) =>
    overUrl(monitor, (url) => {
      if (url.protocol === "mongodb+srv:")
        return "Addresses with mongodb+srv aren't supported. Name a server.";
      if (monitor.text("database_query", "json_path") !== "")
        note(notes, "request", "The command was left out; only the sign-in is checked.");
      const auth_database = url.searchParams.get("authSource") ?? nameIn(url) ?? "admin";
      return { protocol: "mongodb", request: { ...serverOf(url, monitor), auth_database } };
    }),
  mqtt: mqttTarget,
  smtp: (monitor) => {
    const { host } = targetHost(monitor.text("hostname"));
    const connection = { secure: "tls", starttls: "starttls" }[monitor.text("smtp_security")] ?? "plain";
    return { protocol: "smtp", request: { host, ...portIn(monitor), connection } };
  },
  "grpc-keyword": grpcTarget,
  "websocket-upgrade": (monitor, notes) => {
    const value = monitor.text("ws_subprotocol");
    const protocols = value ? [{ name: "Sec-WebSocket-Protocol", value }] : [];
    const headers = [...protocols, ...handshakeHeaders(monitor, notes)];
    const method = monitor.text("auth_method");
    if (!["", "null", "basic", "bearer"].includes(method))
      note(
        notes,
        "request.headers",
        `Authentication by ${method.slice(0, 20)} isn't supported and was left out.`,
      );
    if (acceptedCodes(monitor).some((code) => code !== "1000"))
      note(notes, "request", "The close codes were left out; the connection must open.");
    if (monitor.flag("ws_ignore_sec_websocket_accept_header"))
      note(notes, "request", "The choice to ignore Sec-WebSocket-Accept was left out.");
    return {
      protocol: "websocket",
      request: { url: monitor.text("url"), ...fittedHeaders(headers, notes) },
    };
  },
};

function portIn(monitor: Entry): { port?: string } {
  const port = monitor.text("port");
  return port ? { port } : {};
}

/** Passes on the connection string as a URL. */
function overUrl(monitor: Entry, target: (url: URL) => Target): Target {
  const url = URL.parse(monitor.text("database_connection_string"));
  return url?.hostname ? target(url) : "Its connection string isn't a URL with one host.";
}

function nameIn({ pathname }: URL): string | null {
  return percentDecoded(pathname.slice(1)) || null;
}

/** Returns the fields of a request that a connection string has. */
function serverOf(url: URL, monitor: Entry): Record<string, unknown> {
  const mode =
    url.searchParams.get("sslmode") ?? url.searchParams.get("tls") ?? url.searchParams.get("ssl") ?? "";
  const isUnverified = /^(?:require|no-verify)$/.test(mode);
  const isTls = isUnverified || url.protocol === "rediss:" || /^(?:true|verify-\w+)$/.test(mode);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    ...(url.port && { port: url.port }),
    ...(isTls && { connection: "tls" }),
    ...((isUnverified || monitor.flag("ignore_tls")) && { tls_skip_verify: true }),
    ...(url.username && { username: percentDecoded(url.username) }),
    ...(url.password && { password: percentDecoded(url.password) }),
  };
}

function sqlTarget(protocol: string, monitor: Entry, notes: Note[]): Target {
  return overUrl(monitor, (url) => {
    const server = serverOf(url, monitor);
    // Uptime Kuma keeps the password of MySQL there.
    const password = server.password ?? (monitor.text("radius_password") || undefined);
    const given = monitor.text("database_query");
    const isSigned = server.username !== undefined;
    if (!isSigned && given !== "")
      note(notes, "request.query", "The query was left out, because the connection string has no user.");
    if (monitor.list("conditions").length > 0 || /[^\s[\]]/.test(monitor.text("conditions")))
      note(notes, "request.expected", "The conditions on its result were left out.");
    const database = nameIn(url);
    return {
      protocol,
      request: {
        ...server,
        ...(isSigned && password !== undefined && { password }),
        ...(database !== null && { database }),
        ...(isSigned && { query: given || USUAL_QUERY }),
      },
    };
  });
}

function mqttTarget(monitor: Entry, notes: Note[]): Target {
  const address = monitor.text("hostname");
  if (/^wss?:/i.test(address) || monitor.text("mqtt_websocket_path") !== "")
    return "MQTT over WebSocket isn't supported.";
  if (monitor.text("mqtt_topic") !== "")
    note(notes, "request", "The topic was left out; only the connection is checked.");
  const [username, password] = [monitor.text("mqtt_username"), monitor.text("mqtt_password")];
  return {
    protocol: "mqtt",
    request: {
      host: targetHost(address).host,
      ...portIn(monitor),
      ...(/^(?:mqtts|ssl|tls):/i.test(address) && { connection: "tls" }),
      ...(username && { username, ...(password && { password }) }),
    },
  };
}

function grpcTarget(monitor: Entry, notes: Note[]): Target {
  const [service, method] = [monitor.text("grpc_service_name"), monitor.text("grpc_method")];
  if (!/(?:^|\.)Health$/.test(service) || !/^check$/i.test(method))
    return "Only calls of Check in grpc.health.v1.Health are supported.";
  const keyword = monitor.text("keyword");
  if (monitor.flag("invert_keyword") === true && "SERVING".includes(keyword))
    return "It must not be SERVING, which isn't supported.";
  if (keyword !== "" && keyword.toUpperCase() !== "SERVING")
    note(notes, "request", "The keyword was left out; the service must be SERVING.");
  const name = new Entry(jsonIn(monitor.text("grpc_body"))).text("service");
  return {
    protocol: "grpc",
    request: {
      ...targetHost(monitor.text("grpc_url")),
      ...(monitor.flag("grpc_enable_tls") && { connection: "tls" }),
      ...(name && { service: name }),
    },
  };
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
