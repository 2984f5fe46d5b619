import type { Entry } from "../entry";
import { fittedHeaders, headersOf } from "../fitting";
import { type Note, note } from "../note";
import { hostAndPort } from "./addresses";
import type { ConditionKind, Conditions } from "./gatus-conditions";
import { literalText } from "./gatus-text";

interface Server {
  readonly url: string;
  /** The URL without its scheme. */
  readonly place: string;
  readonly endpoint: Entry;
  readonly conditions: Conditions;
  readonly notes: Note[];
}

type Target = Record<string, unknown> | string;

/** Returns the protocol and the request of an endpoint that isn't a web server, or why it can't be imported, by its scheme. */
export const GATUS_SERVERS: Readonly<Record<string, (server: Server) => Target>> = {
  tcp: ({ place }) => ({ protocol: "tcp", request: hostAndPort(place) }),
  tls: (server) => tlsTarget(server, "tls"),
  starttls: (server) => tlsTarget(server, "smtp"),
  icmp: ({ place }) => ({ protocol: "icmp", request: { host: hostAndPort(place).host } }),
  ssh: ({ place, endpoint, notes }) => {
    if (endpoint.entry("ssh").keys().length > 0)
      note(notes, "request", "The sign-in was left out; only the server's identification is checked.");
    return { protocol: "ssh", request: hostAndPort(place) };
  },
  udp: ({ place, endpoint, conditions }) => {
    const payload = literalText(endpoint.text("body"));
    if (!payload) return "It has no body to send, without which a UDP server doesn't reply.";
    return { protocol: "udp", request: { ...hostAndPort(place), payload, ...conditions.reply } };
  },
  ws: websocketTarget,
  wss: websocketTarget,
  grpc: ({ place }) => ({ protocol: "grpc", request: hostAndPort(place) }),
  grpcs: ({ place, endpoint }) => ({
    protocol: "grpc",
    request: { ...hostAndPort(place), connection: "tls", ...skipVerify(endpoint) },
  }),
  domain: ({ place, conditions }) => ({
    protocol: "domain",
    request: { host: hostAndPort(place).host, ...conditions.domain },
  }),
};

/** Returns what the conditions of an endpoint with this scheme can be about. */
export function conditionKind(scheme: string): ConditionKind {
  if (scheme === "domain") return "domain";
  return ["udp", "ws", "wss"].includes(scheme) ? "reply" : "other";
}

const skipVerify = (endpoint: Entry) => ({
  tls_skip_verify: endpoint.entry("client").flag("insecure") ?? false,
});

function tlsTarget({ place, endpoint }: Server, connection: string): Target {
  return { protocol: "tls", request: { ...hostAndPort(place), connection, ...skipVerify(endpoint) } };
}

function websocketTarget({ url, endpoint, conditions, notes }: Server): Target {
  const message = literalText(endpoint.text("body"));
  const headers = fittedHeaders(headersOf(endpoint.entry("headers"), notes), notes);
  return {
    protocol: "websocket",
    request: { url, ...headers, ...(message && { message }), ...conditions.reply, ...skipVerify(endpoint) },
  };
}
