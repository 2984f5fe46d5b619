import * as z from "zod";
import { Certificate } from "@/lib/contract/checks/certificates";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";
import { Incident } from "@/lib/contract/incidents/incidents";
import { MonitorFields } from "@/lib/contract/monitors/fields";
import { ObservedRegion } from "@/lib/contract/monitors/monitors";
import { MONITOR_STATES, MONITOR_STATUSES, type MonitorState } from "@/lib/contract/monitors/states";

const count = z.number().int().min(0);

/** Returns the first items of a list together with the number of all of them. */
function firstOf<Item extends z.ZodType>(item: Item, description: string) {
  return z.object({ total: count, data: z.array(item) }).meta({ description });
}

/** A monitor that needs attention, with what explains why. */
export const AttentionMonitor = z.object({
  id: Id,
  name: MonitorFields.name,
  status: z.enum(MONITOR_STATUSES),
  status_since: DateOut.meta({ description: "When the status last changed." }),
  data_missing: z.boolean(),
  region_threshold: MonitorFields.region_threshold,
  observed_regions: z.array(ObservedRegion),
});
export type AttentionMonitor = z.infer<typeof AttentionMonitor>;

/** Monitors that need attention and have the same first tag. */
export const AttentionGroup = z.object({
  tag: z.string().nullable().meta({ description: "Null for monitors without a tag." }),
  monitors: count,
  offline: count,
  partial: count,
  since: DateOut.nullable().meta({
    description: "When the first failing monitor entered its current state.",
  }),
});
export type AttentionGroup = z.infer<typeof AttentionGroup>;

/** A certificate that has expired or is about to. */
export const ExpiringCertificate = z.object({
  id: Id,
  monitor_id: Id,
  monitor_name: MonitorFields.name,
  not_after: Certificate.shape.expires_at,
  expires_first: Certificate.shape.expires_first,
  warned_days: Certificate.shape.warned_days,
});
export type ExpiringCertificate = z.infer<typeof ExpiringCertificate>;

export const ALERTING_TROUBLES = ["failing", "paused", "rate_limited"] as const;
export const NO_ALERTS = ["no_integration", "no_alert_rule", "paused"] as const;

/** An integration that doesn't deliver now. */
export const TroubledIntegration = z.object({
  id: Id,
  name: z.string(),
  trouble: z.enum(ALERTING_TROUBLES),
  reason: z
    .string()
    .nullable()
    .meta({ description: "Why the last delivery failed or the integration paused itself." }),
  until: DateOut.nullable().meta({ description: "Until when it is rate-limited." }),
});
export type TroubledIntegration = z.infer<typeof TroubledIntegration>;

const Alerting = z
  .object({
    no_alerts: z
      .enum(NO_ALERTS)
      .nullable()
      .meta({ description: "Why an outage would notify no one; null when someone would be notified." }),
    integrations: firstOf(
      TroubledIntegration,
      "Integrations that fail, are rate-limited, or are paused although an alert rule uses them: the first 10.",
    ),
  })
  .nullable()
  .meta({ description: "Null for API keys without `platform:read`." });

/** The state of a whole project. */
export const Overview = z.object({
  monitors: z
    .object(
      Object.fromEntries(MONITOR_STATES.map((state) => [state, count])) as Record<MonitorState, typeof count>,
    )
    .meta({ description: "Number of monitors in each state. Every monitor is counted once." }),
  attention: firstOf(
    AttentionMonitor,
    "Monitors that are failing or have a silent region, without paused ones: the 10 worst.",
  ),
  attention_groups: z
    .array(AttentionGroup)
    .meta({ description: "All monitors that need attention by their first tag: the 20 worst groups." }),
  certificates: firstOf(
    ExpiringCertificate,
    "Certificates in use that have expired or that an alert rule warns about, without those of paused monitors: the 10 that expire first.",
  ),
  alerting: Alerting,
  open_incidents: firstOf(Incident, "Open incidents: the 5 that started last."),
  recent_incidents: z.array(Incident).meta({ description: "The 8 recovered incidents that started last." }),
});
export type Overview = z.infer<typeof Overview>;

export const endpoints = endpointsOf("project", "Reports", {
  getOverview: {
    at: "GET /uptime/overview",
    summary: "Get the state of the whole project",
    description: "Counts every monitor and lists what needs attention.",
    response: Overview,
  },
});
