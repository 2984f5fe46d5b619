import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { Id } from "@/lib/contract/core/fields";
import { RegionIn } from "@/lib/contract/core/regions";
import { PROTOCOL_NAMES } from "@/lib/contract/protocols/lookup";
import { MonitorFields } from "./fields";
import { MONITOR_STATES, MONITOR_STATUSES } from "./states";
import { Tag } from "./tags";

export const MAX_BULK = 10_000;
const tags = z.array(Tag).max(20).optional();
const MAX_VALUES = 100;
const anyOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(MAX_VALUES).optional();

/** The filters of monitor lists, with JSON types. */
const BulkFilter = z.strictObject({
  id: anyOf(Id),
  tag: anyOf(Tag),
  status: anyOf(z.enum(MONITOR_STATUSES)),
  state: anyOf(z.enum(MONITOR_STATES)),
  protocol: anyOf(z.enum(PROTOCOL_NAMES)),
  region: anyOf(RegionIn),
  search: z.string().trim().max(250).optional(),
});

/** A change to several monitors: those with the given IDs, or all that match the filter. */
export const BulkMonitors = z
  .object({
    ids: z.array(Id).min(1).max(MAX_BULK).optional(),
    filter: BulkFilter.optional().meta({
      description: "Selects every matching monitor, instead of `ids`; `{}` selects all.",
    }),
    action: z.enum(["pause", "resume", "delete", "change"]),
    interval: MonitorFields.interval.optional(),
    add_tags: tags,
    remove_tags: tags,
    expected: z.number().int().min(0).optional().meta({
      description: "Number of monitors that must match; otherwise 409. Required for `delete`.",
    }),
  })
  .refine((bulk) => (bulk.ids === undefined) !== (bulk.filter === undefined), {
    path: ["ids"],
    message: "Send either ids or filter.",
  })
  .refine((bulk) => bulk.action !== "delete" || bulk.expected !== undefined, {
    path: ["expected"],
    message: "expected is required when action is delete.",
  })
  // Not `examples`: zod drops those of a schema that transforms its input.
  .meta({ example: { ids: [1, 2], action: "pause" } });
export type BulkMonitors = z.infer<typeof BulkMonitors>;

export const BulkDone = z.object({
  changed: z.number().int(),
  turned: z.array(Id).meta({
    title: "Turned",
    description:
      "IDs of the monitors that were paused or resumed, without those already in that state. Empty for other actions. To undo the change, send them with the opposite action.",
    examples: [[1, 2]],
  }),
});
export type BulkDone = z.infer<typeof BulkDone>;

export const endpoints = endpointsOf("project", "Monitors", {
  bulkMonitors: {
    at: "POST /uptime/monitors/bulk",
    summary: "Change many monitors at once",
    description:
      "Changes monitors in groups of 200, each group in one transaction. Monitors of other projects are skipped. Responds with 409 when `expected` differs from the number of matches.",
    conflicts: true,
    body: BulkMonitors,
    response: BulkDone,
  },
});
