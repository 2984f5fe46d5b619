import type {
  AssertionVerdict,
  CertificateFacts,
  CheckTrace,
  ErrorCode,
  MonitorConfig,
  Outcome,
  ProbePhase,
  Timings,
} from "@/lib/contract/checks/check";
import { isInconclusive } from "@/lib/domain/checks/inconclusive";
import { storableText } from "@/lib/shared/storable-text";
import type { Deadline } from "./net/deadline";
import type { AddressPolicy } from "./net/policy";
import { ProbeError } from "./net/probe-error";
import type { NameResolver } from "./net/resolver";

/** What a probe finds: a check result without its identity (monitor, region, slot). */
export interface Finding {
  outcome: Outcome;
  status_code: number | null;
  error: { code: ErrorCode; message: string } | null;
  timings: Timings;
  remote_address: string | null;
  assertions: AssertionVerdict[];
  warnings: string[];
  certificate: CertificateFacts | null;
  /** Of the hops before the last; absent where there is none. */
  hop_certificates?: CertificateFacts[];
  redirects: string[];
  /** Evidence of a failure; absent of a success and of protocols that show none. */
  trace?: CheckTrace | null;
}

export interface ProbeContext {
  readonly config: MonitorConfig;
  readonly policy: AddressPolicy;
  readonly resolver: NameResolver;
  readonly userAgent: string;
  /** Moment on the monotonic clock at which the check is over, whatever happens. */
  readonly deadlineMs: number;
  /** The timer for it. */
  readonly deadline: Deadline;
  /** Absent unless somebody watches the check. */
  readonly onPhase?: (phase: ProbePhase["phase"], tookUs: number, detail: string | null) => void;
}

/** A protocol's probe: never throws, the deadline is the caller's, every socket is closed when it returns. */
export type Probe = (context: ProbeContext) => Promise<Finding>;

export function emptyTimings(): Timings {
  return { total: null, dns: null, connect: null, tls: null, send: null, first_byte: null, transfer: null };
}

export function emptyFinding(): Finding {
  return {
    outcome: "down",
    status_code: null,
    error: null,
    timings: emptyTimings(),
    remote_address: null,
    assertions: [],
    warnings: [],
    certificate: null,
    redirects: [],
  };
}

const WARNINGS_MAX = 10;
/** As much as the server takes: of a longer text it would refuse the whole result. */
const TEXT_MAX = 500;

/** Adds a warning to a finding, cut to what a result may hold; what is one too many is left out. */
export function warn(finding: Finding, text: string): void {
  if (finding.warnings.length < WARNINGS_MAX) finding.warnings.push(storableText(text, TEXT_MAX));
}

/** Writes a failure into a finding. An error of ours (a defect) is inconclusive as well: it says nothing about the target. */
export function fail(finding: Finding, error: unknown): void {
  const known =
    error instanceof ProbeError
      ? error
      : new ProbeError("unsupported", `the runner failed: ${String(error)}`);
  finding.outcome = isInconclusive(known.code) ? "inconclusive" : "down";
  finding.error = { code: known.code, message: storableText(known.message, TEXT_MAX) };
}
