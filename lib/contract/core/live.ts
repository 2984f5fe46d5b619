import * as z from "zod";
import { endpoint } from "./endpoint";

export const LIVE_TOPICS = ["monitors", "incidents", "pages", "deliveries"] as const;

/** What changed in the project; the client refetches what it shows. Event name on the stream: `change`. */
export const LiveChange = z.object({
  project_id: z.number().int(),
  topic: z.enum(LIVE_TOPICS),
  id: z.number().int().optional(),
});
export type LiveChange = z.infer<typeof LiveChange>;

/** Server-sent events: `ready` at once, `change` per change, a comment every 15 s as heartbeat. */
export const streamLive = endpoint({
  id: "streamLive",
  method: "GET",
  path: "/live",
  scope: "session",
  permission: "uptime:read",
  tag: "Live",
  summary: "Changes of the current project as server-sent events",
  response: LiveChange,
  raw: true,
  status: 200,
});
