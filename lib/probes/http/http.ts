import { randomUUID } from "node:crypto";
import type { AssertionResult } from "@/lib/contract/checks/check";
import type { HttpRequest } from "@/lib/contract/protocols/http";
import { type HttpAssertion, isOfBody } from "@/lib/contract/protocols/http-assertions";
import { judgeAssertions, readsBody } from "@/lib/domain/checks/assertions";
import { ProbeError } from "@/lib/probes/net/probe-error";
import { monotonicMs, now } from "@/lib/shared/clock";
import { assertionError, expectation } from "../assertion-error";
import { emptyFinding, type Finding, fail, type Probe, warn } from "../probe";
import { CookieJar } from "./cookie-jar";
import { decodeBody, NO_BODY, type SearchedBody } from "./decode";
import { exchange, type HttpContext } from "./exchange";
import { recordExchange, type Trail } from "./exchange-record";
import { type Head, readable } from "./head";
import { redactor } from "./redact";
import { nextHop, REDIRECTS_MAX, withoutQuery } from "./redirect";
import type { Hop } from "./request-text";
import { type Answered, BODY_BYTES_MAX, truncated } from "./response";

const REDIRECT_TEXT_MAX = 300;
const SEARCHED = `${BODY_BYTES_MAX / 1024} KiB`;

/** Checks an HTTP or HTTPS target: up to five redirects within one deadline, then every assertion. */
export const probeHttp: Probe<HttpRequest, HttpAssertion> = async (given) => {
  const finding = emptyFinding();
  let context = given;
  let trail: Trail | null = null;
  try {
    const first = firstHop(given.config.request);
    let jar: CookieJar | null = null;
    const signing = given.config.request.auth ? await import("./authentication") : null;
    if (signing) context = await signing.signed(context);
    trail = { hop: first, reader: null };
    for (;;) {
      let answered = await exchange(stepOf(context, trail, finding));
      const { hop } = trail;
      const again =
        signing && hop.sameOrigin && answered.head.statusCode === UNAUTHORIZED
          ? await signing.signedAgain(given, hop, answered.head)
          : null;
      if (again) {
        context = again;
        answered = await exchange(stepOf(context, trail, finding));
      }
      const { request } = context.config;
      const next = followed(request, first, hop, answered.head, finding);
      if (!next) {
        judge(context, answered, await searchedBody(context, answered), finding);
        return finding;
      }
      jar ??= new CookieJar();
      jar.take(hop.url, answered.head.headers, now().getTime());
      trail = { hop: { ...next, cookie: cookieFor(next, request, jar) }, reader: null };
    }
  } catch (error) {
    fail(finding, error);
    const { request } = context.config;
    const begun = trail?.reader?.seen().head;
    if (begun) finding.status_code = begun.statusCode;
    redactError(finding, request);
    finding.trace = trail && (await recordExchange(trail, request));
  }
  return finding;
};

const UNAUTHORIZED = 401;

function stepOf(context: HttpContext, trail: Trail, finding: Finding) {
  return { context, hop: trail.hop, request: context.config.request, finding, trail };
}

/** Returns the part of the body to search. Throws ProbeError when the body is damaged or ends before its length. */
async function searchedBody(context: HttpContext, answered: Answered): Promise<SearchedBody> {
  const { head, extent, body, declaredBytes } = answered;
  const isRead = readsBody(context.config.success_assertions);
  if (!isRead && extent !== "short") return NO_BODY;
  const searched = await decodeBody(head.headers, { body, whole: extent === "whole" || extent === "short" });
  if (extent !== "short") return { ...searched, whole: searched.whole || extent === "stopped" };
  if (searched.bytes !== declaredBytes) throw truncated("body");
  const warning = "Content-Length counts the body before its compression (RFC 9110 §8.6)";
  return { ...searched, warnings: [...searched.warnings, warning] };
}

function cookieFor(hop: Omit<Hop, "cookie">, request: HttpRequest, jar: CookieJar): string | null {
  const own = (request.headers ?? []).find(({ name }) => name.toLowerCase() === "cookie")?.value ?? null;
  const sent = hop.sameOrigin ? own : null;
  const given = jar.headerFor(hop.url, sent);
  return given === sent ? null : given;
}

