import { silentAfterMs } from "@/lib/domain/checks/silence";
import type { MonitorFacts } from "@/lib/store/checks/ingest-reads";

/** Returns a monitor's rules in the words of the domain. `named` lists the regions that are shown by name. */
export function rulesOf(facts: MonitorFacts, named: ReadonlySet<string>) {
  return {
    consecutiveFailures: facts.incident_confirmations,
    consecutiveSuccesses: facts.recovery_confirmations,
    regionsRequired: facts.region_threshold,
    cadence: { monitorId: facts.id, intervalSeconds: facts.interval_seconds },
    silentAfterMs: silentAfterMs(facts.interval_seconds, facts.timeout_ms),
    timeoutMs: facts.timeout_ms,
    named,
  };
}
