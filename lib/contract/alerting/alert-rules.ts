import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id, uniqueList } from "@/lib/contract/core/fields";
import { repeated } from "@/lib/contract/core/list";
import { Tag } from "@/lib/contract/monitors/tags";
import { EventKey } from "../core/events";
import { ruleSettingsByApp } from "./app-texts";
import { RATE_LIMITS_MINUTES } from "./rule-limits";
import { eventSettingsForms, messageSettingsForms } from "./settings-forms";

const settings = (description: string, anyOf: unknown[], example: Record<string, unknown>) =>
  z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description, anyOf, examples: [example] });

const fields = {
  scope: z.enum(["organization", "project"]).meta({
    title: "Scope",
    description:
      "`project`: events of this project. `organization`: events of every project; a project key cannot create or change such a rule (403).",
    examples: ["project"],
  }),
  event: EventKey,
  integration_id: Id.meta({
    title: "Integration",
    description: "An integration of this project.",
    examples: [1],
  }),
  rate_limit: z.literal(RATE_LIMITS_MINUTES).meta({
    title: "Rate limit",
    description:
      "Minutes during which this rule sends at most one notification; further events are logged as rate-limited. The recovery of an incident is always sent to an integration that was notified of its start. 0 means no limit.",
    examples: [0],
  }),
  event_settings: settings(
    "Incident created, recovered, comment created, update published: `{type}`, one of all, monitor, and manual, all by default. Certificate expiring: `{days_before_expiry}`, 1 to 60. Other events: empty or null.",
    eventSettingsForms(),
    { type: "all" },
  ).meta({ title: "Event settings" }),
  integration_settings: settings(ruleSettingsByApp(), messageSettingsForms(), { priority: "high" }).meta({
    title: "Message settings",
  }),
  monitors: uniqueList(Id, 100).meta({
    title: "Monitors",
    description: "Limits the rule to these monitors. Empty means all.",
    examples: [[]],
  }),
  tags: uniqueList(Tag, 20).meta({
    title: "Tags",
    description: "Limits the rule to resources with one of these tags. Empty means all.",
    examples: [[]],
  }),
};

/** Accepts null as an empty list. */
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

/** A partial update. Omitted fields keep their value. */
export const UpdateAlertRule = z
  .object({ ...fields, monitors: orNone(fields.monitors), tags: orNone(fields.tags) })
  .partial();
export type UpdateAlertRule = z.infer<typeof UpdateAlertRule>;

export const AlertRule = z.object({
  id: Id,
  project_id: Id.nullable().meta({ description: "Null when the scope is `organization`." }),
  ...fields,
  created_at: DateOut,
  updated_at: DateOut,
});
export type AlertRule = z.infer<typeof AlertRule>;

export const AlertRuleFilter = z.object({ event: repeated(EventKey), integration_id: repeated(Id) });
export type AlertRuleFilter = z.infer<typeof AlertRuleFilter>;

export const endpoints = endpointsOf("project", "Alert rules", {
  listAlertRules: {
    at: "GET /alert-rules",
    summary: "List alert rules",
    description: "Rules of the project and of the whole organization, newest first.",
    query: AlertRuleFilter,
    response: AlertRule,
    list: true,
  },
  createAlertRule: {
    at: "POST /alert-rules",
    summary: "Create an alert rule",
    description: "When the event occurs, the rule sends a notification to the integration.",
    body: CreateAlertRule,
    response: AlertRule,
    status: 201,
  },
  getAlertRule: { at: "GET /alert-rules/{alertRuleId}", summary: "Get an alert rule", response: AlertRule },
  updateAlertRule: {
    at: "POST /alert-rules/{alertRuleId}",
    summary: "Update an alert rule",
    description: "Omitted fields keep their value.",
    body: UpdateAlertRule,
    response: AlertRule,
  },
  deleteAlertRule: {
    at: "DELETE /alert-rules/{alertRuleId}",
    summary: "Delete an alert rule",
    description:
      "Queued notifications are still delivered. An integration that was notified of an open incident gets a final notification if no other rule covers its recovery.",
  },
});
