import * as z from "zod";
import { endpoint } from "./endpoint";

export const LIVE_TOPICS = ["monitors", "incidents", "pages", "deliveries"] as const;

/** A change in the project, after which the client refetches what it shows. Sent as the `change` event. */
export const LiveChange = z.object({
  project_id: z.number().int(),
  topic: z.enum(LIVE_TOPICS),
  id: z.number().int().optional(),
});
export type LiveChange = z.infer<typeof LiveChange>;

/** Streams server-sent events: `ready` on connect, `change` for each change, and a comment every 15 s as a heartbeat. */
export const streamLive = endpoint({
  id: "streamLive",
  method: "GET",
  path: "/live",
  scope: "session",
  permission: "uptime:read",
  tag: "Live",
  summary: "Stream changes of the current project as server-sent events",
  response: LiveChange,
  raw: true,
  status: 200,
});
