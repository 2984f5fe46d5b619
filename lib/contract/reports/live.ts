import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { MONITOR_STATUSES } from "@/lib/contract/monitors/states";

export const LIVE_TOPICS = ["monitors", "incidents", "pages", "deliveries"] as const;

/** A change in the project, after which the client refetches what it shows. Sent as the `change` event. */
export const LiveChange = z.object({
  project_id: z.number().int(),
  topic: z.enum(LIVE_TOPICS),
  id: z.number().int().optional(),
});
export type LiveChange = z.infer<typeof LiveChange>;

/**
 * Monitors with new results, and the new status of those whose status changed. Sent as the `checks` event: immediately when a
 * status changed, otherwise at most once a second.
 */
export const LiveChecks = z.object({
  project_id: z.number().int(),
  checked: z.array(z.number().int()),
  changed: z.array(z.object({ id: z.number().int(), status: z.enum(MONITOR_STATUSES) })),
});
export type LiveChecks = z.infer<typeof LiveChecks>;

export const endpoints = endpointsOf("session", "Live", {
  /**
   * Streams server-sent events: `ready` on connect, `change` for each change, `checks` for new results, and a comment every 15 s
   * as a heartbeat.
   */
  streamLive: {
    at: "GET /live",
    permission: "uptime:read",
    summary: "Stream changes of a project as server-sent events",
    query: z.object({
      project_id: z.coerce
        .number()
        .int()
        .min(1)
        .optional()
        .meta({ description: "The session's current project if omitted." }),
    }),
    response: z.union([LiveChange, LiveChecks]),
    raw: true,
  },
});
