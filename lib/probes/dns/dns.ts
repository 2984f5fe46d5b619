import { isIPv6 } from "node:net";
import { type DnsAssertion, type DnsRequest, queriedName, resolverPlace } from "@/lib/contract/protocols/dns";
import { assertionError } from "@/lib/probes/assertion-error";
import { lacksFamilyOf } from "@/lib/probes/net/address-family";
import { reachOf } from "@/lib/probes/net/connectivity-check";
import type { DnsReply } from "@/lib/probes/net/dns-message";
import { askNameServers } from "@/lib/probes/net/dns-question";
import { ProbeError, withoutFamily } from "@/lib/probes/net/probe-error";
import { reach } from "@/lib/probes/net/reach";
import { nameOf } from "@/lib/probes/net/resolver";
import { isResourceExhausted } from "@/lib/probes/net/resource-exhausted";
import { type Finding, findingOf, type Probe, type ProbeContext } from "@/lib/probes/probe";
import { monotonicMs } from "@/lib/shared/clock";
import { storableText } from "@/lib/shared/storable-text";
import { judgeDnsAssertions, listed, missingValues, shownValue } from "./values";

const DETAIL_CHARS_MAX = 300;
const RECORDS_SHOWN_MAX = 20;

/** A question, and the resolver that is asked. */
interface Question {
  readonly request: DnsRequest;
  readonly name: string;
  /** Null for the system's name servers. */
  readonly resolver: Resolver | null;
}

interface Resolver {
  readonly address: string;
  /** With the port, such as `192.0.2.53:53`. */
  readonly place: string;
}

interface Answer {
  readonly question: Question;
  readonly code: string;
  /** Sorted. */
  readonly records: readonly string[];
  readonly tookUs: number;
}

/**
 * Checks what a resolver responds about a name: the response code, the expected values, and the assertions. Asks the
 * configured resolver, to which the address policy applies, or the system's name servers.
 */
export const probeDns: Probe<DnsRequest, DnsAssertion> = (context) =>
  findingOf(async (finding) => {
    const { success_assertions: assertions } = context.config;
    const { question, code, records, tookUs } = await ask(context, finding);
    requireRecords(question, code, records);
    // Without an answer, the phase is the one that failed.
    finding.timings.dns = tookUs;
    context.onPhase?.("dns", tookUs, null);
    requireExpected(question, code, records);
    finding.assertions = judgeDnsAssertions(question.request.record_type, assertions, records, tookUs);
    const broken = finding.assertions.find(({ passed }) => !passed);
    if (broken) throw assertionError(broken);
  });

/** Asks the system's name servers, or the configured resolver at one of its addresses after another until one responds. */
function ask(context: ProbeContext, finding: Finding): Promise<Answer> {
  const { config, resolver, policy, deadlineMs } = context;
  const { request } = config as { request: DnsRequest };
  const question = { request, name: nameOf(queriedName(request)), resolver: null };
  if (!request.resolver)
    return askPlaces(question, { places: resolver.nameServers(), untilMs: null }, context, finding);
  const { host, port } = resolverPlace(request.resolver) ?? { host: request.resolver, port: 0 };
  return reach(
    { host, policy, resolver, deadlineMs },
    () => undefined,
    (address, untilMs) => {
      finding.remote_address = address;
      const place = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
      const asked = { ...question, resolver: { address, place } };
      return askPlaces(asked, { places: [place], untilMs }, context, finding);
    },
  );
}

/** Asks until a monotonic time or, when that is null, until the deadline. Throws ProbeError without a usable response. */
async function askPlaces(
  question: Question,
  { places, untilMs }: { readonly places: readonly string[]; readonly untilMs: number | null },
  { deadline }: ProbeContext,
  finding: Finding,
): Promise<Answer> {
  const { request, name } = question;
  const late = new AbortController();
  const startMs = monotonicMs();
  deadline.watch(() => late.abort());
  const timer = untilMs === null ? null : setTimeout(() => late.abort(), Math.max(0, untilMs - startMs));
  const reply = await askNameServers(places, name, request.record_type, late.signal);
  if (timer) clearTimeout(timer);
  const tookUs = Math.round((monotonicMs() - startMs) * 1000);
  const code = responseCode(question, reply);
  const records = reply.records.map(({ value }) => value).sort();
  const shown = records.slice(0, RECORDS_SHOWN_MAX);
  finding.details = {
    response_code: [code],
    records: shown.map((value) => storableText(shownValue(value), DETAIL_CHARS_MAX)),
  };
  requireAnswer(question, code);
  return { question, code, records, tookUs };
}

/** Returns the response code by its usual name (RFC 6895 §2.3). Throws ProbeError when there was no complete response. */
function responseCode({ name, resolver }: Question, { code, isTruncated }: DnsReply): string {
  if (isResourceExhausted(code ?? undefined))
    throw new ProbeError("runner_overloaded", `${name}: the runner couldn't query the name servers`);
  if (code === "EBADNAME") throw new ProbeError("dns_not_found", `${name}: not a valid name`);
  if (code === "ECONNREFUSED" && resolver) throw refused(resolver);
  if (code === "ETIMEOUT" || code === "ECONNREFUSED") {
    const who = resolver ? `${resolver.place}: the resolver` : `${name}: the name servers`;
    throw new ProbeError("dns_timeout", `${who} didn't respond`);
  }
  if (isTruncated)
    throw new ProbeError(
      "dns_failed",
      `${name}: the response was truncated and couldn't be fetched over TCP`,
    );
  if (code === null || code === "ENODATA") return "NOERROR";
  return code === "ENOTFOUND" ? "NXDOMAIN" : code.slice(1);
}

/** A machine that lacks the address family gets the same error, which says nothing about the resolver. */
function refused({ address, place }: Resolver): ProbeError {
  if (reachOf(address).reach !== "loopback" && lacksFamilyOf(address)) return withoutFamily(place, address);
  return new ProbeError("connect_refused", `${place}: the resolver refused the connection`);
}

/** Throws ProbeError when the resolver failed. */
function requireAnswer({ request, name, resolver }: Question, code: string): void {
  if (code === request.expected_response_code || code === "NOERROR" || code === "NXDOMAIN") return;
  const who = resolver ? `${resolver.place}: the resolver` : `${name}: the name servers`;
  throw new ProbeError("dns_failed", `${who} responded with ${code}`);
}

/** Throws ProbeError when the name has no record and should have one. */
function requireRecords({ request, name }: Question, code: string, records: readonly string[]): void {
  const { record_type: type, expected_response_code: wanted } = request;
  if (wanted !== "NOERROR" || records.length > 0) return;
  const why = code === "NOERROR" ? "" : ` (${code})`;
  throw new ProbeError("dns_not_found", `${name}: no ${type} record${why}`);
}

/** Throws ProbeError unless the response code and the records are as expected. Values are in parentheses, which titles omit. */
function requireExpected({ request, name }: Question, code: string, records: readonly string[]): void {
  const { record_type: type, expected_response_code: wanted, expected_values: values } = request;
  if (code !== wanted) {
    const got = records.length > 0 ? ` (got ${listed(records)})` : "";
    const text = `${name}: expected ${wanted}, but the response code is ${code}${got}`;
    throw new ProbeError("assertion_failed", text);
  }
  const missing = missingValues(type, values ?? [], records);
  if (missing.length === 0) return;
  const what =
    missing.length === 1
      ? `an expected ${type} record is missing`
      : `${missing.length} expected ${type} records are missing`;
  throw new ProbeError("assertion_failed", `${name}: ${what} (${listed(missing)}; got ${listed(records)})`);
}
