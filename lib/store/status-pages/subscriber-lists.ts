import { sql } from "kysely";
import type { SubscriberFilter } from "@/lib/contract/status-pages/subscribers";
import { type Found, listed, type Slice } from "@/lib/store/core/listed";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import type { PageSubscriberRow, SubscriberChoice } from "./subscribers";

/** Returns one page of a status page's subscribers, newest first, and the number of matches. */
export async function selectSubscribers(
  pageId: number,
  { search = "", kind = [], type, state = [] }: SubscriberFilter,
  page: Slice,
): Promise<Found<PageSubscriberRow>> {
  const base = db()
    .selectFrom("page_subscribers")
    .where("status_page_id", "=", pageId)
    .where(sql<boolean>`(${search} = '' or position(lower(${search}) in lower(coalesce(email, url))) > 0)`)
    .where(sql<boolean>`(${type ?? null}::text is null or (url is null) = (${type ?? null}::text = 'email'))`)
    .where(
      sql<boolean>`(cardinality(${kind}::text[]) = 0
        or case when url is null then 'email' else 'webhook' end = any (${kind}::text[]))`,
    )
    .where(
      sql<boolean>`(cardinality(${state}::text[]) = 0 or case when disabled_at is not null then 'disabled'
        when confirmed_at is null then 'unconfirmed' else 'confirmed' end = any (${state}::text[]))`,
    );
  return listed(base, base.selectAll().orderBy("id", "desc"), page);
}

/** Returns all subscribers of a page, oldest first. */
export function selectAllSubscribers(pageId: number): Promise<PageSubscriberRow[]> {
  return db()
    .selectFrom("page_subscribers")
    .selectAll()
    .where("status_page_id", "=", pageId)
    .orderBy("id")
    .execute();
}

/** Returns which of the addresses are confirmed subscribers of the page. */
export async function confirmedAmong(pageId: number, emails: readonly string[]): Promise<Set<string | null>> {
  const rows = await db()
    .selectFrom("page_subscribers")
    .select("email")
    .where("status_page_id", "=", pageId)
    .where("confirmed_at", "is not", null)
    .where(sql<boolean>`email = any (${emails}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.email));
}

/** Saves consenting people as confirmed subscribers. Leaves those who are confirmed unchanged. Returns how many are new. */
export async function insertConfirmed(
  trx: Tx,
  page: { id: number; accessMark: Buffer | null; source: "added" | "imported" },
  people: readonly (SubscriberChoice & { email: string; language?: string | null })[],
): Promise<number> {
  const { rows } = await sql`
    insert into page_subscribers as s (status_page_id, email, components, groups, kinds, language, access_mark, source, confirmed_at)
    select ${page.id}, r.email, r.components, r.groups, r.kinds, r.language, ${page.accessMark}, ${page.source}, now()
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as r (email text, components bigint[], groups text[], kinds text[], language text)
    order by r.email
    on conflict (status_page_id, email) do update set components = excluded.components, groups = excluded.groups,
      kinds = excluded.kinds, language = coalesce(excluded.language, s.language), access_mark = excluded.access_mark, source = excluded.source, confirmed_at = excluded.confirmed_at,
      chosen_at = excluded.chosen_at where s.confirmed_at is null
    returning id`.execute(trx);
  return rows.length;
}
