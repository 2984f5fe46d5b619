import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateIn, DateOut, Id } from "@/lib/contract/core/fields";
import { PageQuery, repeated } from "@/lib/contract/core/list";
import { Incident } from "@/lib/contract/incidents/incidents";
import { Impact } from "@/lib/contract/incidents/states";
import { Tag } from "@/lib/contract/monitors/tags";

const seconds = (title: string, description: string) =>
  z
    .number()
    .int()
    .min(0)
    .meta({ title, description, examples: [120] });
const milliseconds = z
  .number()
  .min(0)
  .nullable()
  .meta({ examples: [84.2] });
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
    "Seconds of the range covered by the monitor's incidents, with overlaps counted once, excluding pauses and incidents excluded from downtime.",
  ),
  availability: share(
    "Availability",
    "100 × (1 − downtime ÷ seconds in which the monitor existed and was not paused), never rounded up; null without observations.",
  ),
  mttr: seconds(
    "MTTR",
    "Mean seconds to recovery of the recovered incidents that overlap the range; null without any.",
  ).nullable(),
  mtbf: seconds(
    "MTBF",
    "(Range − downtime) ÷ number of incidents, in seconds; null without incidents.",
  ).nullable(),
  highest_incident_impact: Impact.meta({ description: "`operational` without incidents." }),
};

/** The report of one monitor over a range. */
export const MonitorReport = z.object({
  id: Id,
  name: z.string(),
  incident_count: z
    .number()
    .int()
    .min(0)
    .meta({ title: "Incidents", examples: [2] }),
  ...figures,
  coverage: share("Coverage", "Share of the range in which the monitor was observed."),
  response_time: z.object({ p50: milliseconds, p95: milliseconds, p99: milliseconds }).meta({
    description: "Percentiles over the range, of whole hours or days; null without a successful check.",
  }),
  incidents: z.array(Incident).meta({
    description: "Incidents that overlap the range, newest first, paginated by `page` and `per_page`.",
  }),
});
export type MonitorReport = z.infer<typeof MonitorReport>;

/** The report of all monitors of a project over a range. */
export const ProjectReport = z.object({
  ...figures,
  min_availability: share("Lowest availability", "Lowest availability of any monitor."),
  max_availability: share("Highest availability", "Highest availability of any monitor."),
  report_start_at: DateOut,
  report_end_at: DateOut,
  days: z
    .array(
      z.object({
        at: DateOut,
        downtime: figures.downtime,
        availability: figures.availability,
        response_time: z.object({ p50: milliseconds, p95: milliseconds }).meta({
          description:
            "Percentiles over the day; null without a successful check, and in reports of more than 50,000 monitor days.",
        }),
      }),
    )
    .meta({ description: "Figures of all monitors by UTC day, oldest first." }),
  monitor_count: z.number().int().min(0).meta({ description: "Number of all monitors in the report." }),
  monitors: z.array(MonitorReport).meta({
    description:
      "Monitor reports, paginated by `page` and `per_page`. The lowest availability comes first and monitors without any last, unless `sort` says otherwise.",
  }),
});
export type ProjectReport = z.infer<typeof ProjectReport>;

export const ReportQuery = z.object({
  from: DateIn.optional().meta({
    description: "Start of the range. Defaults to 30 days before its end.",
    examples: ["2026-01-01T00:00:00Z"],
  }),
  to: DateIn.optional().meta({
    description: "End of the range, at most 2 years after the start. Defaults to now.",
    examples: ["2026-01-31T00:00:00Z"],
  }),
  ...PageQuery.shape,
});
export type ReportQuery = z.infer<typeof ReportQuery>;

const REPORT_SORTS = ["availability", "-availability", "downtime", "-downtime", "name", "-name"] as const;
export type ReportSort = (typeof REPORT_SORTS)[number];

export const ProjectReportQuery = ReportQuery.extend({
  sort: z
    .enum(REPORT_SORTS)
    .optional()
    .meta({
      description:
        "Order of the monitors; a leading minus reverses it. Defaults to `availability`, the lowest first. Monitors without an availability come last in both of its orders.",
      examples: ["-downtime"],
    }),
  tag: repeated(Tag).meta({ description: "Only monitors with any of these tags.", examples: [["public"]] }),
});
export type ProjectReportQuery = z.infer<typeof ProjectReportQuery>;

export const endpoints = endpointsOf("project", "Reports", {
  getMonitorReport: {
    at: "GET /uptime/monitors/{monitorId}/report",
    summary: "Get the report of a monitor",
    query: ReportQuery,
    response: MonitorReport,
  },
  getProjectReport: {
    at: "GET /uptime/reports",
    summary: "Get the report of the project",
    query: ProjectReportQuery,
    response: ProjectReport,
  },
});
