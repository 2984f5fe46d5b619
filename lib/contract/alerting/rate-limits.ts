import * as z from "zod";
import { endpoint } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";

/** An integration whose provider responded with 429. Nothing is sent to it until `held_until`. */
export const ChannelHold = z.object({ integration_id: Id, held_until: DateOut });
export type ChannelHold = z.infer<typeof ChannelHold>;

export const listChannelHolds = endpoint({
  id: "listChannelHolds",
  method: "GET",
  path: "/channel-holds",
  scope: "project",
  permission: "platform:read",
  tag: "Integrations",
  summary: "List rate-limited integrations",
  description:
    "Integrations whose provider responded with 429. Their notifications are queued and sent in order when the limit ends.",
  response: ChannelHold,
  list: true,
  status: 200,
});
