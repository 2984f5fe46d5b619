import type { AssertionVerdict } from "@/lib/contract/checks/check";
import type { HttpRequest } from "@/lib/contract/protocols/http";
import type { HttpAssertion } from "@/lib/contract/protocols/http-assertions";
import { judgeAssertions, readsBody } from "@/lib/domain/checks/assertions";
import { assertionError, expectation } from "../assertion-error";
import { ProbeError } from "../net/probe-error";
import { emptyFinding, type Finding, fail, type Probe, warn } from "../probe";
import { decodeBody, type SearchedBody } from "./decode";
import { exchange, type HttpContext } from "./exchange";
import { recordExchange, type Trail } from "./exchange-record";
import { type Head, readable } from "./head";
import { redactor } from "./redact";
import { nextHop, REDIRECTS_MAX, withoutQuery } from "./redirect";
import type { Hop } from "./request-text";
import { type Answered, BODY_BYTES_MAX } from "./response";

const REDIRECT_TEXT_MAX = 300;
const SEARCHED = `${BODY_BYTES_MAX / 1024} KiB`;
const NO_BODY: SearchedBody = { text: "", whole: true, warnings: [] };

/** Checks an HTTP or HTTPS target: up to five redirects within one deadline, then every assertion. */
export const probeHttp: Probe<HttpRequest, HttpAssertion> = async (context) => {
  const finding = emptyFinding();
  const { request } = context.config;
  let trail: Trail | null = null;
  try {
    const first = firstHop(request);
    trail = { hop: first, reader: null };
    for (;;) {
      const answered = await exchange(context, trail.hop, request, finding, trail);
      const next = followed(request, first, trail.hop, answered.head, finding);
      if (next) {
        trail = { hop: next, reader: null };
        continue;
      }
      const isRead = readsBody(context.config.success_assertions);
      judge(context, answered, isRead ? await decodeBody(answered.head.headers, answered) : NO_BODY, finding);
      return finding;
    }
  } catch (error) {
    fail(finding, error);
    const begun = trail?.reader?.seen().head;
    if (begun) finding.status_code = begun.statusCode;
    redactError(finding, request);
    finding.trace = trail && (await recordExchange(trail, request));
  }
  return finding;
};

/** Redacts what the reader quotes from a response it can't parse. Quotes from assertions are already redacted. */
function redactError({ error }: Finding, request: HttpRequest): void {
  if (error && error.code !== "assertion_failed") error.message = redactor(request).text(error.message);
}

function firstHop(request: HttpRequest): Hop {
  const body = request.body ?? null;
  return { url: new URL(request.url), method: request.method, body, sameOrigin: true };
}

/** Records a response and returns the hop that it redirects to; null when the response is the last. */
function followed(request: HttpRequest, first: Hop, hop: Hop, head: Head, finding: Finding): Hop | null {
  finding.status_code = head.statusCode;
  for (const text of head.warnings) warn(finding, text);
  const next = request.follow_redirects === false ? null : nextHop(hop, head, first.url);
  if (!next) return null;
  if (finding.redirects.length === REDIRECTS_MAX) {
    throw new ProbeError(
      "http_too_many_redirects",
      `the response redirects more than ${REDIRECTS_MAX} times`,
    );
  }
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
  const answer = { statusCode: head.statusCode, headers, body: body.text };
  const shown = redactor(request);
  finding.assertions = judgeAssertions(assertions, answer, shown);
  const broken = finding.assertions.find((verdict) => !verdict.passed);
  if (!broken) {
    finding.outcome = "up";
    return;
  }
  throw brokenAssertion(broken, body);
}

function brokenAssertion(broken: AssertionVerdict, body: SearchedBody): ProbeError {
  if (broken.type !== "response_body") return assertionError(broken);
  const wanted = expectation(broken);
  if (body.whole || broken.operator !== "contains")
    return new ProbeError("assertion_failed", `expected ${wanted}`);
  const text = `the body is too large to search; expected ${wanted} in its first ${SEARCHED}`;
  return new ProbeError("http_body_too_large", text);
}
