import { sql } from "kysely";
import type { SubscriptionKind } from "@/lib/contract/status-pages/subscribers";
import { read, write } from "@/lib/store/core/connection/statements";
import { addJob } from "@/lib/store/core/jobs";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";

/** Emails per job, so that a slow mail server delays no more than these. */
const BATCH = 50;

const IS_WEBHOOK = sql`(select s.url is not null from page_subscribers s where s.id = subscriber_id)`;

/** Subject of a webhook's challenge. It isn't news, so it has no thread. */
export const CHALLENGE = "challenge";

/** Subject of an email. */
export interface PageMailCause {
  /** Identifies a message that must be sent only once. */
  readonly about: string;
  readonly eventId: number | null;
  readonly windowId: number | null;
}

/** Topic of an email, as subscribers choose it. */
export interface PageConcern {
  readonly kind: SubscriptionKind;
  /** The incident or window. */
  readonly thread: string;
  /** Only for those who got an earlier email of the thread. */
  readonly isForFollowers: boolean;
  /** Null means that it concerns all subscribers. */
  readonly monitorIds: readonly number[] | null;
  /** The groups of the page that show one of the monitors. */
  readonly groups: readonly string[];
}

/** Recipients: the page's confirmed subscribers who chose what it concerns. */
export interface PageAudience extends PageConcern {
  readonly pageId: number;
  readonly accessMark: Buffer | null;
}

/**
 * Inserts an email for each subscriber and the jobs that send them. Everyone who got the first email about an incident gets the
 * later ones, even if its components change. Idempotent. Returns how many were new.
 */
export async function insertPageMails(
  trx: Tx,
  cause: PageMailCause,
  audience: PageAudience,
): Promise<number> {
  const { pageId, accessMark, kind, thread, isForFollowers, monitorIds, groups } = audience;
  const { rows } = await sql<WaitingMail>`
    insert into page_mails (subscriber_id, about, thread, event_id, window_id)
    select s.id, ${cause.about}, ${thread}, ${cause.eventId}::bigint, ${cause.windowId}::bigint from page_subscribers s
      join status_pages p on p.id = s.status_page_id
    where s.status_page_id = ${pageId} and s.confirmed_at is not null and s.disabled_at is null
      and case when s.url is null then 'email' else 'webhook' end = any (p.subscription_channels)
      and (${accessMark}::bytea is null or s.access_mark = ${accessMark}::bytea)
      and (s.kinds = '{}' or ${kind} = any (s.kinds))
      and (not ${isForFollowers} or exists (select 1 from page_mails f where f.subscriber_id = s.id and f.thread = ${thread} and f.dropped_at is null))
      and (${monitorIds}::bigint[] is null or s.components && ${monitorIds}::bigint[] or s.groups && ${groups}::text[]
        or (s.components = '{}' and s.groups = '{}')
        or exists (select 1 from page_mails f where f.subscriber_id = s.id and f.thread = ${thread}
          and f.dropped_at is null and f.created_at >= s.chosen_at))
    order by s.id
    on conflict (subscriber_id, about) do nothing
    returning id, ${IS_WEBHOOK} as is_webhook`.execute(trx);
  await addPageMailJobs(trx, rows);
  return rows.length;
}

/** A message without a job. */
export interface WaitingMail {
  readonly id: number;
  readonly is_webhook: boolean;
}

/** Adds the jobs that send messages. Each webhook has its own, because a slow receiver must not delay others. */
export async function addPageMailJobs(trx: Tx, mails: readonly WaitingMail[]): Promise<void> {
  for (const mail of mails) if (mail.is_webhook) await addJob(trx, "send_page_mails", { ids: [mail.id] });
  const ids = mails.filter((mail) => !mail.is_webhook).map(({ id }) => id);
  for (let start = 0; start < ids.length; start += BATCH)
    await addJob(trx, "send_page_mails", { ids: ids.slice(start, start + BATCH) });
}

export interface PageMailRow {
  readonly id: number;
  readonly subscriber_id: number;
  /** Null for a webhook. */
  readonly email: string | null;
  readonly url: string | null;
  readonly source: "visitor" | "added" | "imported";
  readonly status_page_id: number;
  readonly project_id: number;
  readonly organization_id: number;
  readonly access_mark: Buffer | null;
  /** Null for the page's own. */
  readonly language: string | null;
  readonly about: string;
  readonly event_id: number | null;
  readonly window_id: number | null;
  readonly attempts: number;
  /** The first email of its thread that was sent; null before that. */
  readonly root_id: number | null;
  /** The title in the latest message of its thread that was sent; null before that. */
  readonly announced_title: string | null;
}

