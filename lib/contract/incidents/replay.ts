import * as z from "zod";
import { endpoint } from "@/lib/contract/core/endpoint";
import { DateIn, DateOut } from "@/lib/contract/core/fields";
import { MonitorFields } from "@/lib/contract/monitors/fields";
import { MonitorParams } from "@/lib/contract/monitors/monitors";

/** Incidents of each list of an answer, newest first; the counts are of all. */
export const REPLAY_LIST_MAX = 200;
/** A replay looks at this many days at most. */
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
    description: "Seconds; a whole multiple of the present interval, since nobody looked in between.",
    examples: [120],
  }),
  from: DateIn.optional().meta({
    title: "From",
    description: "Start of the window; 30 days before its end when left out.",
  }),
  to: DateIn.optional().meta({ title: "To", description: "End of the window; now when left out." }),
});
export type ReplayMonitor = z.infer<typeof ReplayMonitor>;

export const ReplayedIncident = z.object({
  incident_at: DateOut,
  told_at: DateOut.meta({ description: "When it was confirmed: alerts leave then." }),
  recovery_at: DateOut.nullable().meta({ description: "Null: it had not recovered at the window's end." }),
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
  notes: z.array(z.string()).meta({ description: "What stored results can't say about this question." }),
  window: z.object({
    from: DateOut.nullable().meta({
      description: "Oldest stored result that was read; null without results.",
    }),
    to: DateOut.nullable().meta({ description: "Newest stored result that was read." }),
    results: total,
    retention_days: total.meta({ description: "Days that raw results are kept (RETENTION_DAYS)." }),
  }),
  settings: z.object({ present: Settings, other: Settings }),
  present: incidents(
    "What the monitor's present settings make of the stored results, newest first, at most 200.",
  ),
  other: incidents("What the asked settings would have made of them, newest first, at most 200."),
  gained: incidents("Incidents that only the asked settings make, newest first, at most 200."),
  lost: incidents(
    "Incidents that only the present settings make, with the reason why the asked ones do not; at most 200.",
  ),
  changed: z
    .array(
      z.object({
        present: ReplayedIncident,
        other: ReplayedIncident,
        told_shift: seconds("Seconds by which the alert would come later; negative is earlier."),
        start_shift: seconds("Seconds by which the incident would begin later; negative is earlier."),
        end_shift: seconds("Seconds by which it would recover later; null while one has not recovered."),
      }),
    )
    .meta({ description: "The same incidents at other times, newest first, at most 200." }),
  alerts: z.object({ present: total, other: total, gained: total, lost: total, changed: total }).meta({
    description: "How many incidents of each kind, all of them.",
  }),
  recorded: total.meta({
    description: "Automatic incidents of this monitor that are recorded in this time.",
  }),
  downtime: z.object({ present: total, other: total }).meta({
    description: "Seconds with an incident open, paused time left out.",
  }),
});
export type Replay = z.infer<typeof Replay>;

export const replayMonitor = endpoint({
  id: "replayMonitor",
  method: "POST",
  path: "/uptime/monitors/{monitorId}/replay",
  scope: "project",
  permission: "uptime:read",
  tag: "Monitors",
  summary: "What other settings would have done",
  description:
    "Steps through the stored results by the rules of the engine, with the monitor's present settings and with those given, and compares the incidents. Pauses, quarantined regions, silent regions and damped flapping count as they did. Nothing is stored or told. Fields left out keep their present value.",
  params: MonitorParams,
  body: ReplayMonitor,
  response: Replay,
  status: 200,
});
