import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateIn, DateOut, Id, optionalProse, text, uniqueList } from "@/lib/contract/core/fields";
import { repeated, searchIn } from "@/lib/contract/core/list";
import { createdShape, plainFields } from "@/lib/contract/core/plain-fields";
import { Tag, Tags } from "@/lib/contract/monitors/tags";

export const MONITORING_MODES = ["pause", "mute", "normal"] as const;
/** Windows of a recurrence that a change applies to. */
export const APPLY_TO = ["this", "following"] as const;
/** Sort orders of lists of windows. */
export const WINDOW_SORTS = ["id", "-id", "starts_at", "-starts_at"] as const;
export type WindowSort = (typeof WINDOW_SORTS)[number];
export const WINDOW_STATES = ["scheduled", "in_progress", "completed", "cancelled"] as const;

export const WINDOW_FIELDS = plainFields({
  title: {
    schema: text(1, 250).meta({
      title: "Title",
      description: "1 to 250 characters.",
      examples: ["Database upgrade"],
    }),
  },
  description: {
    schema: optionalProse(2000).meta({
      title: "Description",
      description: "Null or at most 2,000 characters.",
      examples: ["Read-only mode for up to an hour."],
    }),
    initial: null,
  },
  monitoring_mode: {
    schema: z.enum(MONITORING_MODES).meta({
      title: "Monitoring",
      description:
        "`pause`: the monitors are not checked. `mute`: checks continue, but no notifications are sent for incidents of these monitors until the window ends, and then only for outages that continue. `normal`: the window is only announced.",
      examples: ["pause"],
    }),
    initial: "normal",
  },
});

const fields = {
  ...WINDOW_FIELDS.shape,
  monitors: uniqueList(Id, 100)
    .min(1, "At least one monitor is required.")
    .meta({ title: "Monitors", description: "1 to 100 monitor IDs of the project.", examples: [[1]] }),
  status_pages: uniqueList(Id, 100).meta({
    title: "Status pages",
    description: "At most 100 IDs of status pages that announce the window.",
    examples: [[1]],
  }),
  tags: Tags,
  starts_at: DateIn.meta({
    title: "Starts at",
    description:
      "A whole minute, from the current minute to one year ahead. Can change only while the window is scheduled.",
    examples: ["2026-02-01T22:00:00Z"],
  }),
  ends_at: DateIn.meta({
    title: "Ends at",
    description:
      "A whole minute after the start, at most one year ahead. Can change while the window is scheduled or in progress, but not to a time before now.",
    examples: ["2026-02-01T23:00:00Z"],
  }),
  recurrence: text(1, 500)
    .nullable()
    .meta({
      title: "Recurrence",
      description:
        "Null or one RFC 5545 RRULE, at most hourly. `starts_at` must be one of its occurrences. Each occurrence becomes a separate window 30 days ahead, with the same `recurrence_id`. The rule follows the local time of `time_zone`. When a clock change skips the start time, the start moves by the gap (02:30 becomes 03:30). When it repeats the start time, the first one counts. Changing the rule replaces the upcoming windows; null ends the recurrence with this window.",
      examples: ["FREQ=WEEKLY;BYDAY=TU"],
    }),
  time_zone: text(1, 64)
    .nullable()
    .meta({
      title: "Time zone",
      description: "IANA name of the time zone that the recurrence follows. Defaults to UTC.",
      examples: ["Europe/Berlin"],
    }),
};
const applyTo = z
  .enum(APPLY_TO)
  .optional()
  .meta({
    title: "Apply to",
    description:
      "For a recurring window: `this` window only, or also all `following` ones. Defaults to `this`. A window changed alone keeps its `recurrence_id`.",
    examples: ["this"],
  });

export const CreateMaintenanceWindow = z.object({
  ...fields,
  ...createdShape(WINDOW_FIELDS),
  status_pages: fields.status_pages.nullable().default([]),
  tags: fields.tags.default(null),
  recurrence: fields.recurrence.default(null),
  time_zone: fields.time_zone.default(null),
});
export type CreateMaintenanceWindow = z.infer<typeof CreateMaintenanceWindow>;

/** A partial update. A field that can no longer change is accepted when its value is unchanged. */
export const UpdateMaintenanceWindow = z
  .object({ ...fields, status_pages: fields.status_pages.nullable() })
  .partial()
  .extend({ apply_to: applyTo });
export type UpdateMaintenanceWindow = z.infer<typeof UpdateMaintenanceWindow>;
export const ApplyTo = z.object({ apply_to: applyTo });
export type ApplyTo = z.infer<typeof ApplyTo>;

