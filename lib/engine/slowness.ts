import { slownessOf } from "@/lib/domain/checks/slowness";
import { recordEvent } from "@/lib/store/alerting/events";
import type { Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import { type DegradedWrite, selectResponses, updateDegraded } from "@/lib/store/monitors/slowness";
import type { MonitorEvaluation } from "./monitor-evaluation";

/**
 * Decides which monitors of a batch are degraded now, from their response times as they were just stored, and records an event for
 * each that began or ceased to be. Monitors without a threshold cost nothing.
 */
export async function judgeSlowness(
  trx: Tx,
  projects: Projects,
  busy: readonly MonitorEvaluation[],
): Promise<void> {
  const ruled = new Map(
    busy
      .filter(({ facts }) => facts.slow_threshold !== null && !facts.stopped)
      .map((work) => [work.facts.id, work]),
  );
  if (ruled.size === 0) return;
  const writes: DegradedWrite[] = [];
  for (const row of await selectResponses(trx, projects, [...ruled.keys()])) {
    const work = ruled.get(row.monitor_id);
    if (!work) continue;
    const wasDegraded = row.degraded_since !== null;
    const { slow_threshold: thresholdMs, slow_share: sharePercent } = work.facts;
    if (thresholdMs === null) continue;
    const rule = { thresholdMs, sharePercent };
    const { degraded, reason } = slownessOf(row.recent_response_times, rule, wasDegraded);
    if (degraded === wasDegraded) continue;
    const at = work.newestStart();
    writes.push({ monitorId: row.monitor_id, degraded, at });
    work.degradedChanged = true;
    await recordEvent(trx, {
      projectId: work.facts.project_id,
      key: degraded ? "uptime.monitor.degraded" : "uptime.monitor.restored",
      occurredAt: new Date(at),
      monitorId: row.monitor_id,
      entities: { reason },
    });
  }
  await updateDegraded(trx, projects, writes);
}
