import type { MonitorConfig } from "@/lib/contract/checks/check";
import { judgeTestIncident, type TestIncidentResult } from "@/lib/domain/alerting/test-incident";
import type { JudgedResult } from "@/lib/domain/checks/region-state";
import { collect, type Probed, probeNow } from "@/lib/services/checks/check-now";
import { now } from "@/lib/shared/clock";
import { recordEvent } from "@/lib/store/alerting/events";
import {
  advanceTestIncident,
  noteTestIncidentChecks,
  selectTestIncident,
  type TestIncidentRow,
} from "@/lib/store/alerting/test-incidents";
import { addJob } from "@/lib/store/core/jobs";
import { tx } from "@/lib/store/core/tx";
import { type MonitorRow, selectMonitor } from "@/lib/store/monitors/monitors";

const RECOVERS_AFTER_MS = 20_000;
const CHECK_TIMEOUT_MS = 5000;
/** No host resolves below .invalid (RFC 6761, section 6.4), so every region sees an outage without contacting anyone. */
const TARGET = {
  host: "test-incident.invalid",
  port: "9",
  connection: "plain",
  tls_skip_verify: false,
} as const;

/**
 * Runs a test incident. The runners of the monitor's regions check a name that cannot exist, as often as the monitor requires consecutive
 * failures; the monitor's own rules judge the results. If an incident would open, the alert rules send its start, and its recovery 20 s
 * later. After a crash the job repeats the checks but sends no notification twice.
 */
export async function runTestIncident(projectId: number, testIncidentId: string): Promise<void> {
  const testIncident = await selectTestIncident(projectId, testIncidentId);
  if (testIncident?.state !== "checking") return;
  const monitor = await selectMonitor(projectId, testIncident.monitor_id);
  const health = monitor
    ? await checkAndJudge(projectId, testIncident, monitor)
    : { opens: false, reason: "The monitor was deleted." };
  const { reason, opens } = health;
  await tx(async (trx) => {
    const to = opens ? "down" : "failed";
    if (
      !(await advanceTestIncident(trx, projectId, testIncidentId, { from: "checking", to, reason })) ||
      !opens
    )
      return;
    const at = now();
    const incident = incidentOf(testIncident, reason, null);
    const entities = { incident, test_monitor: monitorOf(testIncident) };
    await recordEvent(trx, {
      projectId,
      key: "uptime.incident.created",
      occurredAt: at,
      testIncidentId,
      entities,
    });
    const runAt = new Date(at.getTime() + RECOVERS_AFTER_MS);
    await addJob(trx, "end_test_incident", { projectId, testIncidentId: testIncidentId }, { runAt });
  });
}

/** Sends the simulated recovery. Does nothing if the test incident was removed or has recovered. */
export async function endTestIncident(projectId: number, testIncidentId: string): Promise<void> {
  const testIncident = await selectTestIncident(projectId, testIncidentId);
  if (testIncident?.state !== "down") return;
  await tx(async (trx) => {
    if (!(await advanceTestIncident(trx, projectId, testIncidentId, { from: "down", to: "recovered" })))
      return;
    const at = now();
    const incident = incidentOf(testIncident, testIncident.reason ?? "", at);
    const entities = { incident, test_monitor: monitorOf(testIncident) };
    await recordEvent(trx, {
      projectId,
      key: "uptime.incident.recovered",
      occurredAt: at,
      testIncidentId,
      entities,
    });
  });
}

async function checkAndJudge(
  projectId: number,
  testIncident: TestIncidentRow,
  monitor: MonitorRow,
): Promise<TestIncidentResult> {
  const rules = {
    consecutiveFailures: monitor.incident_confirmations,
    consecutiveSuccesses: monitor.recovery_confirmations,
    regionsRequired: monitor.region_threshold,
  };
  const checks: JudgedResult[] = [];
  let regions = monitor.regions as MonitorConfig["regions"];
  for (let round = 0; round < rules.consecutiveFailures && regions.length > 0; round += 1) {
    const seen = await checkOnce(projectId, monitor.id, regions, round);
    checks.push(...seen);
    // A region without a runner would only delay the others.
    regions = regions.filter((region) =>
      seen.some((check) => check.region === region && check.outcome !== "inconclusive"),
    );
    await noteTestIncidentChecks(projectId, testIncident.id, checks.map(toTestIncidentCheck));
  }
  return judgeTestIncident(monitor.regions, checks, rules);
}

async function checkOnce(
  projectId: number,
  monitorId: number,
  regions: Probed["regions"],
  round: number,
): Promise<JudgedResult[]> {
  const probed: Probed = {
    id: monitorId,
    protocol: "tcp",
    request: TARGET,
    regions,
    timeout_ms: CHECK_TIMEOUT_MS,
    success_assertions: [],
  };
  const startedAt = now().getTime();
  const answer = await collect(probeNow(projectId, probed, new AbortController().signal));
  return answer.regions.map(({ region, outcome, error }) => ({
    region,
    scheduledAt: round + 1,
    startedAt,
    outcome,
    error,
  }));
}

function toTestIncidentCheck({ region, outcome, error }: JudgedResult) {
  return { region, outcome, message: error?.message ?? null };
}

function monitorOf(testIncident: TestIncidentRow): { id: number; name: string } {
  return { id: testIncident.monitor_id, name: testIncident.monitor_name };
}

/** Returns the test incident, which exists in its events only. */
function incidentOf(testIncident: TestIncidentRow, reason: string, recoveryAt: Date | null) {
  return {
    id: 0,
    slug: "TEST",
    type: "monitor",
    title: `[Test] ${testIncident.monitor_name} is down`,
    description: `This is a test incident. Nothing is down. ${reason}`,
    state: "unknown",
    status: recoveryAt ? "recovered" : "ongoing",
    impact: "unknown",
    incidentAt: testIncident.started_at.toISOString(),
    recoveryAt: recoveryAt?.toISOString() ?? null,
    tags: [],
  };
}
