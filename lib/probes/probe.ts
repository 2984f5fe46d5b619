import {
  type CheckResult,
  type MonitorConfig,
  NO_TIMINGS,
  type ProbePhase,
} from "@/lib/contract/checks/check";
import { isInconclusive } from "@/lib/domain/checks/inconclusive";
import { storableText } from "@/lib/shared/storable-text";
import type { Deadline } from "./net/deadline";
import type { AddressPolicy } from "./net/policy";
import { ProbeError } from "./net/probe-error";
import type { NameResolver } from "./net/resolver";

/** Finding of a probe: a check result without its identity. */
export type Finding = Omit<
  CheckResult,
  "monitor" | "region" | "config_version" | "scheduled_at" | "started_at"
>;

/** The context of a check whose request and assertions have the types of its protocol. */
export interface ProbeContext<Request = unknown, Assertion = unknown> {
  readonly config: Omit<MonitorConfig, "request" | "success_assertions"> & {
    readonly request: Request;
    readonly success_assertions: readonly Assertion[];
  };
  readonly policy: AddressPolicy;
  readonly resolver: NameResolver;
  readonly userAgent: string;
  /** Monotonic time at which the check must end. */
  readonly deadlineMs: number;
  /** The timer for `deadlineMs`. */
  readonly deadline: Deadline;
  /** Set only while someone is watching the check. */
  readonly onPhase?: (phase: ProbePhase["phase"], tookUs: number, detail: string | null) => void;
}

/** A protocol's probe. It never throws, obeys the caller's deadline and closes every socket before it returns. */
export type Probe<Request = never, Assertion = never> = (
  context: ProbeContext<Request, Assertion>,
) => Promise<Finding>;

export function emptyFinding(): Finding {
  return {
    outcome: "down",
    status_code: null,
    error: null,
    timings: { ...NO_TIMINGS },
    remote_address: null,
    assertions: [],
    warnings: [],
    certificate: null,
    redirects: [],
  };
}

const WARNINGS_MAX = 10;
/** The server's limit. A longer text would make it reject the entire result. */
const TEXT_MAX = 500;

/** Adds a warning, shortened to what a result may contain. Repeated ones and those over the limit are dropped. */
export function warn(finding: Finding, given: string): void {
  const text = storableText(given, TEXT_MAX);
  if (finding.warnings.length < WARNINGS_MAX && !finding.warnings.includes(text)) finding.warnings.push(text);
}

/** Records a failure. A defect of the runner is inconclusive too, because it says nothing about the target. */
export function fail(finding: Finding, error: unknown): void {
  const known =
    error instanceof ProbeError
      ? error
      : new ProbeError("unsupported", `the runner failed: ${String(error)}`);
  finding.outcome = isInconclusive(known.code) ? "inconclusive" : "down";
  finding.error = { code: known.code, message: storableText(known.message, TEXT_MAX) };
}

/** Returns what a check finds: that the target is up, unless the check throws. */
export async function findingOf(check: (finding: Finding) => Promise<void>): Promise<Finding> {
  const finding = emptyFinding();
  try {
    await check(finding);
    finding.outcome = "up";
  } catch (error) {
    fail(finding, error);
  }
  return finding;
}
