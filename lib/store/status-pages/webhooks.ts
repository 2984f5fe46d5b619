import { sql } from "kysely";
import { read } from "@/lib/store/core/connection/statements";
import { db } from "@/lib/store/core/pool";
import { type Tx, tx } from "@/lib/store/core/tx";
import { addPageMailJobs, CHALLENGE } from "./mails";
import type { PageSubscriberRow, SubscriberChoice } from "./subscribers";

/**
 * Saves a webhook that was asked for and queues its challenge. Each request is a row with a secret of its own; the page's other
 * subscriptions of the URL stay unchanged.
 */
export async function insertWebhook(
  trx: Tx,
  wish: {
    pageId: number;
    url: string;
    source: PageSubscriberRow["source"];
    choice: SubscriberChoice;
    accessMark: Buffer | null;
  },
): Promise<number> {
  const { id } = await trx
    .insertInto("page_subscribers")
    .values({
      status_page_id: wish.pageId,
      email: null,
      url: wish.url,
      source: wish.source,
      ...wish.choice,
      access_mark: wish.accessMark,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const mail = await sql<{ id: number }>`
    insert into page_mails (subscriber_id, about) values (${id}, ${CHALLENGE}) returning id`.execute(trx);
  await addPageMailJobs(
    trx,
    mail.rows.map((row) => ({ id: row.id, is_webhook: true })),
  );
  return id;
}

/** Ends a series of failures. */
export async function clearWebhookFailure(subscriberId: number): Promise<void> {
  await db()
    .updateTable("page_subscribers")
    .set({ failing_since: null, last_error: null })
    .where("id", "=", subscriberId)
    .where("failing_since", "is not", null)
    .execute();
}

/** Records why an attempt failed. Returns since when all have; null when the subscriber is gone. */
export async function noteWebhookFailure(subscriberId: number, reason: string): Promise<Date | null> {
  const rows = await read<{ failing_since: Date }>(
    `update page_subscribers set last_error = $2, failing_since = least(failing_since, statement_timestamp())
     where id = $1 returning failing_since`,
    [subscriberId, reason],
  );
  return rows[0]?.failing_since ?? null;
}

/** Stops all messages to a webhook, those that wait included. */
export function disableWebhook(subscriberId: number): Promise<void> {
  return tx(async (trx) => {
    await sql`update page_subscribers set disabled_at = least(disabled_at, now()) where id = ${subscriberId}`.execute(
      trx,
    );
    await sql`update page_mails set dropped_at = now(), reason = 'The webhook is disabled.'
      where subscriber_id = ${subscriberId} and sent_at is null and dropped_at is null`.execute(trx);
  });
}
