import * as z from "zod";
import { endpoint } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";
import { StatusPageParams } from "./pages";

/** What a subscriber can choose to hear about. */
export const SUBSCRIPTION_KINDS = ["incidents", "maintenance"] as const;
export type SubscriptionKind = (typeof SUBSCRIPTION_KINDS)[number];

/** A visitor who gets the page's emails, confirmed by a link. */
export const PageSubscriber = z.object({
  id: Id,
  email: z.string(),
  components: z.array(Id).meta({
    description:
      "Monitors that the subscriber gets emails about. Empty means all monitors of the page, including those added later.",
  }),
  groups: z.array(z.string()).meta({
    description:
      "Names of groups that the subscriber chose. `components` has their monitors at that time; ones added later count too.",
  }),
  kinds: z.array(z.enum(SUBSCRIPTION_KINDS)).meta({
    description: "What the subscriber gets emails about. Empty means incidents and maintenance.",
  }),
  confirmed_at: DateOut,
});
export type PageSubscriber = z.infer<typeof PageSubscriber>;

export const PageSubscriberParams = StatusPageParams.extend({ subscriberId: Id });

const shared = { tag: "Status pages", scope: "project" } as const;

export const listPageSubscribers = endpoint({
  ...shared,
  id: "listPageSubscribers",
  method: "GET",
  path: "/uptime/status-pages/{statusPageId}/subscribers",
  permission: "uptime:read",
  summary: "List the confirmed email subscribers of a status page",
  description: "Newest first. Contains visitors' email addresses.",
  params: StatusPageParams,
  response: PageSubscriber,
  list: true,
  status: 200,
});

export const removePageSubscriber = endpoint({
  ...shared,
  id: "removePageSubscriber",
  method: "DELETE",
  path: "/uptime/status-pages/{statusPageId}/subscribers/{subscriberId}",
  permission: "uptime:write",
  summary: "Remove a subscriber from a status page",
  description: "Deletes the address without sending an email.",
  params: PageSubscriberParams,
  response: null,
  status: 204,
});
