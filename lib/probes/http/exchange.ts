import type { Socket } from "node:net";
import type { Timings } from "@/lib/contract/checks/check";
import type { HttpRequest } from "@/lib/contract/protocols/http";
import { type HttpAssertion, isOfBody } from "@/lib/contract/protocols/http-assertions";
import { judgeAssertions } from "@/lib/domain/checks/assertions";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { Recent } from "@/lib/shared/recent";
import { connectTo } from "../connection";
import { OnlyHttp2, ProbeError } from "../net/probe-error";
import type { Finding, ProbeContext } from "../probe";
import { LegacyServer, type TlsTarget } from "../tls/tls";
import { decodeBody } from "./decode";
import type { Trail } from "./exchange-record";
import { Http2Reader, http2Request } from "./http2-reader";
import { Intake, type IsCertain, readAnswer } from "./read-answer";
import { type Hop, requestText } from "./request-text";
import { type Answered, BODY_BYTES_MAX, ResponseReader } from "./response";

export type HttpContext = ProbeContext<HttpRequest, HttpAssertion>;

/** How much to keep of a body that no assertion reads, to show in the request and response. */
const EXCERPT_BYTES = 4096;
/** For how many servers to remember which version works. */
const VERSIONS_MAX = 5000;
/** Protocols to offer a server, in ALPN's wire format (RFC 7301 §3.1). */
const SPEAKS = {
  "http/1.1": Buffer.from("\x08http/1.1", "latin1"),
  h2: Buffer.from("\x02h2", "latin1"),
};
type Version = keyof typeof SPEAKS;
/** Responses to HTTP/1.1 of servers that want HTTP/2: Upgrade Required, Amazon's load balancers, HTTP Version Not Supported. */
const WANTS_HTTP2: ReadonlySet<number> = new Set([426, 464, 505]);

/** One hop of a check, and where to record what it finds. */
interface Step {
  readonly context: HttpContext;
  readonly hop: Hop;
  readonly request: HttpRequest;
  readonly finding: Finding;
  readonly trail: Trail;
}

/**
 * Runs one hop: resolve, connect, handshake, send, read. The phases of several hops add up. Speaks HTTP/1.1, and HTTP/2
 * with servers that refuse it. Throws ProbeError.
 */
export function exchange(step: Step): Promise<Answered> {
  return step.hop.url.protocol === "https:" ? exchangeInEither(step) : exchangeIn(step, "http/1.1");
}

async function exchangeInEither(step: Step): Promise<Answered> {
  const { origin } = step.hop.url;
  const known = once("probes.http.versions", () => new Recent<Version>(VERSIONS_MAX));
  const worked = known.get(origin);
  const first = worked ?? "http/1.1";
  const exchangeAndKeep = async (version: Version) => {
    const answered = await exchangeIn(step, version);
    if (version !== worked) known.set(origin, version);
    return answered;
  };
  const inOther = () => exchangeAndKeep(first === "h2" ? "http/1.1" : "h2");
  try {
    const answered = await exchangeAndKeep(first);
    if (first === "h2" || !WANTS_HTTP2.has(answered.head.statusCode)) return answered;
    const { reader } = step.trail;
    return await inOther().catch(() => {
      step.trail.reader = reader;
      return answered;
    });
  } catch (error) {
    if (error instanceof OnlyHttp2) return inOther();
    if (!mayWorkInOther(error, worked)) throw error;
    return inOther().catch((second) => {
      throw isOfHandshake(error) && !isOfHandshake(second) ? second : error;
    });
  }
}

/**
 * Returns whether a server may work in the other version: it stopped to speak the one that it wanted before, or it
 * never spoke HTTP/1.1 and doesn't say why it ends the handshake.
 */
function mayWorkInOther(error: unknown, worked: Version | undefined): boolean {
  if (worked === undefined) return isOfHandshake(error) && !(error instanceof LegacyServer);
  return worked === "h2" && error instanceof ProbeError && error.code.startsWith("http_");
}

function isOfHandshake(error: unknown): boolean {
  return error instanceof ProbeError && error.code === "tls_handshake_failed";
}

