import * as z from "zod";
import { endpointsOf } from "@/lib/contract/core/endpoint";
import { DateOut, Id } from "@/lib/contract/core/fields";

/** The reason of a delivery whose email is stored in the outbox because SMTP is not configured. */
export const EMAIL_NOT_CONFIGURED = "Email isn't configured. The message is in the outbox.";

/** An email that was not sent because SMTP is not configured. */
export const OutboxMail = z.object({
  id: Id,
  recipient: z.string(),
  subject: z.string(),
  text_body: z.string(),
  created_at: DateOut,
});
export type OutboxMail = z.infer<typeof OutboxMail>;

export const endpoints = endpointsOf("session", "Outbox", {
  listOutboxMails: {
    at: "GET /outbox",
    permission: "platform:write",
    summary: "List emails in the outbox",
    description: "Emails stored because SMTP is not configured. For owners and admins; newest first.",
    response: OutboxMail,
    list: true,
  },
});
