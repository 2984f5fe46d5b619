import { silentAfterMs } from "@/lib/domain/checks/silence";
import type { MonitorFacts } from "@/lib/store/checks/ingest-reads";

const NOWHERE: ReadonlySet<string> = new Set();

/** Returns a monitor's rules in the words of the domain. `named` lists the regions that are shown by name. */
export function rulesOf(facts: MonitorFacts, named: ReadonlySet<string>) {
  return {
    consecutiveFailures: facts.incident_confirmations,
    consecutiveSuccesses: facts.recovery_confirmations,
    regionsRequired: facts.region_threshold,
    // Signals come at any distance, and every one counts. Their absence is a failure of its own.
    cadence: { monitorId: facts.id, intervalSeconds: facts.reported ? 0 : facts.interval_seconds },
    silentAfterMs: facts.reported
      ? Number.POSITIVE_INFINITY
      : silentAfterMs(facts.interval_seconds, facts.timeout_ms),
    timeoutMs: facts.timeout_ms,
    // Signals arrive at the servers, whatever region a runner serves.
    named: facts.reported ? NOWHERE : named,
  };
}
