import type { CheckResult, MonitorConfig, ProbePhase } from "@/lib/contract/checks/check";
import type { Region } from "@/lib/contract/core/regions";
import { monotonicMs, now } from "@/lib/shared/clock";
import { storableText } from "@/lib/shared/storable-text";
import { Deadline } from "./net/deadline";
import type { AddressPolicy } from "./net/policy";
import type { NameResolver } from "./net/resolver";
import { emptyFinding, type Finding, fail, type Probe } from "./probe";
import { PROBES } from "./registry";
import { unknownPart } from "./tls/known-config";

type AnyProbe = Probe<MonitorConfig["request"], MonitorConfig["success_assertions"][number]>;

export interface ProbeTools {
  readonly policy: AddressPolicy;
  readonly resolver: NameResolver;
  readonly userAgent: string;
}

/** Checks a monitor once from a region and returns the complete result. Never throws; ends by the monitor's timeout. */
export async function runProbe(
  config: MonitorConfig,
  region: Region,
  scheduledAt: Date,
  tools: ProbeTools,
  onPhase?: (phase: ProbePhase) => void,
): Promise<CheckResult> {
  const startedAt = now();
  const startMs = monotonicMs();
  const deadline = new Deadline(config.timeout_ms);
  let finding: Finding;
  try {
    const unknown = unknownPart(config);
    if (unknown) throw unknown;
    // The server validated the request and the assertions by the protocol's schemas.
    const probe = PROBES[config.protocol] as AnyProbe;
    const running = probe({
      config,
      policy: tools.policy,
      resolver: tools.resolver,
      userAgent: tools.userAgent,
      deadline,
      deadlineMs: deadline.atMs,
      onPhase: onPhase && ((phase, tookUs, detail) => onPhase({ region, phase, took_us: tookUs, detail })),
    });
    finding = await inTime(running, deadline);
  } catch (error) {
    // This program can't run the check, or a probe threw despite its contract. The runner must survive.
    finding = emptyFinding();
    fail(finding, error);
  }
  deadline.end();
  const tookUs = Math.round((monotonicMs() - startMs) * 1000);
  finding.timings.total ??= tookUs;
  onPhase?.({
    region,
    phase: "done",
    took_us: finding.timings.total,
    detail: finding.error && storableText(finding.error.message, 300),
  });
  // Cheaper than spreading the finding into a new object.
  return Object.assign(finding, {
    monitor: config.id,
    region,
    config_version: config.config_version,
    scheduled_at: isoMillis(scheduledAt),
    started_at: isoMillis(startedAt),
  });
}

/** Ends a check whose probe doesn't, so that it never occupies its place in the schedule for longer than its timeout. */
function inTime(running: Promise<Finding>, deadline: Deadline): Promise<Finding> {
  return new Promise((resolve, reject) => {
    deadline.watchOverdue(() => reject(new Error("the probe didn't end at its timeout")));
    running.then(resolve, reject);
  });
}

let lastSecond = -1;
let lastPrefix = "";

/** Formats like `toISOString` at a fifth of its cost. It reuses the seconds, because many checks run each second. */
function isoMillis(date: Date): string {
  const ms = date.getTime();
  const second = Math.floor(ms / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastPrefix = date.toISOString().slice(0, -4);
  }
  return `${lastPrefix}${String(ms - second * 1000).padStart(3, "0")}Z`;
}
