import * as z from "zod";
import { endpoint } from "./endpoint";
import { Id } from "./fields";
import { MonitorFields } from "./monitor-fields";
import { MonitorFilter } from "./monitors";
import { Tag } from "./tags";

export const MAX_BULK = 10_000;
const tags = z.array(Tag).max(20).optional();

/** One change to many monitors: those with these ids, or all that match the filter. */
export const BulkMonitors = z
  .object({
    ids: z.array(Id).min(1).max(MAX_BULK).optional(),
    filter: z
      .object({ ...MonitorFilter.shape, search: z.string().max(250).optional() })
      .optional()
      .meta({ description: "Instead of ids: every monitor that matches, `{}` for all." }),
    action: z.enum(["pause", "resume", "delete", "change"]),
    interval: MonitorFields.interval.optional(),
    add_tags: tags,
    remove_tags: tags,
    expected: z.number().int().min(0).optional().meta({
      description: "How many the person saw; 409 when the number that matches differs. Required for delete.",
    }),
  })
  .refine((bulk) => (bulk.ids === undefined) !== (bulk.filter === undefined), {
    path: ["ids"],
    message: "Name either ids or a filter.",
  })
  .refine((bulk) => bulk.action !== "delete" || bulk.expected !== undefined, {
    path: ["expected"],
    message: "Deleting many needs the expected number.",
  });
export type BulkMonitors = z.infer<typeof BulkMonitors>;

export const BulkDone = z.object({ changed: z.number().int() });
export type BulkDone = z.infer<typeof BulkDone>;

export const bulkMonitors = endpoint({
  id: "bulkMonitors",
  method: "POST",
  path: "/uptime/monitors/bulk",
  scope: "session",
  permission: "uptime:write",
  tag: "Monitors",
  summary: "Change many monitors at once",
  description: "In groups of 200, each wholly or not at all. Monitors of other projects are left out.",
  body: BulkMonitors,
  response: BulkDone,
  status: 200,
});