export const MaintenanceWindow = z.object({
  id: Id,
  project_id: Id,
  ...WINDOW_FIELDS.shape,
  state: z.enum(WINDOW_STATES).meta({ title: "State", examples: ["scheduled"] }),
  starts_at: DateOut,
  ends_at: DateOut,
  monitors: z.array(Id),
  status_pages: z.array(Id),
  tags: Tags,
  recurrence: fields.recurrence,
  time_zone: fields.time_zone,
  recurrence_id: Id.nullable().meta({
    title: "Recurrence ID",
    description: "Shared by all windows of a recurrence; null for a single window.",
    examples: [null],
  }),
  created_at: DateOut,
  updated_at: DateOut,
});
export type MaintenanceWindow = z.infer<typeof MaintenanceWindow>;

export const MaintenanceWindowFilter = z.object({
  monitor_id: repeated(Id),
  status_page_id: repeated(Id),
  state: repeated(z.enum(WINDOW_STATES)),
  tag: repeated(Tag),
  recurrence: z
    .enum(["all", "next"])
    .optional()
    .meta({
      description:
        "`next`: of each recurrence, only the next scheduled window and those that started. Defaults to `all`.",
      examples: ["next"],
    }),
  search: searchIn("title", "upgrade"),
  from: DateIn.optional().meta({
    description: "Only windows that end after this time.",
    examples: ["2026-02-01T00:00:00Z"],
  }),
  to: DateIn.optional().meta({
    description: "Only windows that start before this time.",
    examples: ["2026-03-01T00:00:00Z"],
  }),
  sort: z
    .enum(WINDOW_SORTS)
    .optional()
    .meta({ description: "Sort order; a leading minus reverses it.", examples: ["starts_at"] }),
});
export type MaintenanceWindowFilter = z.infer<typeof MaintenanceWindowFilter>;

/** Current and upcoming windows, soonest first, each recurrence once. */
export const COMING_WINDOWS = {
  state: ["scheduled", "in_progress"],
  recurrence: "next",
  sort: "starts_at",
} satisfies MaintenanceWindowFilter;

export const endpoints = endpointsOf("project", "Maintenance windows", {
  listMaintenanceWindows: {
    at: "GET /uptime/maintenance-windows",
    summary: "List maintenance windows",
    description:
      "Newest first, unless `sort` says otherwise. Repeated filters match any of the given values.",
    query: MaintenanceWindowFilter,
    response: MaintenanceWindow,
    list: true,
  },
  createMaintenanceWindow: {
    at: "POST /uptime/maintenance-windows",
    summary: "Schedule a maintenance window",
    description:
      "The window starts and ends automatically, within 5 seconds. A window that starts in the current minute starts immediately.",
    body: CreateMaintenanceWindow,
    response: MaintenanceWindow,
    status: 201,
  },
  getMaintenanceWindow: {
    at: "GET /uptime/maintenance-windows/{maintenanceWindowId}",
    summary: "Get a maintenance window",
    response: MaintenanceWindow,
  },
  updateMaintenanceWindow: {
    at: "POST /uptime/maintenance-windows/{maintenanceWindowId}",
    summary: "Update a maintenance window",
    description:
      "The mode, start, monitors, and status pages can change only while the window is scheduled. The end and the recurrence can also change while it is in progress. The title, description, and tags can always change.",
    body: UpdateMaintenanceWindow,
    response: MaintenanceWindow,
  },
  deleteMaintenanceWindow: {
    at: "DELETE /uptime/maintenance-windows/{maintenanceWindowId}",
    summary: "Delete a maintenance window",
    description:
      "Ends the window's effect. Alert rules send no notifications. Status page subscribers who were notified of the window are notified that it is canceled.",
    query: ApplyTo,
  },
  cancelMaintenanceWindow: {
    at: "POST /uptime/maintenance-windows/{maintenanceWindowId}/cancel",
    summary: "Cancel a maintenance window",
    description:
      "Only while the window is scheduled or in progress; otherwise 422. Upcoming windows of the recurrence are removed without notifications.",
    query: ApplyTo,
  },
  completeMaintenanceWindow: {
    at: "POST /uptime/maintenance-windows/{maintenanceWindowId}/complete",
    summary: "Complete a maintenance window",
    description: "Sets `ends_at` to now. Only while the window is in progress; otherwise 422.",
    response: MaintenanceWindow,
  },
});
