import * as z from "zod";
import { Outcome } from "./check";
import { DELIVERY_STATUSES, DeliverySummary } from "./deliveries";
import { endpoint } from "./endpoint";
import { DateOut, Id } from "./fields";
import { Region } from "./regions";

/** A simulated outage: runners, rules and messages are real, the target and the incident are not. */
export const Drill = z.object({
  drill_id: z.uuid(),
  monitor: z.object({ id: Id, name: z.string() }),
  started_at: DateOut,
  state: z.enum(["checking", "failed", "down", "recovered"]),
  reason: z.string().nullable(),
  checks: z.array(z.object({ region: Region, outcome: Outcome, message: z.string().nullable() })),
  deliveries: z.array(
    DeliverySummary.extend({
      kept_in_outbox: z.boolean().meta({ description: "The same as the status `not_sent`." }),
    }),
  ),
  browsers: z
    .array(
      z.object({
        id: Id,
        event: z.string().meta({ examples: ["uptime.incident.created"] }),
        member: z.string().meta({ description: "Whose browser it is.", examples: ["Ada"] }),
        status: z.enum(DELIVERY_STATUSES),
        reason: z.string().nullable(),
      }),
    )
    .meta({ description: "Browsers of the project's members that show notifications; no rule is needed." }),
});
export type Drill = z.infer<typeof Drill>;

export const StartDrill = z.object({
  monitor_id: Id.nullish().meta({
    title: "Monitor",
    description: "Whose outage is simulated; the newest one when left out.",
    examples: [1],
  }),
});
export type StartDrill = z.infer<typeof StartDrill>;

export const DrillParams = z.object({ drillId: z.uuid() });

const shared = { scope: "session", tag: "Drills" } as const;

export const startDrill = endpoint({
  ...shared,
  id: "startDrill",
  method: "POST",
  path: "/drills",
  permission: "platform:write",
  summary: "Simulate an outage",
  description:
    "The runners of the monitor's regions check a name that can't exist (drill.invalid, RFC 6761), as often as the monitor's confirmations ask for; its rules judge what they saw; the alert rules for incident created fire, and 20 seconds later those for incident recovered. Without a runner in enough regions the drill fails and says so. The monitor itself, pages, reports and lists show nothing of it; its traces are removed after an hour. One at a time: 409 while the project's last drill is checking.",
  body: StartDrill,
  response: Drill,
  status: 201,
});

export const getDrill = endpoint({
  ...shared,
  id: "getDrill",
  method: "GET",
  path: "/drills/{drillId}",
  permission: "platform:read",
  summary: "How a drill goes, and who was told",
  params: DrillParams,
  response: Drill,
  status: 200,
});

export const deleteDrill = endpoint({
  ...shared,
  id: "deleteDrill",
  method: "DELETE",
  path: "/drills/{drillId}",
  permission: "platform:write",
  summary: "Remove a drill's traces now",
  params: DrillParams,
  response: null,
  status: 204,
});
