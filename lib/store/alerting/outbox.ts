import type { Selectable } from "kysely";
import { type Found, listed, type Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

export type OutboxMailRow = Pick<
  Selectable<Database["outbox_mails"]>,
  "id" | "recipient" | "subject" | "text_body" | "created_at"
>;

/** Returns one page of an organization's unsent emails, newest first. */
export async function selectOutbox(organizationId: number, page: Slice): Promise<Found<OutboxMailRow>> {
  const base = db().selectFrom("outbox_mails").where("organization_id", "=", organizationId);
  return listed(
    base,
    base.select(["id", "recipient", "subject", "text_body", "created_at"]).orderBy("id", "desc"),
    page,
  );
}

export interface KeptMail {
  organizationId: number;
  recipient: string;
  subject: string;
  text: string;
  html: string | null;
  messageId: string;
}

/** Keeps an email that can't be sent because SMTP isn't set up. */
export async function insertOutboxMail(trx: Tx, mail: KeptMail): Promise<void> {
  await trx
    .insertInto("outbox_mails")
    .values({
      organization_id: mail.organizationId,
      recipient: mail.recipient,
      subject: mail.subject,
      text_body: mail.text,
      html_body: mail.html,
      message_id: mail.messageId,
    })
    .execute();
}
