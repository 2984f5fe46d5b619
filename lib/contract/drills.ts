import * as z from "zod";
import { DeliverySummary } from "./deliveries";
import { endpoint } from "./endpoint";
import { DateOut, Id } from "./fields";

/** A simulated outage: rules, messages and integrations are real, the incident is not. */
export const Drill = z.object({
  drill_id: z.uuid(),
  monitor: z.object({ id: Id, name: z.string() }),
  started_at: DateOut,
  state: z.enum(["down", "recovered"]),
  deliveries: z.array(DeliverySummary),
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
    "The rules for incident created fire now, those for incident recovered 20 seconds later, as if the monitor were down. No page, report or list shows it; its traces are removed after an hour.",
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
  summary: "Who was told in a drill",
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
