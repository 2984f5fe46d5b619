import * as z from "zod";
import { App } from "@/lib/contract/apps/app-id";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";
import { repeated } from "@/lib/contract/core/list";
import { DELIVERY_STATUSES } from "./delivery-statuses";

/** One request of an attempt, since some notifications take several requests, with secrets masked and bodies truncated. */
export const DeliveryAttempt = z.object({
  id: Id,
  attempt: z.number().int(),
  started_at: DateOut,
  duration_ms: z.number().int().nullable(),
  outcome: z.enum(["delivered", "not_sent", "retry", "rejected"]),
  status_code: z.number().int().nullable(),
  error: z.string().nullable(),
  request: z.unknown(),
  response: z.unknown(),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const DeliverySummary = z.object({
  id: Id,
  request_id: z
    .string()
    .meta({ description: "The same for all attempts, so that a receiver can drop duplicates." }),
  event: z.string().meta({ examples: ["uptime.incident.created"] }),
  status: z.enum(DELIVERY_STATUSES).meta({
    description: "`not_sent`: the email was stored in the outbox because email is not configured.",
  }),
  reason: z.string().nullable().meta({ description: "Why the delivery failed or is waiting." }),
  failed_over: z
    .string()
    .nullable()
    .meta({
      description: "The integration that the notification was also sent to after failed attempts.",
      examples: ["Failed over to Pager after 3 failed attempts."],
    }),
  failover_note: z
    .string()
    .nullable()
    .meta({
      description:
        "Why this integration received a notification meant for another one. Continues a sentence that starts with “This alert”.",
      examples: ["could not be delivered through Hook after 3 attempts: returned 503."],
    }),
  attempts: z.number().int(),
  integration_id: Id,
  integration_name: z.string(),
  app: App,
  alert_rule_id: Id.nullable(),
  incident_id: Id.nullable(),
  occurred_at: DateOut,
  next_attempt_at: DateOut.nullable(),
  rate_limited_until: DateOut.nullable().meta({
    description: "Rate-limited by the provider (429). Nothing is sent to this integration until then.",
  }),
  finished_at: DateOut.nullable(),
  created_at: DateOut,
});
export type DeliverySummary = z.infer<typeof DeliverySummary>;

export const Delivery = DeliverySummary.extend({ attempt_log: z.array(DeliveryAttempt) });
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryFilter = z.object({
  status: repeated(z.enum(DELIVERY_STATUSES)),
  integration_id: repeated(Id),
  incident_id: repeated(Id),
});
export type DeliveryFilter = z.infer<typeof DeliveryFilter>;

export const endpoints = endpointsOf("project", "Deliveries", {
  listDeliveries: {
    at: "GET /deliveries",
    summary: "List deliveries",
    description:
      "Notifications that were sent, are queued, or were suppressed, with the reason. Newest first.",
    query: DeliveryFilter,
    response: DeliverySummary,
    list: true,
  },
  getDelivery: {
    at: "GET /deliveries/{deliveryId}",
    summary: "Get a delivery with its attempts",
    response: Delivery,
  },
  resendDelivery: {
    at: "POST /deliveries/{deliveryId}/resend",
    summary: "Resend a delivery",
    description:
      "Sends it again immediately with the same request ID. Responds with 409 while it is still queued.",
    response: z.object({ delivery_id: Id }),
    status: 202,
    conflicts: true,
  },
});
