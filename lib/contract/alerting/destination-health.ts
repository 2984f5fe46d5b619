import * as z from "zod";
import { endpoint } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";

/** How telling a destination goes: its last message, what it waits for, why it is paused. */
export const DestinationHealth = z.object({
  integration_id: Id,
  last: z
    .object({
      delivery_id: Id,
      event: z.string().meta({ examples: ["uptime.incident.created"] }),
      status: z.enum(["delivered", "not_sent", "failed"]),
      at: DateOut,
      reason: z.string().nullable().meta({ description: "Why it failed or was not sent, in words." }),
    })
    .nullable()
    .meta({ description: "The message that ended last, tests among them. Null before the first." }),
  failures_in_a_row: z
    .number()
    .int()
    .meta({
      description:
        "Messages that failed since one arrived or somebody resumed it, tests and drills left out.",
      examples: [0],
    }),
  retrying: z
    .object({ delivery_id: Id, reason: z.string().nullable(), next_attempt_at: DateOut })
    .nullable()
    .meta({ description: "The next message that will be tried again, and what the last attempt brought." }),
  pause_reason: z
    .string()
    .nullable()
    .meta({ description: "Why it paused itself; null when it runs, and when somebody paused it." }),
  previous_secret_until: DateOut.nullable().meta({
    description:
      "Until when the signing secret that was replaced signs along; null while one secret is in force.",
  }),
});
export type DestinationHealth = z.infer<typeof DestinationHealth>;

export const getDestinationHealth = endpoint({
  scope: "project",
  tag: "Deliveries",
  id: "getDestinationHealth",
  method: "GET",
  path: "/destination-health",
  permission: "platform:read",
  summary: "Get the delivery health of each integration",
  description: "One entry for each integration of the project, newest first.",
  response: z.object({ destinations: z.array(DestinationHealth) }),
  status: 200,
});
