import * as z from "zod";
import { endpoint } from "@/lib/contract/core/endpoint";
import { DateIn, DateOut, Id } from "@/lib/contract/core/fields";
import { PageQuery } from "@/lib/contract/core/list";
import { Incident } from "@/lib/contract/incidents/incidents";
import { Impact } from "@/lib/contract/incidents/states";
import { MonitorParams } from "@/lib/contract/monitors/monitors";

const seconds = (title: string, description: string) =>
  z
    .number()
    .int()
    .min(0)
    .meta({ title, description, examples: [120] });
const share = (title: string, description: string) =>
  z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .meta({ title, description, examples: [99.98] });

const figures = {
  downtime: seconds(
    "Downtime",
    "Seconds of the window covered by the union of the monitor's incidents, without excluded ones and without pauses.",
  ),
  availability: share(
    "Availability",
    "100 × (1 − downtime ÷ seconds in which the monitor existed and was not paused); never rounded up, null when nothing was observed.",
  ),
  mttr: seconds(
    "MTTR",
    "Mean seconds to recovery of the recovered incidents that touch the window.",
  ).nullable(),
  mtbf: seconds(
    "MTBF",
    "(Window − downtime) ÷ number of incidents, in seconds; null without incidents.",
  ).nullable(),
  highest_incident_impact: Impact.meta({ description: "operational without incidents." }),
};

/** One monitor over a window. */
export const MonitorReport = z.object({
  id: Id,
  name: z.string(),
  incident_count: z
    .number()
    .int()
    .min(0)
    .meta({ title: "Incidents", examples: [2] }),
  ...figures,
  coverage: share("Coverage", "Share of the window that was observed."),
  incidents: z.array(Incident).meta({
    description: "Incidents that touch the window, newest first; `page` and `per_page` cut this list.",
  }),
});
export type MonitorReport = z.infer<typeof MonitorReport>;

/** All monitors of a project over a window. */
export const ProjectReport = z.object({
  ...figures,
  min_availability: share("Lowest availability", "Of the monitors."),
  max_availability: share("Highest availability", "Of the monitors."),
  report_start_at: DateOut,
  report_end_at: DateOut,
  monitors: z.array(MonitorReport).meta({ description: "`page` and `per_page` cut this list." }),
});
export type ProjectReport = z.infer<typeof ProjectReport>;

export const ReportQuery = z.object({
  from: DateIn.optional().meta({
    description: "Start of the window; 30 days before its end when left out.",
    examples: ["2026-01-01T00:00:00Z"],
  }),
  to: DateIn.optional().meta({
    description: "End of the window; now when left out. At most 2 years after the start.",
    examples: ["2026-01-31T00:00:00Z"],
  }),
  ...PageQuery.shape,
});
export type ReportQuery = z.infer<typeof ReportQuery>;

export const getMonitorReport = endpoint({
  id: "getMonitorReport",
  method: "GET",
  path: "/uptime/monitors/{monitorId}/report",
  scope: "project",
  permission: "uptime:read",
  tag: "Reports",
  summary: "Report of a monitor",
  params: MonitorParams,
  query: ReportQuery,
  response: MonitorReport,
  status: 200,
});

export const getProjectReport = endpoint({
  id: "getProjectReport",
  method: "GET",
  path: "/uptime/reports",
  scope: "project",
  permission: "uptime:read",
  tag: "Reports",
  summary: "Report of the project",
  query: ReportQuery,
  response: ProjectReport,
  status: 200,
});