/** Redacts quotes of the reader from a response it can't parse. Quotes from assertions are already redacted. */
function redactError({ error }: Finding, request: HttpRequest): void {
  if (error && error.code !== "assertion_failed") error.message = redactor(request).text(error.message);
}

function firstHop(request: HttpRequest): Hop {
  const body = filledBody(request.body ?? null);
  return { url: new URL(request.url), method: request.method, body, sameOrigin: true, cookie: null };
}

/** Records a response and returns the hop that it redirects to; null when the response is the last. */
function followed(
  request: HttpRequest,
  first: Hop,
  hop: Hop,
  head: Head,
  finding: Finding,
): Omit<Hop, "cookie"> | null {
  finding.status_code = head.statusCode;
  for (const text of head.warnings) warn(finding, text);
  const found = request.follow_redirects === false ? null : nextHop(hop, head, request, first.url);
  if (!found) return null;
  const { hop: next, warning } = found;
  if (finding.redirects.length === REDIRECTS_MAX) {
    throw new ProbeError(
      "http_too_many_redirects",
      `the response redirects more than ${REDIRECTS_MAX} times`,
    );
  }
  if (warning !== null) warn(finding, warning);
  finding.redirects.push(redactor(request).text(withoutQuery(next.url)).slice(0, REDIRECT_TEXT_MAX));
  if (finding.certificate)
    finding.hop_certificates = [...(finding.hop_certificates ?? []), finding.certificate];
  finding.certificate = null;
  return next;
}

/** Evaluates the assertions. Throws ProbeError when one fails. */
function judge(context: HttpContext, { head }: Answered, body: SearchedBody, finding: Finding): void {
  const { request, success_assertions: assertions } = context.config;
  if (!body.whole) warn(finding, `the body is larger than ${SEARCHED}; only its beginning was searched`);
  for (const text of body.warnings) warn(finding, text);
  const headers = assertions.some(({ type }) => type === "response_header")
    ? head.headers.map(([name, value]) => [name, readable(value)] as const)
    : head.headers;
  const tookMs = monotonicMs() - (context.deadlineMs - context.config.timeout_ms);
  const answer = { statusCode: head.statusCode, headers, tookMs };
  const shown = redactor(request);
  let judged: AssertionResult[] = [];
  for (const { text, warning } of body.readings) {
    const read = judgeAssertions(assertions, { ...answer, body: text }, shown);
    const isAsExpected = holds(read);
    // The first reading is what browsers show.
    if (isAsExpected || judged.length === 0) judged = read;
    if (!isAsExpected) continue;
    if (warning !== null) warn(finding, warning);
    break;
  }
  finding.assertions = body.unread ? judged.filter((assertion) => !isOfBody(assertion)) : judged;
  const broken = finding.assertions.find((assertion) => !assertion.passed);
  if (broken) throw brokenAssertion(broken, body);
  if (body.unread) throw new ProbeError("unsupported", body.unread);
  finding.outcome = "up";
}

function holds(judged: readonly AssertionResult[]): boolean {
  return judged.every(({ passed }) => passed);
}

function brokenAssertion(broken: AssertionResult, body: SearchedBody): ProbeError {
  if (!isOfBody(broken)) return assertionError(broken);
  const isJson = broken.type === "response_json";
  const wanted = expectation(broken);
  if (body.whole || (!isJson && broken.operator !== "contains"))
    return isJson ? assertionError(broken) : new ProbeError("assertion_failed", `expected ${wanted}`);
  const text = `the body is too large to ${isJson ? "read" : "search"}; expected ${wanted} in its first ${SEARCHED}`;
  return new ProbeError("http_body_too_large", text);
}

const VALUES: Readonly<Record<string, () => string>> = {
  timestamp: () => String(Math.floor(now().getTime() / 1000)),
  uuid: randomUUID,
};

/** Returns a request body with its variables replaced: `{{timestamp}}`, in Unix seconds, and `{{uuid}}`. Other braces stay. */
export function filledBody(body: string | null): string | null {
  return body?.replace(/\{\{ ?(timestamp|uuid) ?\}\}/g, (_, name: string) => VALUES[name]?.() ?? "") ?? null;
}
