import type { Socket } from "node:net";
import type { Timings } from "@/lib/contract/checks/check";
import type { HttpRequest } from "@/lib/contract/protocols/http";
import type { HttpAssertion } from "@/lib/contract/protocols/http-assertions";
import { judgeAssertions } from "@/lib/domain/checks/assertions";
import { monotonicMs } from "@/lib/shared/clock";
import { dial } from "../net/dial";
import { ProbeError } from "../net/probe-error";
import { type Finding, type ProbeContext, warn } from "../probe";
import { certificateWarnings } from "../tls/certificate-warning";
import { Handshake, type Secured } from "../tls/tls";
import { decodeBody } from "./decode";
import type { Trail } from "./exchange-record";
import { Intake, type IsCertain, readAnswer } from "./read-answer";
import { type Hop, requestText } from "./request-text";
import { type Answered, BODY_BYTES_MAX, ResponseReader } from "./response";

export type HttpContext = ProbeContext<HttpRequest, HttpAssertion>;

/** How much to keep of a body that no assertion reads, to show in the request and response. */
const EXCERPT_BYTES = 4096;
/** `http/1.1` in ALPN's wire format (RFC 7301 §3.1). */
const SPEAKS = Buffer.from("\x08http/1.1", "latin1");

/** Runs one hop: resolve, connect, handshake, send, read. The phases of several hops add up. Throws ProbeError. */
export async function exchange(
  context: HttpContext,
  hop: Hop,
  request: HttpRequest,
  finding: Finding,
  trail: Trail,
): Promise<Answered> {
  const { timings } = finding;
  const isTls = hop.url.protocol === "https:";
  const intake = new Intake();
  const { onread } = intake;
  const host = unbracketed(hop.url.hostname);
  const port = Number(hop.url.port || (isTls ? 443 : 80));
  const handshake = isTls ? new Handshake({ host, port, speaks: SPEAKS, onread }) : null;
  const dialed = await dial(
    {
      host,
      port,
      policy: context.policy,
      resolver: context.resolver,
      deadlineMs: context.deadlineMs,
      deadline: context.deadline,
      onread,
      open: handshake?.open,
    },
    (phase, tookUs) => {
      timings[phase] = (timings[phase] ?? 0) + tookUs;
      context.onPhase?.(phase, tookUs, null);
    },
  );
  finding.remote_address = dialed.address;
  const { socket } = dialed;
  try {
    if (handshake) recordSecured(context, request, finding, await handshake.done(dialed, context.deadline));
    const isCertain = certainty(context);
    const keepBytes = isCertain ? BODY_BYTES_MAX : EXCERPT_BYTES;
    const reader = new ResponseReader(hop.method, keepBytes, request.follow_redirects !== false);
    trail.reader = reader;
    const answer = readAnswer(socket, intake, reader, context.deadline, isCertain);
    const sent = send(context, socket, requestText(hop, request, context.userAgent), isTls);
    if (context.onPhase) showHead(context, reader, sent);
    const answered = await answer;
    recordAnswered(context, timings, sent, answered);
    return answered;
  } finally {
    socket.destroy();
  }
}

/** Returns what tells whether the rest of a body could still change the result; null when no assertion reads it. */
function certainty({ config: { success_assertions: assertions } }: HttpContext): IsCertain {
  const ofBody = assertions.filter(({ type }) => type === "response_body");
  if (ofBody.length === 0) return null;
  const canBeCertain = ofBody.every(({ operator }) => operator === "contains");
  return async ({ head: { headers, statusCode }, body }) => {
    if (!canBeCertain) return false;
    const searched = await decodeBody(headers, { body, whole: false }).catch(() => null);
    if (searched === null) return false;
    const answer = { statusCode, headers, body: searched.text };
    return judgeAssertions(ofBody, answer).every(({ passed }) => passed);
  };
}

/** Records the result of a handshake. Throws a ProbeError when the certificate isn't accepted. */
function recordSecured(context: HttpContext, request: HttpRequest, finding: Finding, secured: Secured): void {
  const { tlsUs, certificate, refusal } = secured;
  finding.timings.tls = (finding.timings.tls ?? 0) + tlsUs;
  finding.certificate = certificate;
  context.onPhase?.("tls", tlsUs, certificate?.subject_common_name ?? null);
  if (refusal && !request.tls_skip_verify) throw new ProbeError(refusal.code, refusal.message);
  if (refusal) warn(finding, `${refusal.message}; accepted because this monitor skips TLS verification`);
  for (const warning of certificateWarnings(secured)) warn(finding, warning);
}

/** When the request was sent, on the monotonic clock. */
interface Sent {
  readonly fromMs: number;
  untilMs: number;
}

function send(context: HttpContext, socket: Socket, text: string, isTls: boolean): Sent {
  const fromMs = monotonicMs();
  const sent = { fromMs, untilMs: fromMs };
  const onSent = () => {
    sent.untilMs = monotonicMs();
    context.onPhase?.("send", micros(sent.untilMs - fromMs), null);
  };
  // A plain socket usually sends everything at once, and checking is cheaper than a callback. TLS reports when it's
  // done.
  socket.write(text, "latin1", isTls ? onSent : undefined);
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
