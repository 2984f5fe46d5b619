import type { Selectable } from "kysely";
import { sql } from "kysely";
import { db } from "@/lib/store/core/pool";
import { type Tx, tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";
import { CHALLENGE } from "./mails";
import type { StatusPageRow } from "./pages";

export type PageSubscriberRow = Selectable<Database["page_subscribers"]>;

/** Topics and components that a subscriber follows. An empty list means all. */
export interface SubscriberChoice {
  readonly components: number[];
  readonly groups: string[];
  readonly kinds: string[];
}

/** Subscription that someone asks for on a page. */
export interface SubscriberWish {
  readonly pageId: number;
  readonly email: string;
  readonly choice: SubscriberChoice;
  readonly accessMark: Buffer | null;
  /** Null for the page's own. */
  readonly language: string | null;
}

/**
 * Saves a subscription request. Until it's confirmed, the newest selection wins; a confirmed subscription stays unchanged,
 * because anyone can enter anyone's address. A subscription from before the access rules of a private page changed gets no
 * emails and starts again.
 */
export async function upsertSubscriber(trx: Tx, wish: SubscriberWish): Promise<number> {
  const { pageId, email, choice, accessMark, language } = wish;
  const { components, groups, kinds } = choice;
  const found = await sql<{ id: number }>`
    insert into page_subscribers as s (status_page_id, email, components, groups, kinds, access_mark, language)
    values (${pageId}, ${email}, ${components}::bigint[], ${groups}::text[], ${kinds}::text[], ${accessMark}, ${language})
    on conflict (status_page_id, email) do update set components = excluded.components,
      groups = excluded.groups, kinds = excluded.kinds, chosen_at = excluded.chosen_at, access_mark = excluded.access_mark, language = excluded.language, confirmed_at = null, created_at = excluded.created_at
      where s.confirmed_at is null or (excluded.access_mark is not null and s.access_mark is distinct from excluded.access_mark)
    returning id`.execute(trx);
  const row = found.rows[0] ?? (await confirmedOf(trx, pageId, email));
  if (!row) throw new Error("The subscription was not saved");
  return row.id;
}

function confirmedOf(trx: Tx, pageId: number, email: string): Promise<{ id: number } | undefined> {
  return trx
    .selectFrom("page_subscribers")
    .select("id")
    .where("status_page_id", "=", pageId)
    .where("email", "=", email)
    .executeTakeFirst();
}

export async function selectSubscriber(pageId: number, id: number): Promise<PageSubscriberRow | null> {
  const row = await db()
    .selectFrom("page_subscribers")
    .selectAll()
    .where("status_page_id", "=", pageId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the subscription behind an email and the organization whose outbox would keep the email; null when it was deleted. */
export async function selectSubscriberById(
  id: number,
): Promise<(PageSubscriberRow & { organization_id: number }) | null> {
  const row = await db()
    .selectFrom("page_subscribers as s")
    .innerJoin("status_pages as p", "p.id", "s.status_page_id")
    .innerJoin("projects as o", "o.id", "p.project_id")
    .selectAll("s")
    .select("o.organization_id")
    .where("s.id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Confirms a subscription and ends its challenge; repeated confirmations change nothing. A webhook takes the place of disabled ones with its URL. Returns
 * false if it is gone, or if the URL has an active subscription, which stays.
 */
export function confirmSubscriber(pageId: number, id: number, at: Date): Promise<boolean> {
  return tx(async (trx) => {
    const { rows } = await sql`
      update page_subscribers s set confirmed_at = coalesce(confirmed_at, ${at}),
        failing_since = case when confirmed_at is not null then failing_since end,
        last_error = case when confirmed_at is not null then last_error end
      where status_page_id = ${pageId} and id = ${id} and not exists (select 1 from page_subscribers o
        where o.status_page_id = s.status_page_id and o.url = s.url and o.id <> s.id
          and o.confirmed_at is not null and o.disabled_at is null)
      returning id`.execute(trx);
    if (rows.length === 0) return false;
    await sql`
      update page_mails set sent_at = now(), reason = null
      where subscriber_id = ${id} and about = ${CHALLENGE} and sent_at is null and dropped_at is null`.execute(
      trx,
    );
    await sql`
      delete from page_subscribers o using page_subscribers s where s.id = ${id} and o.status_page_id = s.status_page_id
        and o.url = s.url and o.id <> s.id and o.disabled_at is not null`.execute(trx);
    return true;
  });
}

export async function updateSubscriber(
  pageId: number,
  id: number,
  change: SubscriberChoice & { access_mark: Buffer | null },
): Promise<void> {
  await db()
    .updateTable("page_subscribers")
    .set({ ...change, chosen_at: sql<Date>`now()` })
    .where("status_page_id", "=", pageId)
    .where("id", "=", id)
    .execute();
}

/** Returns whether a URL gets the page's messages. */
export async function hasActiveWebhook(pageId: number, url: string): Promise<boolean> {
  const row = await db()
    .selectFrom("page_subscribers")
    .select("id")
    .where("status_page_id", "=", pageId)
    .where("url", "=", url)
    .where("confirmed_at", "is not", null)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteSubscriber(pageId: number, id: number, trx?: Tx): Promise<boolean> {
  const result = await (trx ?? db())
    .deleteFrom("page_subscribers")
    .where("status_page_id", "=", pageId)
    .where("id", "=", id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** The status page `p` has confirmed subscribers. */
const HAS_SUBSCRIBERS = sql<boolean>`(p.subscription_channels && '{email,webhook}' and exists (
  select 1 from page_subscribers s where s.status_page_id = p.id and s.confirmed_at is not null and s.disabled_at is null))`;

/** Returns a project's pages with confirmed subscribers. */
export function selectMailingPages(projectId: number): Promise<StatusPageRow[]> {
  return db()
    .selectFrom("status_pages as p")
    .selectAll("p")
    .where("p.project_id", "=", projectId)
    .where(HAS_SUBSCRIBERS)
    .orderBy("p.id")
    .execute();
}

/** Returns which of the projects have such pages, in order. */
export async function selectMailingProjects(trx: Tx, projectIds: readonly number[]): Promise<number[]> {
  if (projectIds.length === 0) return [];
  const rows = await trx
    .selectFrom("status_pages as p")
    .select("p.project_id")
    .distinct()
    .where("p.project_id", "in", [...new Set(projectIds)])
    .where(HAS_SUBSCRIBERS)
    .orderBy("p.project_id")
    .execute();
  return rows.map((row) => row.project_id);
}
