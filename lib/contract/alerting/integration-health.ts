import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";

/** Delivery health of an integration: its last notification, its next retry, and why it is paused. */
export const IntegrationHealth = z.object({
  integration_id: Id,
  last: z
    .object({
      delivery_id: Id,
      event: z.string().meta({ examples: ["uptime.incident.created"] }),
      status: z.enum(["delivered", "not_sent", "failed"]),
      at: DateOut,
      reason: z.string().nullable().meta({ description: "Why it failed or was not sent." }),
    })
    .nullable()
    .meta({ description: "The last completed notification, including tests; null before the first one." }),
  consecutive_failures: z
    .number()
    .int()
    .meta({
      description:
        "Failed notifications since the last success or since the integration was resumed, excluding test messages and test incidents.",
      examples: [0],
    }),
  retrying: z
    .object({ delivery_id: Id, reason: z.string().nullable(), next_attempt_at: DateOut })
    .nullable()
    .meta({ description: "The next notification to be retried, with the result of its last attempt." }),
  pause_reason: z.string().nullable().meta({
    description: "Why the integration paused itself; null when it is active or was paused by a person.",
  }),
  previous_secret_until: DateOut.nullable().meta({
    description: "Until when the previous signing secret also signs; null when only one secret is valid.",
  }),
});
export type IntegrationHealth = z.infer<typeof IntegrationHealth>;

export const endpoints = endpointsOf("project", "Deliveries", {
  getIntegrationHealth: {
    at: "GET /integrations/health",
    summary: "Get the delivery health of each integration",
    description: "One entry per integration of the project, newest first.",
    response: z.object({ destinations: z.array(IntegrationHealth) }),
  },
});
