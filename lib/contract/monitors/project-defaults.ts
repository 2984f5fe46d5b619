import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { MonitorFields } from "./fields";

const { regions, interval, incident_confirmations, recovery_confirmations, tags } = MonitorFields;

/** Default values for fields that new monitors of a project leave out. Null where the API's own default applies. */
export const ProjectDefaults = z.object({
  regions: regions.nullable(),
  interval: interval.nullable(),
  incident_confirmations: incident_confirmations.nullable(),
  recovery_confirmations: recovery_confirmations.nullable(),
  tags,
});
export type ProjectDefaults = z.infer<typeof ProjectDefaults>;

export const endpoints = endpointsOf("project", "Monitors", {
  getMonitorDefaults: {
    at: "GET /uptime/monitor-defaults",
    summary: "Get the project's defaults for new monitors",
    description: "Null where the default of the API applies.",
    response: ProjectDefaults,
  },
  updateMonitorDefaults: {
    at: "POST /uptime/monitor-defaults",
    permission: "platform:write",
    summary: "Update the project's defaults for new monitors",
    description:
      "Used for fields that are omitted when a monitor is created. Omitted fields keep their value; null removes a default. Monitors that receive signals use only the default tags.",
    body: ProjectDefaults.partial(),
    response: ProjectDefaults,
  },
});
