import { handlers } from "@/lib/http/router/handler";
import { listCertificates } from "@/lib/services/checks/certificates";
import { getSeries, getStrips } from "@/lib/services/checks/series";
import { bulkMonitors } from "@/lib/services/monitors/bulk";
import { updateMonitor } from "@/lib/services/monitors/edit";
import { getMonitor, listMonitors } from "@/lib/services/monitors/monitors";
import { readPageTitle } from "@/lib/services/monitors/page-title";
import { setMonitorPaused } from "@/lib/services/monitors/pause";
import { getMonitorDefaults, updateMonitorDefaults } from "@/lib/services/monitors/project-defaults";
import { listTags, renameTag } from "@/lib/services/monitors/tags";
import { createMonitor, deleteMonitor } from "@/lib/services/monitors/writes";
import { getMonitorAvailability } from "@/lib/services/reports/availability";
import { dismissAway, getAway } from "@/lib/services/reports/away";
import { getOverview } from "@/lib/services/reports/overview";
import { getMonitorReport, getProjectReport } from "@/lib/services/reports/reports";

export const monitorHandlers = handlers({
  listMonitors: ({ caller, query, page }) => listMonitors(caller, query, page),
  getMonitorDefaults: ({ caller }) => getMonitorDefaults(caller),
  readPageTitle: ({ caller, body }) => readPageTitle(caller, body),
  updateMonitorDefaults: ({ caller, body }) => updateMonitorDefaults(caller, body),
  createMonitor: ({ caller, body }) => createMonitor(caller, body),
  getMonitor: ({ caller, params }) => getMonitor(caller, params.monitorId),
  updateMonitor: ({ caller, params, body }) => updateMonitor(caller, params.monitorId, body),
  deleteMonitor: ({ caller, params }) => deleteMonitor(caller, params.monitorId),
  pauseMonitor: ({ caller, params }) => setMonitorPaused(caller, params.monitorId, true),
  resumeMonitor: ({ caller, params }) => setMonitorPaused(caller, params.monitorId, false),
  bulkMonitors: ({ caller, body }) => bulkMonitors(caller, body),
  getMonitorReport: ({ caller, params, query }) => getMonitorReport(caller, params.monitorId, query),
  getMonitorAvailability: ({ caller, params, query }) =>
    getMonitorAvailability(caller, params.monitorId, query),
  getProjectReport: ({ caller, query }) => getProjectReport(caller, query),
  getOverview: ({ caller }) => getOverview(caller),
  getAway: ({ caller }) => getAway(caller),
  dismissAway: ({ caller }) => dismissAway(caller),
  getSeries: ({ caller, params, query }) => getSeries(caller, params.monitorId, query),
  getStrips: ({ caller, query }) => getStrips(caller, query.monitor_id ?? []),
  listTags: ({ caller, page }) => listTags(caller, page),
  renameTag: ({ caller, params, body }) => renameTag(caller, params.tag, body.tag),
  listCertificates: ({ caller, query, page }) => listCertificates(caller, query, page),
});
