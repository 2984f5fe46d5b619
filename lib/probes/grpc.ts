import { connect, type IncomingHttpHeaders } from "node:http2";
import type { Socket } from "node:net";
import type { GrpcRequest } from "@/lib/contract/protocols/grpc";
import { percentDecoded } from "@/lib/shared/text/percent-decoded";
import { talking } from "./conversation";

const PATH = "/grpc.health.v1.Health/Check";
const PREFIX_BYTES = 5;
const SERVING = 1;
const STATES: Readonly<Record<number, string>> = { 0: "UNKNOWN", 2: "NOT_SERVING", 3: "SERVICE_UNKNOWN" };
/** The status codes of gRPC that a health check usually meets. */
const STATUS: Readonly<Record<string, string>> = {
  5: "NOT_FOUND: the server doesn't know the service",
  7: "PERMISSION_DENIED",
  12: "UNIMPLEMENTED: the server doesn't offer grpc.health.v1.Health",
  14: "UNAVAILABLE",
  16: "UNAUTHENTICATED",
};
const BODY_BYTES_MAX = 4096;

interface Answer {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Returns the message `HealthCheckRequest { service = 1 }`, with the prefix of an uncompressed message. */
function requestBytes(service: string): Buffer {
  const name = Buffer.from(service);
  // A length has 7 bits per byte, of which a name needs at most two.
  const length = name.length < 0x80 ? [name.length] : [(name.length & 0x7f) | 0x80, name.length >> 7];
  const message = service === "" ? Buffer.alloc(0) : Buffer.concat([Buffer.from([0x0a, ...length]), name]);
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

/** Returns `HealthCheckResponse.status`. A message that leaves it out says 0, as proto3 does. */
function servingStatus(body: Buffer): number {
  return body[PREFIX_BYTES] === 0x08 ? (body[PREFIX_BYTES + 1] ?? 0) : 0;
}

function call(socket: Socket, { host, port, connection, service }: GrpcRequest): Promise<Answer> {
  const scheme = connection === "tls" ? "https" : "http";
  const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  return new Promise((resolve, reject) => {
    const session = connect(`${scheme}://${authority}`, { createConnection: () => socket });
    session.on("error", reject);
    const stream = session.request({
      ":method": "POST",
      ":path": PATH,
      "content-type": "application/grpc",
      te: "trailers",
    });
    let headers: IncomingHttpHeaders = {};
    let body = Buffer.alloc(0);
    const note = (more: IncomingHttpHeaders) => {
      headers = { ...headers, ...more };
    };
    stream.on("response", note).on("trailers", note).on("error", reject);
    stream.on("data", (chunk: Buffer) => {
      if (body.length < BODY_BYTES_MAX) body = Buffer.concat([body, chunk]);
    });
    stream.on("close", () => {
      session.close();
      resolve({ headers, body });
    });
    stream.end(requestBytes(service ?? ""));
  });
}

/** Checks that a server reports by the health protocol of gRPC that it, or one of its services, is serving. */
export const probeGrpc = talking<GrpcRequest>(
  "grpc",
  async (talk, request) => {
    const { headers, body } = await talk.outside(call(talk.release(), request));
    const message = percentDecoded(String(headers["grpc-message"] ?? ""));
    // Proxies may repeat it.
    const code =
      headers["grpc-status"] === undefined ? undefined : String(headers["grpc-status"]).split(",")[0];
    if (headers[":status"] === undefined) throw talk.error("closed", "the server closed the connection");
    if (code === undefined) throw talk.malformed(`HTTP ${headers[":status"]}`, "a gRPC server");
    if (code !== "0") {
      const why = STATUS[code] ?? `code ${code}`;
      throw talk.error("rejected", `the server replied ${why}${message ? ` (${message})` : ""}`);
    }
    const status = servingStatus(body);
    if (status !== SERVING)
      throw talk.error("rejected", `the server reports ${STATES[status] ?? `status ${status}`}`);
  },
  { speaks: Buffer.from("\x02h2", "latin1") },
);
