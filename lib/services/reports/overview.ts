import { MONITOR_STATES } from "@/lib/contract/monitors/states";
import type {
  AttentionMonitor,
  ExpiringCertificate,
  Overview,
  TroubledIntegration,
} from "@/lib/contract/reports/overview";
import { noAlerts } from "@/lib/domain/alerting/no-alerts";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { sharedRead } from "@/lib/services/core/shared-read";
import { toIncident } from "@/lib/services/incidents/wire";
import { toObservedRegions } from "@/lib/services/monitors/wire";
import { isoSeconds, now } from "@/lib/shared/clock";
import { pick } from "@/lib/shared/pick";
import { selectAlertingFacts } from "@/lib/store/alerting/alerting-facts";
import { type IntegrationHealthRow, selectIntegrationHealth } from "@/lib/store/alerting/integration-health";
import { type ExpiringRow, selectExpiring } from "@/lib/store/checks/certificates";
import { selectIncidents } from "@/lib/store/incidents/incidents";
import { countMonitorStates, selectAttention } from "@/lib/store/monitors/attention";
import type { MonitorRow } from "@/lib/store/monitors/monitors";

const ATTENTION_MAX = 10;
const OPEN_INCIDENTS_MAX = 5;
const RECENT_INCIDENTS_MAX = 8;

/** Returns the state of the whole project: every monitor counted, and what needs attention. */
export async function getOverview(caller: Caller): Promise<Overview> {
  requirePermission(caller, "uptime:read");
  const reach = { organizationId: caller.organizationId, projectId: projectOf(caller) };
  const seesAlerting = caller.permissions.has("platform:read");
  return sharedRead(caller, ["overview", seesAlerting], () => readOverview(reach, seesAlerting));
}

async function readOverview(
  reach: { organizationId: number; projectId: number },
  seesAlerting: boolean,
): Promise<Overview> {
  const { projectId } = reach;
  const incidents = (statuses: string[], limit: number, countMax: number | null) =>
    selectIncidents(
      projectId,
      { monitorIds: [], tags: [], statuses, types: [], search: "", sort: "-incident_at" },
      { limit, offset: 0, countMax },
    );
  const [counts, attention, certificates, alerting, open, recent] = await Promise.all([
    countMonitorStates(projectId),
    selectAttention(projectId, ATTENTION_MAX),
    selectExpiring(reach, now(), ATTENTION_MAX),
    seesAlerting ? readAlerting(projectId) : null,
    incidents(["ongoing", "recovering"], OPEN_INCIDENTS_MAX, null),
    incidents(["recovered"], RECENT_INCIDENTS_MAX, 0),
  ]);
  const byRank = new Map(counts.map(({ rank, monitors }) => [rank, monitors]));
  return {
    monitors: Object.fromEntries(
      MONITOR_STATES.map((state, rank) => [state, byRank.get(rank) ?? 0]),
    ) as Overview["monitors"],
    attention: { total: attention.total, data: attention.rows.map(toAttention) },
    attention_groups: attention.groups.map((group) => ({
      ...group,
      since: group.since && isoSeconds(new Date(group.since)),
    })),
    certificates: { total: certificates.total, data: certificates.rows.map(toExpiring) },
    alerting,
    open_incidents: { total: open.total, data: open.rows.map(toIncident) },
    recent_incidents: recent.rows.map(toIncident),
  };
}

async function readAlerting(projectId: number): Promise<Overview["alerting"]> {
  const [facts, health] = await Promise.all([
    selectAlertingFacts(projectId),
    selectIntegrationHealth(projectId, []),
  ]);
  const troubled = health.flatMap((row) => toTroubled(row) ?? []);
  return {
    no_alerts: facts && noAlerts(facts),
    integrations: { total: troubled.length, data: troubled.slice(0, ATTENTION_MAX) },
  };
}

/** Returns an integration's problem; null without one. Pausing one that no alert rule uses changes nothing. */
function toTroubled(row: IntegrationHealthRow): TroubledIntegration | null {
  const { integration_id: id, name, rate_limited_until: until } = row;
  const base = { id, name, until: null };
  if (row.paused) return row.is_used ? { ...base, trouble: "paused", reason: row.pause_reason } : null;
  if (until) return { ...base, trouble: "rate_limited", reason: null, until: isoSeconds(until) };
  if (row.consecutive_failures === 0 && row.retry_id === null) return null;
  return { ...base, trouble: "failing", reason: row.retry_reason ?? row.last_reason };
}

function toAttention(row: MonitorRow): AttentionMonitor {
  return {
    ...pick(row, "id", "name", "status"),
    status_since: isoSeconds(row.status_since),
    data_missing: row.data_missing,
    region_threshold: row.region_threshold,
    observed_regions: toObservedRegions(row),
  };
}

function toExpiring(row: ExpiringRow): ExpiringCertificate {
  return { ...row, not_after: isoSeconds(row.not_after) };
}
