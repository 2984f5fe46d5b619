import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateIn, DateOut } from "@/lib/contract/core/fields";
import { TimeZone } from "@/lib/contract/core/time-zone";
import { MonitorReport } from "./reports";

export const AVAILABILITY_STEPS = ["hour", "day"] as const;

/** One hour or day of a monitor, by the formula of reports. The downtime of all cells adds up to the report's. */
export const AvailabilityCell = z.object({
  at: DateOut.meta({ description: "When the hour or the day starts." }),
  availability: MonitorReport.shape.availability,
  downtime: MonitorReport.shape.downtime,
  coverage: MonitorReport.shape.coverage,
});
export type AvailabilityCell = z.infer<typeof AvailabilityCell>;

export const AvailabilityQuery = z.object({
  step: z
    .enum(AVAILABILITY_STEPS)
    .default("day")
    .meta({ description: "Length of a cell.", examples: ["day"] }),
  from: DateIn.optional().meta({
    description: "The first cell contains this time. Defaults to 30 days before the end.",
    examples: ["2026-01-01T00:00:00Z"],
  }),
  to: DateIn.optional().meta({
    description: "The last cell starts before this time. Defaults to now; later times are cut to now.",
    examples: ["2026-01-31T00:00:00Z"],
  }),
  time_zone: TimeZone.default("UTC").meta({
    description: "IANA time zone in which days start and end.",
    examples: ["Europe/Berlin"],
  }),
});
export type AvailabilityQuery = z.infer<typeof AvailabilityQuery>;

export const endpoints = endpointsOf("project", "Reports", {
  getMonitorAvailability: {
    at: "GET /uptime/monitors/{monitorId}/availability",
    summary: "Get a monitor's availability by hour or day",
    description: "At most 750 cells: 31 days of hours, or two years of days.",
    query: AvailabilityQuery,
    response: z.object({ cells: z.array(AvailabilityCell) }),
  },
});
