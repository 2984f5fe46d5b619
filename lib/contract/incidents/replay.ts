import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateIn, DateOut } from "@/lib/contract/core/fields";
import { MonitorFields } from "@/lib/contract/monitors/fields";

/** Maximum number of incidents in each list of a replay, newest first. The counts cover all incidents. */
export const REPLAY_LIST_MAX = 200;
/** Maximum number of days in a replay. */
export const REPLAY_DAYS_MAX = 31;

const Settings = z.object({
  incident_confirmations: MonitorFields.incident_confirmations,
  recovery_confirmations: MonitorFields.recovery_confirmations,
  region_threshold: MonitorFields.region_threshold,
  interval: z.number().int(),
});

export const ReplayMonitor = z.object({
  incident_confirmations: MonitorFields.incident_confirmations.optional(),
  recovery_confirmations: MonitorFields.recovery_confirmations.optional(),
  region_threshold: MonitorFields.region_threshold.optional(),
  interval: MonitorFields.interval.optional().meta({
    title: "Interval",
    description:
      "Seconds. Must be a whole multiple of the current interval, because there are no results in between.",
    examples: [120],
  }),
  from: DateIn.optional().meta({
    title: "From",
    description: "Start of the range. Defaults to 30 days before its end.",
  }),
  to: DateIn.optional().meta({ title: "To", description: "End of the range. Defaults to now." }),
});
export type ReplayMonitor = z.infer<typeof ReplayMonitor>;

export const ReplayedIncident = z.object({
  incident_at: DateOut,
  alerted_at: DateOut.meta({ description: "When the incident was confirmed and alerts were sent." }),
  recovery_at: DateOut.nullable().meta({
    description: "Null when the incident had not recovered by the end of the range.",
  }),
  reason: z.string(),
});
export type ReplayedIncident = z.infer<typeof ReplayedIncident>;

const incidents = (description: string) => z.array(ReplayedIncident).meta({ description });
const seconds = (description: string) => z.number().int().nullable().meta({ description });
const total = z.number().int().min(0);

export const Replay = z.object({
  summary: z.string().meta({
    examples: [
      "With 2 consecutive failures instead of 3: 1 more alert, 0 fewer, 4 outages alerted 20 s earlier.",
    ],
  }),
  notes: z
    .array(z.string())
    .meta({ description: "Limits of what the stored results can show for these settings." }),
  range: z.object({
    from: DateOut.nullable().meta({
      description: "Time of the oldest stored result used; null without results.",
    }),
    to: DateOut.nullable().meta({
      description: "Time of the newest stored result used; null without results.",
    }),
    results: total,
    retention_days: total.meta({ description: "Days that raw results are kept (RETENTION_DAYS)." }),
  }),
  settings: z.object({ present: Settings, other: Settings }),
  present: incidents(
    "Incidents from the stored results under the current settings, newest first, at most 200.",
  ),
  other: incidents(
    "Incidents from the stored results under the proposed settings, newest first, at most 200.",
  ),
  gained: incidents("Incidents that occur only under the proposed settings, newest first, at most 200."),
  lost: incidents(
    "Incidents that occur only under the current settings, with the reason why the proposed settings avoid them; at most 200.",
  ),
  changed: z
    .array(
      z.object({
        present: ReplayedIncident,
        other: ReplayedIncident,
        alert_shift: seconds("Seconds by which the alert would be sent later; negative means earlier."),
        start_shift: seconds("Seconds by which the incident would start later; negative means earlier."),
        end_shift: seconds(
          "Seconds by which the incident would recover later; null unless both have recovered.",
        ),
      }),
    )
    .meta({
      description: "Incidents that occur under both settings at different times, newest first, at most 200.",
    }),
  alerts: z.object({ present: total, other: total, gained: total, lost: total, changed: total }).meta({
    description: "Total number of incidents in each list.",
  }),
  recorded: total.meta({
    description: "Number of recorded automatic incidents of this monitor in the range.",
  }),
  downtime: z.object({ present: total, other: total }).meta({
    description: "Seconds with an open incident, excluding paused time.",
  }),
});
export type Replay = z.infer<typeof Replay>;

export const endpoints = endpointsOf("project", "Monitors", {
  replayMonitor: {
    at: "POST /uptime/monitors/{monitorId}/replay",
    permission: "uptime:read",
    summary: "Replay stored results with other settings",
    description:
      "Replays the stored results with the monitor's current settings and with the proposed ones, and compares the incidents. Pauses, quarantined regions, silent regions, and flap damping apply as they originally did. Nothing is stored and no notifications are sent. Omitted fields keep their current value.",
    body: ReplayMonitor,
    response: Replay,
  },
});
