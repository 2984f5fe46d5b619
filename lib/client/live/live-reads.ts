import type { LiveChange, LiveChecks } from "@/lib/contract/reports/live";
import type { Urgency } from "./refetch-time";

/** The reads that show each topic. */
const READS: Record<LiveChange["topic"], readonly string[]> = {
  monitors: [
    "getOverview",
    "listMonitors",
    "getMonitor",
    "listResults",
    "getSeries",
    "getStrips",
    "getMonitorReport",
    "listCertificates",
  ],
  incidents: [
    "getOverview",
    "listIncidents",
    "getIncident",
    "listIncidentUpdates",
    "getIncidentTimeline",
    "getMonitorReport",
  ],
  pages: [
    "listMaintenanceWindows",
    "listStatusPages",
    "getStatusPage",
    "getStatusPageStates",
    "getCurrentStatus",
  ],
  deliveries: [
    "listDeliveries",
    "getIncidentTimeline",
    "getDelivery",
    "listAllIntegrations",
    "listRateLimitedIntegrations",
    "getIntegrationHealth",
    "listOutboxMails",
  ],
};

/** Reads of many monitors: how soon when a status changed, and when only results arrived. */
const OF_MANY: Record<string, readonly [changed: Urgency, checked: Urgency]> = {
  getOverview: ["change", "routine"],
  listMonitors: ["status", "routine"],
  getStrips: ["routine", "routine"],
};

/** Reads of one monitor: how soon after its own results. */
const OF_ONE: Record<string, Urgency> = {
  getMonitor: "change",
  listResults: "change",
  getSeries: "routine",
  getMonitorReport: "routine",
  listCertificates: "routine",
};

export type ReadKey = readonly unknown[];

/** Returns the monitor that a read is limited to, or null. */
function monitorOf([, params, query]: ReadKey): number | null {
  const given = params as { monitorId?: number } | null | undefined;
  const filter = query as { monitor_id?: unknown } | null | undefined;
  const id = given?.monitorId ?? (typeof filter?.monitor_id === "string" ? filter.monitor_id : null);
  return id === null ? null : Number(id);
}

/** Returns how soon to fetch a read again after a change, or null if it doesn't show it. */
export function afterChange({ topic, id }: LiveChange, key: ReadKey): Urgency | null {
  if (!READS[topic]?.includes(String(key[0]))) return null;
  const own = topic === "monitors" ? monitorOf(key) : null;
  return own === null || id === undefined || own === id ? "change" : null;
}

/** Returns how soon to fetch a read again after new results, or null if it doesn't show them. */
export function afterChecks({ checked, changed }: LiveChecks, key: ReadKey): Urgency | null {
  const id = String(key[0]);
  const many = OF_MANY[id];
  if (many) return many[changed.length > 0 ? 0 : 1];
  const own = monitorOf(key);
  return OF_ONE[id] && (own === null || checked.includes(own)) ? OF_ONE[id] : null;
}
