import * as z from "zod";
import { CheckExchange } from "@/lib/contract/checks/check";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";
import { Region } from "@/lib/contract/core/regions";
import { Incident } from "./incidents";

/** One timeline entry: a decision with its reason, an update, a comment, or a delivery. */
export const TimelineEntry = z.object({
  at: DateOut,
  kind: z.string().meta({
    description:
      "opened, propagated, ongoing, recovering, partially_recovered, waiting_for_stable_recovery, recovered, created, reopened, edited, unmerged, acknowledged, unacknowledged, assigned, corrected, post_mortem_drafted, model_text, model_text_failed, monitor_paused, monitor_resumed, monitor_edited, monitor_deleted, maintenance_began, maintenance_ended, update, comment, delivery …",
    examples: ["opened"],
  }),
  text: z.string(),
  detail: z.record(z.string(), z.unknown()).nullable(),
  exchanges: z.array(z.object({ region: Region, trace: CheckExchange })).meta({
    description: "Requests and responses of the failed checks, with secrets redacted; kept 30 days.",
  }),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

const ruleCount = z.number().int().min(0);

const AffectedMonitor = z.object({
  id: Id,
  name: z.string(),
  failing_since: DateOut.nullable(),
  recovered_at: DateOut.nullable(),
  observed_up: z.array(z.object({ from: DateOut, to: DateOut.nullable() })).meta({
    description:
      "Periods within the incident in which the monitor was up. They do not count as downtime. `to` is null while the period lasts.",
  }),
});

/** Older entries of one kind that are left out. */
export const Omitted = z.object({
  kind: z.string(),
  integration: z.string().nullable().meta({ description: "Name of the integration of deliveries." }),
  status: z.string().nullable().meta({ description: "Status of deliveries." }),
  count: z.number().int().min(1),
  first_at: DateOut,
});
export type Omitted = z.infer<typeof Omitted>;

export const IncidentTimeline = z.object({
  monitors: z
    .array(AffectedMonitor)
    .meta({ description: "The first 100 of the incident's monitors, in its order." }),
  unnotified: z
    .string()
    .nullable()
    .meta({ description: "Why no one was notified of the incident's start; null if someone was." }),
  unmatched_rules: z
    .object({ total: ruleCount, type: ruleCount, monitors: ruleCount, tags: ruleCount })
    .nullable()
    .meta({
      description:
        "Set if no alert rule matched the incident's start. `total` is the number of alert rules for new incidents at that time. The others count those excluded by their incident type, monitors, or tags.",
    }),
  entries: z.array(TimelineEntry).meta({
    description:
      "Newest first, at most 500. In addition, the newest 50 of each kind that a mass outage repeats, such as monitors that join and notifications that were delivered.",
  }),
  omitted: z
    .array(Omitted)
    .meta({ description: "Numbers of repeated entries that are left out in a mass outage." }),
});
export type IncidentTimeline = z.infer<typeof IncidentTimeline>;

export const AssignIncident = z.object({
  user_id: Id.optional().meta({
    title: "Person",
    description:
      "A person with access to the project. Defaults to the signed-in user; required with API keys.",
    examples: [2],
  }),
});
export type AssignIncident = z.infer<typeof AssignIncident>;

export const UnmergeIncident = z.object({
  monitor_id: Id.meta({
    title: "Monitor",
    description: "One of the incident's monitors. The incident must have more than one.",
    examples: [2],
  }),
});
export type UnmergeIncident = z.infer<typeof UnmergeIncident>;

export const endpoints = endpointsOf("project", "Incidents", {
  getIncidentTimeline: {
    at: "GET /uptime/incidents/{incidentId}/timeline",
    summary: "Get the timeline of an incident",
    response: IncidentTimeline,
  },
  acknowledgeIncident: {
    at: "POST /uptime/incidents/{incidentId}/acknowledge",
    summary: "Acknowledge an incident",
    description:
      "Records who is working on the incident. The first acknowledgment is kept; repeating the call has no effect.",
  },
  assignIncident: {
    at: "POST /uptime/incidents/{incidentId}/assign",
    summary: "Assign an incident or take it over",
    description:
      "Records who is working on the incident from now on, which acknowledges it. Anyone other than the caller gets an email.",
    body: AssignIncident,
  },
  unacknowledgeIncident: {
    at: "DELETE /uptime/incidents/{incidentId}/acknowledge",
    summary: "Withdraw an acknowledgment",
    description: "Without an acknowledgment, the call has no effect.",
  },
  unmergeIncident: {
    at: "POST /uptime/incidents/{incidentId}/unmerge",
    summary: "Remove a monitor from a merged incident",
    description:
      "Opens a separate incident for the monitor and returns it. Each incident then has its own downtime.",
    body: UnmergeIncident,
    response: Incident,
    status: 201,
  },
});
