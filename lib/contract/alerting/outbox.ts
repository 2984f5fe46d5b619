import * as z from "zod";
import { endpoint } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";

/** The reason of a delivery whose mail was kept because no mail can leave. */
export const EMAIL_NOT_CONFIGURED = "Email isn't configured. The message is in the outbox.";

/** A mail that stayed here because SMTP is not set up. */
export const OutboxMail = z.object({
  id: Id,
  recipient: z.string(),
  subject: z.string(),
  text_body: z.string(),
  html_body: z.string().nullable(),
  created_at: DateOut,
});
export type OutboxMail = z.infer<typeof OutboxMail>;

export const listOutboxMails = endpoint({
  id: "listOutboxMails",
  method: "GET",
  path: "/outbox",
  scope: "session",
  permission: "platform:write",
  tag: "Outbox",
  summary: "List mails that were kept because SMTP is not set up",
  description: "For owners and admins; newest first.",
  response: OutboxMail,
  list: true,
  status: 200,
});
