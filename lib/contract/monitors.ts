import * as z from "zod";
import { Assertion } from "./assertions";
import { endpoint } from "./endpoint";
import { DateOut, Id } from "./fields";
import { repeated } from "./list";
import { MONITOR_STATUSES, MonitorFields, PROTOCOLS } from "./monitor-fields";
import { CreateMonitor, UpdateMonitor } from "./monitor-input";
import { HttpRequest } from "./protocols/http";
import { IcmpRequest } from "./protocols/icmp";
import { TcpRequest } from "./protocols/tcp";
import { REGION_CODES, Region } from "./regions";
import { Tag } from "./tags";

const percentage = (days: string) =>
  z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .meta({
      title: `Availability, ${days}`,
      description: `Percentage over the last ${days}, never rounded up; null when nothing was observed.`,
      examples: [99.98],
    });

/** What one region sees of a monitor. */
export const ObservedRegion = z.object({
  region: Region,
  status: z.enum(["fetching", "online", "offline"]).meta({
    description: "The region's own verdict; fetching until the first.",
    examples: ["online"],
  }),
  response_time: z
    .number()
    .int()
    .min(0)
    .nullable()
    .meta({
      description: "Milliseconds of the last successful check.",
      examples: [84],
    }),
  last_checked_at: DateOut.nullable(),
  last_error: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .meta({ description: "Why the latest check failed; null when it did not." }),
});
export type ObservedRegion = z.infer<typeof ObservedRegion>;

const observed = {
  id: Id,
  project_id: Id,
  ...MonitorFields,
  success_assertions: z.array(Assertion).meta({ title: "Success assertions" }),
  status: z.enum(MONITOR_STATUSES).meta({
    title: "Status",
    description:
      "paused, fetching until a first verdict, offline when every reporting region fails, partial when some do, else online.",
    examples: ["online"],
  }),
  response_time: z
    .number()
    .int()
    .min(0)
    .nullable()
    .meta({
      title: "Response time",
      description: "Rounded mean of the last 10 successful checks in milliseconds; null before the first.",
      examples: [92],
    }),
  last_checked_at: DateOut.nullable().meta({
    title: "Last checked",
    description: "Null before the first check.",
    examples: ["2026-01-31T12:00:00Z"],
  }),
  one_day_availability: percentage("24 hours"),
  seven_days_availability: percentage("7 days"),
  observed_regions: z
    .array(ObservedRegion)
    .meta({ title: "Observed regions", description: "One entry a region." }),
  created_at: DateOut,
  updated_at: DateOut,
};

/** A monitor as it leaves the API. */
export const Monitor = z.discriminatedUnion("protocol", [
  z.object({ protocol: z.literal("http"), request: HttpRequest, ...observed }),
  z.object({ protocol: z.literal("tcp"), request: TcpRequest, ...observed }),
  z.object({ protocol: z.literal("icmp"), request: IcmpRequest, ...observed }),
]);
export type Monitor = z.infer<typeof Monitor>;

export const MonitorParams = z.object({ monitorId: Id });

export const MonitorFilter = z.object({
  tag: repeated(Tag),
  status: repeated(z.enum(MONITOR_STATUSES)),
  protocol: repeated(z.enum(PROTOCOLS)),
  region: repeated(z.enum(REGION_CODES)),
  search: z
    .string()
    .trim()
    .max(250)
    .optional()
    .meta({
      description: "Part of the name or of the target's address, case ignored.",
      examples: ["checkout"],
    }),
});
export type MonitorFilter = z.infer<typeof MonitorFilter>;