async function exchangeIn(step: Step, version: Version): Promise<Answered> {
  const { context, hop, request, finding, trail } = step;
  const intake = new Intake();
  const socket = await connected(step, version, intake);
  const isTls = hop.url.protocol === "https:";
  const text = requestText(hop, request, context.userAgent);
  try {
    const isCertain = certainty(context);
    const how = [
      hop.method,
      isCertain ? BODY_BYTES_MAX : EXCERPT_BYTES,
      request.follow_redirects !== false,
    ] as const;
    const reader = version === "h2" ? new Http2Reader(socket, ...how) : new ResponseReader(...how);
    trail.reader = reader;
    const answer = readAnswer(socket, intake, reader, context.deadline, isCertain);
    const sent = send(context, socket, version === "h2" ? http2Request(hop, text) : text, isTls);
    if (context.onPhase) showHead(context, reader, sent);
    const answered = await answer;
    recordAnswered(context, finding.timings, sent, answered);
    return answered;
  } finally {
    socket.destroy();
  }
}

/** Connects to the hop's server. Throws ProbeError, also when its certificate isn't accepted. */
async function connected(
  { context, hop, request, finding }: Step,
  version: Version,
  intake: Intake,
): Promise<Socket> {
  const isTls = hop.url.protocol === "https:";
  const { socket } = await connectTo(context, finding, {
    host: unbracketed(hop.url.hostname),
    port: Number(hop.url.port || (isTls ? 443 : 80)),
    isTls,
    isLax: request.tls_skip_verify === true,
    identity: hop.sameOrigin ? identityOf(request) : undefined,
    speaks: SPEAKS[version],
    onread: intake.onread,
  });
  return socket;
}

function identityOf({ client_certificate: cert, client_key: key }: HttpRequest): TlsTarget["identity"] {
  return cert && key ? { cert, key } : undefined;
}

/** Returns what tells whether the rest of a body could still change the result; null when no assertion reads it. */
function certainty({ config: { success_assertions: assertions } }: HttpContext): IsCertain {
  const ofBody = assertions.filter(isOfBody);
  if (ofBody.length === 0) return null;
  const canBeCertain = ofBody.every(({ operator }) => operator === "contains");
  return async ({ head: { headers, statusCode }, body }) => {
    if (!canBeCertain) return false;
    const searched = await decodeBody(headers, { body, whole: false }).catch(() => null);
    if (searched === null) return false;
    for (const { text } of searched.readings) {
      const judged = judgeAssertions(ofBody, { statusCode, headers, body: text, tookMs: 0 });
      if (judged.every(({ passed }) => passed)) return true;
    }
    return false;
  };
}

/** When the request was sent, on the monotonic clock. */
interface Sent {
  readonly fromMs: number;
  untilMs: number;
}

function send(context: HttpContext, socket: Socket, request: string | Buffer, isTls: boolean): Sent {
  const fromMs = monotonicMs();
  const sent: Sent = { fromMs, untilMs: fromMs };
  const onSent = () => {
    sent.untilMs = monotonicMs();
    context.onPhase?.("send", micros(sent.untilMs - sent.fromMs), null);
  };
  // A plain socket usually sends everything at once, and checking is cheaper than a callback. TLS reports when it's
  // done.
  socket.write(request, "latin1", isTls ? onSent : undefined);
  if (!isTls && socket.writableLength === 0) onSent();
  return sent;
}

/** Reports the first byte before the body is complete, which may take as long as everything before it. */
function showHead(context: HttpContext, reader: ResponseReader, sent: Sent): void {
  reader.onHead = ({ statusCode }, firstByteMs) => {
    const waitedMs = firstByteMs - Math.min(sent.untilMs, firstByteMs);
    context.onPhase?.("first_byte", micros(waitedMs), String(statusCode));
  };
}

function recordAnswered(context: HttpContext, timings: Timings, sent: Sent, answered: Answered): void {
  const { firstByteMs, doneMs, bodyBytes } = answered;
  // The response can arrive before the kernel confirms that everything was sent.
  const waitingFromMs = Math.min(sent.untilMs, firstByteMs);
  timings.send = (timings.send ?? 0) + micros(waitingFromMs - sent.fromMs);
  timings.first_byte = (timings.first_byte ?? 0) + micros(firstByteMs - waitingFromMs);
  timings.transfer = (timings.transfer ?? 0) + micros(doneMs - firstByteMs);
  context.onPhase?.("transfer", micros(doneMs - firstByteMs), `${bodyBytes} bytes`);
}

function micros(ms: number): number {
  return Math.max(0, Math.round(ms * 1000));
}

function unbracketed(hostname: string): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}
