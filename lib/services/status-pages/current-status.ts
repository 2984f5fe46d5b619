import { found } from "@/lib/contract/core/errors";
import { Impact } from "@/lib/contract/incidents/states";
import type { CurrentStatus } from "@/lib/contract/status-pages/pages";
import { meanMs } from "@/lib/domain/checks/response-time";
import type { PageState } from "@/lib/domain/status-pages/page-state";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { isoSeconds, now } from "@/lib/shared/clock";
import { loadModel } from "@/lib/status-page/model/load-model";
import { type MonitorModel, monitorsOf } from "@/lib/status-page/model/model";
import { selectStatusPage } from "@/lib/store/status-pages/pages";
import { selectOpenPageIncidents } from "@/lib/store/status-pages/rows";

/** Returns the page's state as visitors see it, with every open incident, including those without a published update. */
export async function getCurrentStatus(caller: Caller, pageId: number): Promise<CurrentStatus> {
  requirePermission(caller, "uptime:read");
  const row = found(await selectStatusPage(projectOf(caller), pageId));
  const at = now();
  const model = await loadModel(row, at);
  const shown = monitorsOf(model.components);
  const open = await selectOpenPageIncidents(
    row.project_id,
    shown.map((monitor) => monitor.id),
  );
  return {
    current_incident_impact: impactOf(model),
    availability: model.availability,
    updated_at: isoSeconds(model.checkedAt ?? row.updated_at),
    components: model.components.map((item) =>
      item.kind === "monitor"
        ? monitorNow(item)
        : {
            component_type: "uptime/group",
            name: item.name,
            response_time: meanMs(item.monitors.map((monitor) => monitor.responseTimeMs)),
            availability: item.availability,
            current_incident_impact: impactOf(item),
            components: item.monitors.map(monitorNow),
          },
    ),
    active_incidents: open.map((incident) => ({
      id: incident.id,
      title: incident.title,
      impact: Impact.catch("unknown").parse(incident.impact),
      state: incident.state as CurrentStatus["active_incidents"][number]["state"],
      status: incident.status,
      exclude_from_downtime: incident.exclude_from_downtime,
      incident_at: isoSeconds(incident.incident_at),
      recovery_at: incident.recovery_at && isoSeconds(incident.recovery_at),
    })),
  };
}

function monitorNow(monitor: MonitorModel) {
  return {
    component_type: "uptime/monitor" as const,
    component_id: monitor.id,
    name: monitor.name,
    response_time: monitor.responseTimeMs,
    availability: monitor.availability,
    current_incident_impact: impactOf(monitor),
  };
}

/** Returns an impact. Without data it is operational, because missing data is not an incident; with an unreadable part it is unknown. */
export function impactOf({ state, isIncomplete }: { state: PageState; isIncomplete?: boolean }): Impact {
  if (state !== "empty") return state;
  return isIncomplete ? "unknown" : "operational";
}
