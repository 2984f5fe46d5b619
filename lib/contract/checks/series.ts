import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateIn, DateOut, Id } from "@/lib/contract/core/fields";
import { repeated } from "@/lib/contract/core/list";
import { Region } from "@/lib/contract/core/regions";

const ms = z
  .number()
  .min(0)
  .nullable()
  .meta({ description: "Milliseconds.", examples: [84.2] });

/** The phases of a check, in their order. */
export const SERIES_PHASES = ["dns", "connect", "tls", "first_byte", "transfer"] as const;
export type SeriesPhase = (typeof SERIES_PHASES)[number];

const percentiles = { p50: ms, p75: ms, p95: ms, p99: ms };

/** One bucket of the response-time chart for one region. */
export const SeriesPoint = z.object({
  at: DateOut,
  up: z.number().int(),
  down: z.number().int(),
  inconclusive: z.number().int(),
  p50: ms,
  p95: ms,
  p99: ms,
  phases: z
    .object(Object.fromEntries(SERIES_PHASES.map((phase) => [phase, ms])) as Record<SeriesPhase, typeof ms>)
    .nullable()
    .meta({ description: "Mean time in each phase; null unless `source` is `results`." }),
});
export type SeriesPoint = z.infer<typeof SeriesPoint>;

export const Series = z.object({
  from: DateOut,
  to: DateOut,
  step_seconds: z.number().int(),
  source: z.enum(["results", "hourly", "daily"]),
  regions: z.array(z.object({ region: Region, points: z.array(SeriesPoint), ...percentiles })),
  overall: z.object(percentiles).meta({
    description:
      "Percentiles of all regions over the range. Percentiles are weighted averages of each region's hourly percentiles, as in lists.",
  }),
});
export type Series = z.infer<typeof Series>;

export const SeriesQuery = z.object({
  from: DateIn.optional(),
  to: DateIn.optional(),
  buckets: z.coerce.number().int().min(1).max(500).default(120),
});
export type SeriesQuery = z.infer<typeof SeriesQuery>;

/** The last 24 hours of a monitor in a list. Columns instead of objects, because field names would make up most of a page of 100 monitors. */
export const Strip = z.object({
  monitor_id: Id,
  p50: ms,
  p95: ms,
  hours: z
    .object({
      from: DateOut,
      up: z.array(z.number().int()),
      down: z.array(z.number().int()),
      p50: z.array(ms),
    })
    .meta({
      description:
        "24 values each, one per hour since `from`, oldest first; none if the monitor was not checked. An hour without checks has 0, 0, and null.",
    }),
});
export type Strip = z.infer<typeof Strip>;

export const Strips = z.object({ strips: z.array(Strip) });
export type Strips = z.infer<typeof Strips>;

export const endpoints = endpointsOf("project", "Monitors", {
  /**
   * Data of the response-time chart. Buckets without a check are absent. The step is `(to − from) ÷ buckets`, rounded up to whole
   * minutes (hours or days for long ranges).
   */
  getSeries: {
    at: "GET /uptime/monitors/{monitorId}/series",
    summary: "Get a monitor's response times by region",
    query: SeriesQuery,
    response: Series,
  },
  getStrips: {
    at: "GET /uptime/monitors/last-day",
    summary: "Get the last 24 hours of up to 100 monitors",
    query: z.object({ monitor_id: repeated(Id) }),
    response: Strips,
  },
});
