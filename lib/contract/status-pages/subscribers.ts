import * as z from "zod";
import { Email } from "@/lib/contract/accounts/users";
import { ReceiverUrl } from "@/lib/contract/apps/outgoing-webhook";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";
import { repeated } from "@/lib/contract/core/list";
import { MAX_COMPONENTS } from "./components";
import { PAGE_LANGUAGES } from "./languages";

/** Topics that a subscriber can choose. */
export const SUBSCRIPTION_KINDS = ["incidents", "maintenance"] as const;
export type SubscriptionKind = (typeof SUBSCRIPTION_KINDS)[number];
export const SUBSCRIBER_TYPES = ["email", "webhook"] as const;
export const SUBSCRIBER_STATES = ["confirmed", "unconfirmed", "disabled"] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];
const SOURCES = ["visitor", "added", "imported"] as const;

const choice = {
  components: z.array(Id).meta({
    description:
      "Monitors that the subscriber gets updates about. Empty means all monitors of the page, including those added later.",
  }),
  groups: z.array(z.string()).meta({
    description:
      "Names of groups that the subscriber chose. Includes monitors added to them later; `components` has the others.",
  }),
  kinds: z.array(z.enum(SUBSCRIPTION_KINDS)).meta({
    description: "Kinds of updates that the subscriber gets. Empty means incidents and maintenance.",
  }),
};

/** Someone, or something, that gets the page's updates. */
export const PageSubscriber = z.object({
  id: Id,
  kind: z
    .enum(SUBSCRIBER_TYPES)
    .meta({ description: "Whether updates go to an email address or a webhook." }),
  email: z.string().nullable().meta({ description: "Null for a webhook." }),
  url: z.string().nullable().meta({ description: "The webhook's URL; null for an email address." }),
  ...choice,
  language: z.enum(PAGE_LANGUAGES).nullable().meta({
    description: "The language in which the subscriber reads the page; null for the page's own.",
  }),
  state: z.enum(SUBSCRIBER_STATES).meta({
    description:
      "`unconfirmed` until the link in an email is used or a webhook answers its challenge; nothing else is sent before that, and the subscriber is deleted after seven days. A webhook is `disabled` when it responds with 410, or when a message is given up after five days without a delivery.",
  }),
  source: z
    .enum(SOURCES)
    .meta({ description: "Who added the address or webhook: a visitor or a project member." }),
  failing_since: DateOut.nullable().meta({
    description: "When a webhook's messages started failing.",
  }),
  last_error: z.string().nullable().meta({ description: "Why a webhook's latest message failed." }),
  confirmed_at: DateOut.nullable(),
  created_at: DateOut,
});
export type PageSubscriber = z.infer<typeof PageSubscriber>;

export const SubscriberFilter = z.object({
  search: z.string().trim().max(250).optional().meta({ description: "Part of the address, ignoring case." }),
  kind: repeated(z.enum(SUBSCRIBER_TYPES)).meta({
    description: "Only email addresses, or only webhooks.",
    examples: [["email"]],
  }),
  type: z.enum(SUBSCRIBER_TYPES).optional().meta({ description: "The same as `kind`, with a single value." }),
  state: repeated(z.enum(SUBSCRIBER_STATES)),
});
export type SubscriberFilter = z.infer<typeof SubscriberFilter>;

const consent = {
  title: "Consent",
  description: "Whether the people agreed to get emails from this page.",
};

export const AddPageSubscriber = z
  .object({
    email: Email.nullable().default(null),
    url: ReceiverUrl.nullable().default(null),
    components: choice.components.max(MAX_COMPONENTS).default([]),
    groups: choice.groups.max(MAX_COMPONENTS).default([]),
    kinds: choice.kinds.max(SUBSCRIPTION_KINDS.length).default([]),
    has_consented: z
      .boolean()
      .default(false)
      .meta({
        ...consent,
        description:
          "Whether the person agreed to get emails from this page. If not, they get one email to confirm. Ignored for a webhook, which must answer a challenge.",
      }),
  })
  .refine(({ email, url }) => (email === null) !== (url === null), {
    path: ["email"],
    error: "Send either email or url.",
  })
  .meta({ examples: [{ email: "ada@example.com", kinds: ["incidents"], has_consented: true }] });
export type AddPageSubscriber = z.infer<typeof AddPageSubscriber>;

export const AddedPageSubscriber = PageSubscriber.extend({
  secret: z.string().nullable().meta({
    description:
      "Signs the messages to a webhook (Standard Webhooks). Shown once. Null for an email address.",
  }),
});

export const ImportPageSubscribers = z.object({
  csv: z
    .string()
    .min(1)
    .max(1_000_000)
    .meta({
      title: "CSV",
      description:
        "At most 10,000 lines, the first with the names of the columns: `email` (or `address`), and optionally `components`, `groups`, and `kinds`, each with values separated by semicolons, and `language`. Other columns are ignored. A single column of addresses needs no names.",
      examples: ["email,kinds\nada@example.com,incidents"],
    }),
  has_consented: z
    .literal(true, { error: "has_consented must be true: import only people who agreed." })
    .meta(consent),
  preview: z
    .boolean()
    .default(false)
    .meta({ description: "Returns what the import would do without saving anything." }),
});
export type ImportPageSubscribers = z.infer<typeof ImportPageSubscribers>;

export const ImportedPageSubscribers = z.object({
  added: z.number().int(),
  skipped_count: z.number().int(),
  skipped: z
    .array(z.object({ line: z.number().int(), address: z.string(), reason: z.string() }))
    .meta({ description: "The first 100 lines that were skipped." }),
});
export type ImportedPageSubscribers = z.infer<typeof ImportedPageSubscribers>;

export const endpoints = endpointsOf("project", "Status pages", {
  listPageSubscribers: {
    at: "GET /uptime/status-pages/{statusPageId}/subscribers",
    summary: "List the subscribers of a status page",
    description: "Newest first. Contains visitors' email addresses.",
    query: SubscriberFilter,
    response: PageSubscriber,
    list: true,
  },
  addPageSubscriber: {
    at: "POST /uptime/status-pages/{statusPageId}/subscribers",
    summary: "Add a subscriber to a status page",
    description:
      "Responds with 422 if the address is already subscribed. A webhook's URL can be any that integrations can reach.",
    body: AddPageSubscriber,
    response: AddedPageSubscriber,
    status: 201,
    shownOnce: true,
  },
  importPageSubscribers: {
    at: "POST /uptime/status-pages/{statusPageId}/subscribers/import",
    summary: "Import email subscribers from CSV",
    description:
      "Adds new addresses as confirmed, without sending an email. Skips addresses that are already subscribed, so repeating an import changes nothing.",
    body: ImportPageSubscribers,
    response: ImportedPageSubscribers,
  },
  exportPageSubscribers: {
    at: "GET /uptime/status-pages/{statusPageId}/subscribers/export",
    summary: "Export the subscribers of a status page as CSV",
    description:
      "All subscribers, oldest first, with the columns of an import. Contains visitors' email addresses.",
    response: z.string().meta({ description: "CSV (RFC 4180)." }),
    raw: true,
  },
  getPageSubscriber: {
    at: "GET /uptime/status-pages/{statusPageId}/subscribers/{subscriberId}",
    summary: "Get a subscriber of a status page",
    response: PageSubscriber,
  },
  removePageSubscriber: {
    at: "DELETE /uptime/status-pages/{statusPageId}/subscribers/{subscriberId}",
    summary: "Remove a subscriber from a status page",
    description: "Deletes the address without sending a message.",
  },
});
