import * as z from "zod";
import { endpoint } from "./endpoint";
import { DateOut, Id } from "./fields";

/** An integration whose provider asked to wait (429): nothing goes to it until then. */
export const ChannelHold = z.object({ integration_id: Id, held_until: DateOut });
export type ChannelHold = z.infer<typeof ChannelHold>;

export const listChannelHolds = endpoint({
  id: "listChannelHolds",
  method: "GET",
  path: "/channel-holds",
  scope: "session",
  permission: "platform:read",
  tag: "Integrations",
  summary: "List integrations that are held",
  description:
    "Their provider answered 429: their messages wait, unsent and uncounted, and go out in order when the hold ends.",
  response: ChannelHold,
  list: true,
  status: 200,
});
