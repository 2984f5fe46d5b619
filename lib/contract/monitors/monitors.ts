import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";
import { repeated, searchIn } from "@/lib/contract/core/list";
import { RegionIn, RegionName } from "@/lib/contract/core/regions";
import { PROTOCOL_NAMES } from "@/lib/contract/protocols/lookup";
import { PROTOCOLS, type Protocol } from "@/lib/contract/protocols/registry";
import { Assertion } from "./assertions";
import { MonitorFields } from "./fields";
import { CreateMonitor, UpdateMonitor } from "./input";
import { MONITOR_STATES, MONITOR_STATUSES } from "./states";
import { Tag } from "./tags";

const percentage = (days: string) =>
  z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .meta({
      title: `Availability, ${days}`,
      description: `Availability in percent over the last ${days}, never rounded up; null without observations.`,
      examples: [99.98],
    });

/** The state of a monitor in one region. */
export const ObservedRegion = z.object({
  region: RegionName,
  status: z.enum(["fetching", "online", "offline"]).meta({
    description: "Status in this region; `fetching` until there are enough results.",
    examples: ["online"],
  }),
  response_time: z
    .number()
    .int()
    .min(0)
    .nullable()
    .meta({
      description: "Response time of the last successful check in milliseconds.",
      examples: [84],
    }),
  last_checked_at: DateOut.nullable(),
  silent: z.boolean().meta({
    description:
      "Whether the region has sent no results for three intervals plus the timeout. Its last known status is then ignored.",
    examples: [false],
  }),
  last_error: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .meta({ description: "Why the latest check failed; null if it succeeded." }),
});
export type ObservedRegion = z.infer<typeof ObservedRegion>;

const observed = {
  id: Id,
  project_id: Id,
  ...MonitorFields,
  success_assertions: z.array(Assertion).meta({ title: "Success assertions" }),
  request_unreadable: z.boolean().meta({
    title: "Request unreadable",
    description:
      "Whether the secret fields of `request` cannot be decrypted because the row is damaged or APP_SECRET changed. These fields are null, and the monitor is not checked until `request` is sent again.",
    examples: [false],
  }),
  status: z.enum(MONITOR_STATUSES).meta({
    title: "Status",
    description:
      "`paused`; `fetching` until the first status is known; `offline` when all reporting regions are down; `partial` when some are; otherwise `online`.",
    examples: ["online"],
  }),
  response_time: z
    .number()
    .int()
    .min(0)
    .nullable()
    .meta({
      title: "Response time",
      description:
        "Rounded mean of the last 10 successful checks in milliseconds; null before the first one.",
      examples: [92],
    }),
  last_checked_at: DateOut.nullable().meta({
    title: "Last checked",
    description: "Null before the first check.",
    examples: ["2026-01-31T12:00:00Z"],
  }),
  data_missing: z.boolean().meta({
    title: "No data",
    description: "Whether all regions are silent. The status is then the last known one.",
    examples: [false],
  }),
  degraded_since: DateOut.nullable().meta({
    title: "Degraded since",
    description:
      "Since when too many successful checks have been slower than `slow_threshold`; null if the monitor is not degraded. Does not affect `status`.",
    examples: [null],
  }),
  one_day_availability: percentage("24 hours"),
  seven_days_availability: percentage("7 days"),
  observed_regions: z
    .array(ObservedRegion)
    .meta({ title: "Observed regions", description: "One entry per region." }),
  created_at: DateOut,
  updated_at: DateOut,
};

function monitorOf<Name extends Protocol>(name: Name) {
  const request = PROTOCOLS[name].request as (typeof PROTOCOLS)[Name]["request"];
  return z.object({ protocol: z.literal(name), request, ...observed });
}
type MonitorOf = { [Name in Protocol]: ReturnType<typeof monitorOf<Name>> }[Protocol];

/** A monitor as returned by the API. Typed by protocol, which a loop over the protocols loses. */
export const Monitor = z.discriminatedUnion(
  "protocol",
  PROTOCOL_NAMES.map((name) => monitorOf(name)) as unknown as [MonitorOf, ...MonitorOf[]],
);
export type Monitor = z.infer<typeof Monitor>;

export const MonitorFilter = z.object({
  id: repeated(Id),
  tag: repeated(Tag),
  status: repeated(z.enum(MONITOR_STATUSES)),
  state: repeated(z.enum(MONITOR_STATES)).meta({
    description:
      "Like `status`, but a monitor whose regions are all silent is in `no_data` instead of `online` or `fetching`.",
    examples: [["offline", "no_data"]],
  }),
  protocol: repeated(z.enum(PROTOCOL_NAMES)),
  region: repeated(RegionIn),
  incident_id: repeated(Id).meta({
    description: "Only monitors that these incidents affect.",
    examples: [[12]],
  }),
  group_id: repeated(Id).meta({
    description: "Only monitors that are members of these groups.",
    examples: [[17]],
  }),
  search: searchIn("name, URL, or host", "checkout"),
});
export type MonitorFilter = z.infer<typeof MonitorFilter>;

/** Sort orders of monitor lists. A leading minus reverses. */
export const MONITOR_SORTS = [
  "id",
  "-id",
  "state",
  "-state",
  "name",
  "-name",
  "response_time",
  "-response_time",
  "seven_days_availability",
  "-seven_days_availability",
  "last_checked_at",
  "-last_checked_at",
] as const;
export type MonitorSort = (typeof MONITOR_SORTS)[number];

const MonitorListQuery = MonitorFilter.extend({
  sort: z
    .enum(MONITOR_SORTS)
    .default("-id")
    .meta({
      description:
        "Sort order; a leading minus reverses it. `state` lists failing monitors first, and those in the same state by name. Names ignore case, and their numbers count as numbers: `Shop 2` comes before `Shop 10`. Monitors without the value come last.",
      examples: ["state"],
    }),
});
export type MonitorListQuery = z.infer<typeof MonitorListQuery>;

export const endpoints = endpointsOf("project", "Monitors", {
  listMonitors: {
    at: "GET /uptime/monitors",
    summary: "List monitors",
    description:
      "Newest first, unless `sort` says otherwise. Repeated filters match any of the given values.",
    query: MonitorListQuery,
    response: Monitor,
    list: true,
  },
  createMonitor: {
    at: "POST /uptime/monitors",
    summary: "Create a monitor",
    description: "The first check starts immediately.",
    body: CreateMonitor,
    response: Monitor,
    status: 201,
  },
  getMonitor: { at: "GET /uptime/monitors/{monitorId}", summary: "Get a monitor", response: Monitor },
  updateMonitor: {
    at: "POST /uptime/monitors/{monitorId}",
    summary: "Update a monitor",
    description:
      "Omitted fields keep their value. `request` is replaced as a whole, so omitting its `headers`, `body`, `user_agent_secret`, or `tls_skip_verify` removes them. The protocol cannot change.",
    body: UpdateMonitor,
    response: Monitor,
  },
  deleteMonitor: {
    at: "DELETE /uptime/monitors/{monitorId}",
    summary: "Delete a monitor",
    description: "Deletes its results and pauses as well, and removes the monitor from incidents.",
  },
  pauseMonitor: {
    at: "POST /uptime/monitors/{monitorId}/pause",
    summary: "Pause a monitor",
    description:
      "Stops the checks. An open incident stays open, and paused time is excluded from reports. Repeating the call has no effect.",
  },
  resumeMonitor: {
    at: "POST /uptime/monitors/{monitorId}/resume",
    summary: "Resume a monitor",
    description:
      "Checks immediately if the last check is older than the interval. Repeating the call has no effect.",
  },
});
