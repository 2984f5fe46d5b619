import { listCertificates } from "@/lib/services/certificates";
import { bulkMonitors } from "@/lib/services/monitor-bulk";
import { setMonitorPaused } from "@/lib/services/monitor-pause";
import { createMonitor, deleteMonitor, updateMonitor } from "@/lib/services/monitor-writes";
import { getMonitor, listMonitors } from "@/lib/services/monitors";
import { getMonitorReport, getProjectReport } from "@/lib/services/reports";
import { getSeries, getStrips } from "@/lib/services/series";
import { listTags } from "@/lib/services/tags";
import { handlers } from "../handler";

export const monitorHandlers = handlers({
  listMonitors: ({ caller, query, page }) => listMonitors(caller, query, page),
  createMonitor: ({ caller, body }) => createMonitor(caller, body),
  getMonitor: ({ caller, params }) => getMonitor(caller, params.monitorId),
  updateMonitor: ({ caller, params, body }) => updateMonitor(caller, params.monitorId, body),
  deleteMonitor: ({ caller, params }) => deleteMonitor(caller, params.monitorId),
  pauseMonitor: ({ caller, params }) => setMonitorPaused(caller, params.monitorId, true),
  resumeMonitor: ({ caller, params }) => setMonitorPaused(caller, params.monitorId, false),
  bulkMonitors: ({ caller, body }) => bulkMonitors(caller, body),
  getMonitorReport: ({ caller, params, query }) => getMonitorReport(caller, params.monitorId, query),
  getProjectReport: ({ caller, query }) => getProjectReport(caller, query),
  getSeries: ({ caller, params, query }) => getSeries(caller, params.monitorId, query),
  getStrips: ({ caller, query }) => getStrips(caller, query.monitor_id ?? []),
  listTags: ({ caller, page }) => listTags(caller, page),
  listCertificates: ({ caller, query, page }) => listCertificates(caller, query, page),
});
