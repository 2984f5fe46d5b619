import * as z from "zod";
import { Region } from "@/lib/contract/core/regions";
import { PROTOCOL_NAMES, protocolContracts } from "@/lib/contract/protocols/lookup";
import type { PROTOCOLS, Protocol } from "@/lib/contract/protocols/registry";
import { SelfCheckFailure } from "./self-check";

/** The protocol between server and runner. Times are microseconds; dates are ISO 8601 in UTC with milliseconds. */
export const Outcome = z.enum(["up", "down", "inconclusive", "missed"]);
export type Outcome = z.infer<typeof Outcome>;

/** The error codes of the protocols themselves. */
type OwnCode = { [Name in Protocol]: keyof (typeof PROTOCOLS)[Name]["errors"] & string }[Protocol];

/**
 * Why a check failed or was inconclusive. `dns_*`, `connect_*`, `tls_*`, and the codes of a protocol (`http_*`, …) name
 * the phase; `assertion_failed` means the target gave the wrong answer; `runner_*`, `blocked_*`, and `unsupported` are
 * never the target's fault.
 */
export const ErrorCode = z.enum([
  "dns_not_found",
  "dns_failed",
  "dns_timeout",
  "connect_refused",
  "connect_reset",
  "connect_unreachable",
  "connect_timeout",
  "connect_failed",
  "tls_handshake_failed",
  "tls_timeout",
  "tls_certificate_expired",
  "tls_certificate_not_yet_valid",
  "tls_certificate_host_mismatch",
  "tls_certificate_self_signed",
  "tls_certificate_untrusted",
  ...(protocolContracts.flatMap(({ errors }) => Object.keys(errors)) as OwnCode[]),
  "assertion_failed",
  "blocked_address",
  "runner_overloaded",
  "runner_offline",
  "runner_is_fallback",
  "unsupported",
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

const micros = z.number().int().min(0).max(3_600_000_000).nullable();
export const Timings = z.object({
  total: micros,
  dns: micros,
  connect: micros,
  tls: micros,
  send: micros,
  first_byte: micros,
  transfer: micros,
});
export type Timings = z.infer<typeof Timings>;

/** The timings of a check that didn't take place. */
export const NO_TIMINGS: Timings = {
  total: null,
  dns: null,
  connect: null,
  tls: null,
  send: null,
  first_byte: null,
  transfer: null,
};

export const AssertionResult = z.object({
  type: z.string().max(40),
  operator: z.string().max(40),
  selector: z.string().max(200).nullable(),
  expected: z.string().max(1024),
  actual: z.string().max(300).nullable(),
  passed: z.boolean(),
});
export type AssertionResult = z.infer<typeof AssertionResult>;

/** An intermediate certificate, as sent by the server. */
export const CertificateLink = z.object({
  subject_common_name: z.string().max(300).nullable(),
  fingerprint_sha256: z.string().max(100),
  not_before: z.string().max(40),
  not_after: z.string().max(40),
});
export type CertificateLink = z.infer<typeof CertificateLink>;

export const CertificateFacts = z.object({
  fingerprint_sha256: z.string().max(100),
  serial_number: z.string().max(100),
  subject_common_name: z.string().max(300).nullable(),
  subject_alternative_names: z.array(z.string().max(300)).max(100),
  issuer_common_name: z.string().max(300).nullable(),
  issuer_organization: z.string().max(300).nullable(),
  not_before: z.string().max(40),
  not_after: z.string().max(40),
  /** Nearest issuer first. */
  chain: z.array(CertificateLink).max(6).optional(),
  /** The certificate on the verified path that expires before this one. */
  expires_first: CertificateLink.optional(),
});
export type CertificateFacts = z.infer<typeof CertificateFacts>;

const ExchangeHeader = z.object({ name: z.string().max(100), value: z.string().max(300) });

/** Request and response of a failed HTTP check: secrets redacted, at most 10 KiB as JSON. */
export const CheckExchange = z.object({
  method: z.string().max(20),
  url: z.string().max(300),
  request_headers: z.array(ExchangeHeader).max(40),
  status_code: z.number().int().min(0).max(999).nullable(),
  response_headers: z.array(ExchangeHeader).max(40),
  body: z.string().max(4096),
  body_bytes: z.number().int().min(0),
});
export type CheckExchange = z.infer<typeof CheckExchange>;

const detailed = protocolContracts.flatMap(({ label, details = {} }) => {
  const names = Object.keys(details).map((name) => `\`${name}\``);
  return names.length > 0 ? [`${label}: ${names.join(", ")}.`] : [];
});
/** Facts that only checks of one protocol find. */
export const CheckDetails = z.record(z.string().max(40), z.array(z.string().max(300)).max(20)).meta({
  description: ["Facts that only some protocols provide; absent for the others.", ...detailed].join(" "),
});
export type CheckDetails = z.infer<typeof CheckDetails>;

/** One check of one monitor from one region. `(monitor, region, scheduled_at)` is unique. */
export const CheckResult = z.object({
  monitor: z.number().int().positive(),
  region: Region,
  config_version: z.number().int().min(0),
  scheduled_at: z.iso.datetime(),
  started_at: z.iso.datetime(),
  outcome: Outcome,
  status_code: z.number().int().min(0).max(999).nullable(),
  error: z.object({ code: ErrorCode, message: z.string().max(500) }).nullable(),
  timings: Timings,
  remote_address: z.string().max(60).nullable(),
  assertions: z.array(AssertionResult).max(20),
  warnings: z.array(z.string().max(500)).max(10),
  certificate: CertificateFacts.nullable(),
  redirects: z.array(z.string().max(300)).max(5),
  /** Certificates of all redirect hops but the last. */
  hop_certificates: z.array(CertificateFacts).max(5).optional(),
  /** Only present on failures that differ from the previous one. */
  trace: CheckExchange.nullable().optional(),
  /** Only from protocols with details of their own. */
  details: CheckDetails.optional(),
});
export type CheckResult = z.infer<typeof CheckResult>;

/**
 * Everything a runner needs to check one monitor. `request` and `assertions` have the same shape as in the contract's Monitor.
 */
export const MonitorConfig = z.object({
  id: z.number().int().positive(),
  project_id: z.number().int().positive(),
  config_version: z.number().int(),
  protocol: z.enum(PROTOCOL_NAMES),
  request: z.record(z.string(), z.unknown()),
  regions: z.array(Region),
  interval_seconds: z.number().int().min(30).max(3600),
  timeout_ms: z.number().int().min(1000).max(30000),
  success_assertions: z.array(z.record(z.string(), z.unknown())),
  /**
   * Set when the monitor was created less than a minute ago: its first check is due immediately, even in a runner's first
   * configuration.
   */
  never_checked: z.literal(true).optional(),
});
export type MonitorConfig = z.infer<typeof MonitorConfig>;

/** A monitor and region to check again soon, because its latest result is not confirmed yet. */
const Recheck = z.object({ monitor: z.number().int(), region: Region, after_ms: z.number().int() });

/**
 * `GET /runner/config?since=<version>&epoch=<epoch>&wait=<seconds>`: a snapshot when `since` is 0 or the epoch differs, otherwise
 * a delta by long poll. The server responds as soon as something changes, or with an empty delta after `wait` seconds, at most 25.
 * `regions` lists what this runner currently serves. A paused monitor appears in `removed`.
 */
export const RunnerConfig = z.object({
  epoch: z.string(),
  version: z.number().int(),
  snapshot: z.boolean(),
  regions: z.array(Region),
  /** The subset of `regions` served as a fallback because their own runners are silent. */
  fallback_regions: z.array(Region),
  monitors: z.array(MonitorConfig),
  removed: z.array(z.number().int()),
  /** The ID after which the next part begins; none in the last part. */
  next: z.number().int().optional(),
  /** Only with a snapshot: what is due before its next scheduled time. */
  rechecks: z.array(Recheck).optional(),
  /** Only with a snapshot: until when `rechecks` include what a peer left unchecked. The runner checks what is due later. */
  as_of: z.string().optional(),
  limits: z.object({
    concurrency: z.number().int(),
    private_targets: z.array(z.string()),
    user_agent: z.string(),
  }),
});
export type RunnerConfig = z.infer<typeof RunnerConfig>;

const MAX_CAPABILITIES = 32;
const MAX_FAILURES = 20;

/** Environment facts that a runner reports. Names are open, so that newer runners can report more. */
const Capabilities = z
  .record(z.string(), z.string().max(200))
  .refine(
    (given) =>
      Object.keys(given).length <= MAX_CAPABILITIES && Object.keys(given).every((name) => name.length <= 50),
    `capabilities must have at most ${MAX_CAPABILITIES} entries, with names of up to 50 characters and values of up to 200`,
  );

/**
 * `POST /runner/results`: at most 500 results, acknowledged with 200 after the commit. Also the heartbeat, so the list may be
 * empty.
 */
export const ResultBatch = z.object({
  results: z.array(CheckResult).max(500),
  /** The runner's time when sending, on the clock that stamped the results. */
  sent_at: z.iso.datetime(),
  report: z.object({
    version: z.string().max(40),
    lag_p99_ms: z.number().min(0),
    spooled: z.number().int().min(0),
    running: z.number().int().min(0),
    monitors: z.number().int().min(0),
    self_check_failures: z.array(SelfCheckFailure.catch({ kind: "other" })).max(MAX_FAILURES),
    capabilities: Capabilities,
    /** How far the machine's clock is ahead of the server's time, which the runner follows. */
    clock_ahead_ms: z.number(),
    /** Identifies this process: a random string, a space, and where it runs, for the log. */
    instance: z.string().max(200),
    /** The runner has stopped: the other runners of its region take over immediately. */
    leaving: z.boolean().optional(),
  }),
});
export type ResultBatch = z.infer<typeof ResultBatch>;

/**
 * The server's response to a batch: monitors and regions to check again soon because a failure or recovery is unconfirmed, as
 * `{monitor, region, after_ms}`. Accepted and repeated results both count as acknowledged.
 */
export const ResultAck = z.object({
  accepted: z.number().int(),
  rechecks: z.array(Recheck),
  /** How many of `accepted` were dropped because another runner serves their monitors. */
  refused: z.number().int(),
  /** The time the runner must follow, because its own clock may be wrong. */
  server_time: z.iso.datetime(),
});
export type ResultAck = z.infer<typeof ResultAck>;

/**
 * Phases of a check as they happen (`check-now` streams them as server-sent events). A runner fetches orders with `GET
 * /runner/probes?wait=` → `{id, config, region}` and posts `ProbePhase`s and the result to `/runner/probes/{id}`.
 */
export const ProbePhase = z.object({
  region: Region,
  phase: z.enum(["dns", "connect", "tls", "send", "first_byte", "transfer", "done"]),
  took_us: z.number().int().min(0),
  detail: z.string().max(300).nullable(),
});
export type ProbePhase = z.infer<typeof ProbePhase>;