/** An earlier message `e` of the thread waits for its next attempt, so that the message `m` isn't sent before it. */
const IS_BEHIND = `exists (select 1 from page_mails e where e.subscriber_id = m.subscriber_id and e.thread = m.thread and e.id < m.id
  and e.sent_at is null and e.dropped_at is null)`;

const WAITING = `
  select m.id, m.subscriber_id, s.email, s.url, s.source, s.status_page_id, p.project_id, o.organization_id, s.access_mark, s.language, m.about, m.event_id,
    m.window_id, (select r.id from page_mails r where r.subscriber_id = m.subscriber_id
      and r.thread = m.thread and r.sent_at is not null order by r.sent_at, r.id limit 1) as root_id,
    (select t.title from page_mails t where t.subscriber_id = m.subscriber_id
      and t.thread = m.thread and t.sent_at is not null and t.title is not null order by t.id desc limit 1) as announced_title
  from page_mails m join page_subscribers s on s.id = m.subscriber_id join status_pages p on p.id = s.status_page_id join projects o on o.id = p.project_id
  where m.id = $1 and m.sent_at is null and m.dropped_at is null and s.disabled_at is null and not ${IS_BEHIND}`;

/**
 * Leases a waiting email to one sender for `leaseMs`. Returns null when it was sent, dropped, leased, or deleted, or
 * when an earlier one of its thread waits.
 */
export async function claimPageMail(id: number, leaseMs: number): Promise<PageMailRow | null> {
  const [mail] = await read<PageMailRow>(WAITING, [id]);
  if (!mail) return null;
  // In Citus, a change can't read the tables that it depends on.
  const { rows: leased } = await sql<{ attempts: number }>`
    update page_mails set attempts = attempts + 1, not_before = statement_timestamp() + make_interval(secs => ${leaseMs}::float8 / 1000)
    where id = ${id} and sent_at is null and dropped_at is null and (not_before is null or not_before <= statement_timestamp())
    returning attempts`.execute(db());
  const [lease] = leased;
  return lease ? { ...mail, ...lease } : null;
}

/** Records that a message was sent, with the title that it had. */
export async function markPageMailSent(id: number, title: string): Promise<void> {
  await settle("sent_at = statement_timestamp(), reason = null, title = $2", [id, title]);
}

/** Drops an email and records why. */
export async function dropPageMail(id: number, reason: string): Promise<void> {
  await settle("dropped_at = statement_timestamp(), reason = $2", [id, reason]);
}

/** Settles the email `$1`. The next one of its thread may have waited for that, so it gets a job. */
async function settle(change: string, values: readonly unknown[]): Promise<void> {
  await write(
    `with settled as (update page_mails set ${change} where id = $1 returning id, subscriber_id, thread)
     select graphile_worker.add_job('send_page_mails', json_build_object('ids', json_build_array(next.id)), run_at := next.not_before)
     from settled s cross join lateral (
       select m.id, m.not_before from page_mails m where m.subscriber_id = s.subscriber_id and m.thread = s.thread and m.id > s.id
         and m.sent_at is null and m.dropped_at is null order by m.id limit 1) next`,
    values,
  );
}

/** Schedules a failed email to be retried after `pauseMs` by the periodic sweep. */
export async function postponePageMail(id: number, reason: string, pauseMs: number): Promise<void> {
  await sql`
    update page_mails set reason = ${reason}, not_before = statement_timestamp() + make_interval(secs => ${pauseMs}::float8 / 1000)
    where id = ${id}`.execute(db());
}

/** Returns overdue emails that no current job sends. */
export async function selectOverduePageMails(overdueMs: number, limit: number): Promise<WaitingMail[]> {
  return read<WaitingMail>(
    `select m.id, s.url is not null as is_webhook from page_mails m join page_subscribers s on s.id = m.subscriber_id
     where m.sent_at is null and m.dropped_at is null and s.disabled_at is null and not ${IS_BEHIND}
       and coalesce(m.not_before, m.created_at + make_interval(secs => $1::float8 / 1000)) <= statement_timestamp()
     order by m.created_at, m.id limit $2`,
    [overdueMs, limit],
  );
}
