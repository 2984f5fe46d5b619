import * as z from "zod";
import { endpoint } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";
import { repeated } from "@/lib/contract/core/list";
import { Tag } from "@/lib/contract/monitors/tags";
import { EventKey } from "./events";
import { eventSettingsForms, messageSettingsForms } from "./settings-forms";

export const RATE_LIMITS_MINUTES = [0, 5, 10, 30, 60, 180, 720, 1440] as const;

const settings = (description: string, anyOf: unknown[], example: Record<string, unknown>) =>
  z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description, anyOf, examples: [example] });

const unique = (items: readonly unknown[]) => new Set(items).size === items.length;

const fields = {
  scope: z.enum(["organization", "project"]).meta({
    title: "Scope",
    description:
      "project: events of this project. organization: events of every project; a key of a single project can't make or change such a rule (403).",
    examples: ["project"],
  }),
  event: EventKey,
  integration_id: Id.meta({ title: "Tell", description: "An integration of this project.", examples: [1] }),
  rate_limit: z.literal(RATE_LIMITS_MINUTES).meta({
    title: "At most once in",
    description:
      "Minutes in which this rule tells once; what comes in between is logged as rate limited. 0: every time.",
    examples: [0],
  }),
  event_settings: settings(
    "Incident created, recovered, comment created, update published: {type: all, monitor or manual}, all when left out. Certificate expiring: {days_before_expiry: 1..60}. Other events: empty or null.",
    eventSettingsForms(),
    { type: "all" },
  ).meta({ title: "Event settings" }),
  integration_settings: settings(
    "ntfy: {priority}. pushover: {priority, retry, expire}. outgoing_webhook: {schema}. Other apps: empty or null.",
    messageSettingsForms(),
    { priority: "high" },
  ).meta({ title: "Message settings" }),
  monitors: z
    .array(Id)
    .max(100)
    .refine(unique, { message: "Each monitor may stand only once." })
    .meta({ title: "Monitors", description: "Only these monitors; empty: all.", examples: [[]] }),
  tags: z
    .array(Tag)
    .max(20)
    .refine(unique, { message: "Each tag may stand only once." })
    .meta({
      title: "Tags",
      description: "Only what carries one of these tags; empty: everything.",
      examples: [[]],
    }),
};

/** Null means none. */
const orNone = <Item extends z.ZodType>(list: z.ZodArray<Item>) =>
  list.nullable().transform((items) => items ?? []);

export const CreateAlertRule = z.object({
  scope: fields.scope.default("project"),
  event: fields.event,
  integration_id: fields.integration_id,
  rate_limit: fields.rate_limit.default(0),
  event_settings: fields.event_settings.default(null),
  integration_settings: fields.integration_settings.default(null),
  monitors: orNone(fields.monitors).default([]),
  tags: orNone(fields.tags).default([]),
});
export type CreateAlertRule = z.infer<typeof CreateAlertRule>;

/** A field left out keeps its value. */
export const UpdateAlertRule = z
  .object({ ...fields, monitors: orNone(fields.monitors), tags: orNone(fields.tags) })
  .partial();
export type UpdateAlertRule = z.infer<typeof UpdateAlertRule>;

export const AlertRule = z.object({
  id: Id,
  project_id: Id.nullable().meta({ description: "Null for the scope organization." }),
  ...fields,
  created_at: DateOut,
  updated_at: DateOut,
});
export type AlertRule = z.infer<typeof AlertRule>;

export const AlertRuleParams = z.object({ alertRuleId: Id });
export const AlertRuleFilter = z.object({ event: repeated(EventKey), integration_id: repeated(Id) });
export type AlertRuleFilter = z.infer<typeof AlertRuleFilter>;

const shared = { scope: "project", tag: "Alert rules" } as const;

export const listAlertRules = endpoint({
  ...shared,
  id: "listAlertRules",
  method: "GET",
  path: "/alert-rules",
  permission: "platform:read",
  summary: "List alert rules",
  description: "Those of the project and those of the whole organization, newest first.",
  query: AlertRuleFilter,
  response: AlertRule,
  list: true,
  status: 200,
});

export const createAlertRule = endpoint({
  ...shared,
  id: "createAlertRule",
  method: "POST",
  path: "/alert-rules",
  permission: "platform:write",
  summary: "Create an alert rule",
  description: "When the event happens, the integration is told.",
  body: CreateAlertRule,
  response: AlertRule,
  status: 201,
});

export const getAlertRule = endpoint({
  ...shared,
  id: "getAlertRule",
  method: "GET",
  path: "/alert-rules/{alertRuleId}",
  permission: "platform:read",
  summary: "Get an alert rule",
  params: AlertRuleParams,
  response: AlertRule,
  status: 200,
});

export const updateAlertRule = endpoint({
  ...shared,
  id: "updateAlertRule",
  method: "POST",
  path: "/alert-rules/{alertRuleId}",
  permission: "platform:write",
  summary: "Update an alert rule",
  description: "A field left out keeps its value.",
  params: AlertRuleParams,
  body: UpdateAlertRule,
  response: AlertRule,
  status: 200,
});

export const deleteAlertRule = endpoint({
  ...shared,
  id: "deleteAlertRule",
  method: "DELETE",
  path: "/alert-rules/{alertRuleId}",
  permission: "platform:write",
  summary: "Delete an alert rule",
  description: "What is already on its way is still delivered.",
  params: AlertRuleParams,
  response: null,
  status: 204,
});
