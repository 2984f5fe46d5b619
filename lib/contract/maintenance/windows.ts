import * as z from "zod";
import { endpoint } from "@/lib/contract/core/endpoint";
import { DateIn, DateOut, Id, prose, text } from "@/lib/contract/core/fields";
import { repeated } from "@/lib/contract/core/list";
import { Tag, Tags } from "@/lib/contract/monitors/tags";

export const MONITORING_MODES = ["pause", "mute", "normal"] as const;
/** What a change of one window of a recurrence applies to. */
export const APPLY_TO = ["this", "following"] as const;
export const WINDOW_STATES = ["scheduled", "in_progress", "completed", "cancelled"] as const;

const ids = (max: number) =>
  z
    .array(Id)
    .max(max)
    .refine((given) => new Set(given).size === given.length, { message: "Each id may stand only once." });

const fields = {
  title: text(1, 250).meta({
    title: "Title",
    description: "1 to 250 characters.",
    examples: ["Database upgrade"],
  }),
  description: prose(1, 2000)
    .nullable()
    .meta({
      title: "Description",
      description: "Null or 1 to 2000 characters.",
      examples: ["Up to an hour of read-only mode."],
    }),
  monitoring_mode: z.enum(MONITORING_MODES).meta({
    title: "Monitoring",
    description:
      "pause: the monitors are not checked. mute: all runs, nobody is told about incidents of these monitors. normal: only announced.",
    examples: ["pause"],
  }),
  monitors: ids(100)
    .min(1, "At least one monitor is required.")
    .meta({ title: "Monitors", description: "1 to 100 ids of the project's monitors.", examples: [[1]] }),
  status_pages: ids(100).meta({
    title: "Status pages",
    description: "At most 100 ids of pages that announce it.",
    examples: [[1]],
  }),
  tags: Tags,
  starts_at: DateIn.meta({
    title: "Starts at",
    description: "A whole minute, from the current one to a year ahead. Can change while scheduled.",
    examples: ["2026-02-01T22:00:00Z"],
  }),
  ends_at: DateIn.meta({
    title: "Ends at",
    description:
      "A whole minute after the start, within a year. May move while scheduled or in progress, not before now.",
    examples: ["2026-02-01T23:00:00Z"],
  }),
  recurrence: text(1, 500)
    .nullable()
    .meta({
      title: "Recurrence",
      description:
        "Null or one RFC 5545 RRULE, hourly at most often; `starts_at` must be one of its starts. Each one becomes a window of its own, 30 days ahead, with the same `recurrence_id`. The rule follows the clock of `time_zone`: a start that the clock skips moves by the gap (02:30 becomes 03:30), one that it shows twice is the first of the two. Changing it replaces the coming windows; null ends the recurrence with this window.",
      examples: ["FREQ=WEEKLY;BYDAY=TU"],
    }),
  time_zone: text(1, 64)
    .nullable()
    .meta({
      title: "Time zone",
      description: "IANA name of the zone whose clock the recurrence follows; UTC when left out.",
      examples: ["Europe/Berlin"],
    }),
};
const applyTo = z
  .enum(APPLY_TO)
  .optional()
  .meta({
    title: "Apply to",
    description:
      "Of a recurring window: `this` one alone (so when left out), or also all `following` ones. Alone, a window keeps its `recurrence_id`.",
    examples: ["this"],
  });

export const CreateMaintenanceWindow = z.object({
  ...fields,
  description: fields.description.default(null),
  monitoring_mode: fields.monitoring_mode.default("normal"),
  status_pages: fields.status_pages.nullable().default([]),
  tags: fields.tags.default(null),
  recurrence: fields.recurrence.default(null),
  time_zone: fields.time_zone.default(null),
});
export type CreateMaintenanceWindow = z.infer<typeof CreateMaintenanceWindow>;

/** A field left out keeps its value; one that may not change any more is accepted when it is sent unchanged. */
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
  title: fields.title,
  description: fields.description,
  monitoring_mode: fields.monitoring_mode,
  state: z.enum(WINDOW_STATES).meta({ title: "State", examples: ["scheduled"] }),
  starts_at: DateOut,
  ends_at: DateOut,
  monitors: z.array(Id),
  status_pages: z.array(Id),
  tags: Tags,
  recurrence: fields.recurrence,
  time_zone: fields.time_zone,
  recurrence_id: Id.nullable().meta({
    title: "Recurrence id",
    description: "The same for all windows made from one rule; null for a window that stands alone.",
    examples: [null],
  }),
  created_at: DateOut,
  updated_at: DateOut,
});
export type MaintenanceWindow = z.infer<typeof MaintenanceWindow>;

export const MaintenanceWindowParams = z.object({ maintenanceWindowId: Id });

export const MaintenanceWindowFilter = z.object({
  monitor_id: repeated(Id),
  status_page_id: repeated(Id),
  state: repeated(z.enum(WINDOW_STATES)),
  tag: repeated(Tag),
});
export type MaintenanceWindowFilter = z.infer<typeof MaintenanceWindowFilter>;

const project = { scope: "project", tag: "Maintenance windows" } as const;
const item = {
  ...project,
  path: "/uptime/maintenance-windows/{maintenanceWindowId}",
  params: MaintenanceWindowParams,
} as const;

export const listMaintenanceWindows = endpoint({
  ...project,
  id: "listMaintenanceWindows",
  method: "GET",
  path: "/uptime/maintenance-windows",
  permission: "uptime:read",
  summary: "List maintenance windows",
  description: "Newest first. Repeated filters match any of their values.",
  query: MaintenanceWindowFilter,
  response: MaintenanceWindow,
  list: true,
  status: 200,
});

export const listComingMaintenance = endpoint({
  scope: "project",
  tag: "Maintenance windows",
  id: "listComingMaintenance",
  method: "GET",
  path: "/uptime/coming-maintenance",
  permission: "uptime:read",
  summary: "List current and upcoming maintenance windows",
  description: "Soonest first. Of the windows of one recurrence only the next is listed.",
  response: MaintenanceWindow,
  list: true,
  status: 200,
});

export const createMaintenanceWindow = endpoint({
  ...project,
  id: "createMaintenanceWindow",
  method: "POST",
  path: "/uptime/maintenance-windows",
  permission: "uptime:write",
  summary: "Schedule a maintenance window",
  description:
    "It begins and ends by itself, within 5 seconds. One that starts in the current minute begins at once.",
  body: CreateMaintenanceWindow,
  response: MaintenanceWindow,
  status: 201,
});

export const getMaintenanceWindow = endpoint({
  ...item,
  id: "getMaintenanceWindow",
  method: "GET",
  permission: "uptime:read",
  summary: "Get a maintenance window",
  response: MaintenanceWindow,
  status: 200,
});

export const updateMaintenanceWindow = endpoint({
  ...item,
  id: "updateMaintenanceWindow",
  method: "POST",
  permission: "uptime:write",
  summary: "Update a maintenance window",
  description:
    "Mode, start, monitors and status pages change only while it is scheduled; the end and the recurrence also while it is in progress; title, description and tags always.",
  body: UpdateMaintenanceWindow,
  response: MaintenanceWindow,
  status: 200,
});

export const deleteMaintenanceWindow = endpoint({
  ...item,
  id: "deleteMaintenanceWindow",
  method: "DELETE",
  permission: "uptime:write",
  summary: "Delete a maintenance window",
  description: "Its effect ends, and nobody is told.",
  query: ApplyTo,
  response: null,
  status: 204,
});

export const cancelMaintenanceWindow = endpoint({
  ...item,
  id: "cancelMaintenanceWindow",
  path: "/uptime/maintenance-windows/{maintenanceWindowId}/cancel",
  method: "POST",
  permission: "uptime:write",
  summary: "Cancel a maintenance window",
  description:
    "Scheduled or in progress; anything else is 422. Following windows are removed and nobody is told of them.",
  query: ApplyTo,
  response: null,
  status: 204,
});

export const completeMaintenanceWindow = endpoint({
  ...item,
  id: "completeMaintenanceWindow",
  path: "/uptime/maintenance-windows/{maintenanceWindowId}/complete",
  method: "POST",
  permission: "uptime:write",
  summary: "Complete a maintenance window now",
  description: "Sets `ends_at` to now. Only while the window is in progress; anything else is 422.",
  response: MaintenanceWindow,
  status: 200,
});
