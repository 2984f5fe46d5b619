import { sql } from "kysely";
import { pool } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";

/**
 * Returns how many messages the integration got (or would have, with email configured) since a moment, and whether it has an
 * open digest.
 */
export async function recentMessages(
  integrationId: number,
  since: Date,
): Promise<{ sent: number; digestOpen: boolean }> {
  const { rows } = await pool().query<{ sent: number; open: boolean }>(
    `select
       (select count(*) from deliveries
         where integration_id = $1 and status in ('delivered', 'not_sent') and finished_at > $2 and digest_id is null) as sent,
       exists (select 1 from deliveries
         where integration_id = $1 and is_digest and status = 'pending' and attempts = 0) as open`,
    [integrationId, since],
  );
  return { sent: rows[0]?.sent ?? 0, digestOpen: rows[0]?.open ?? false };
}

/**
 * Adds a pending delivery to the integration's open digest, or starts a new digest with it, due at `dueAt`. Returns whether
 * it leads the digest. Serialized per integration.
 */
export async function joinDigest(
  trx: Tx,
  delivery: { id: number; integration_id: number },
  dueAt: Date,
): Promise<"leads" | "joined"> {
  await sql`select 1 from integrations where id = ${delivery.integration_id} for no key update`.execute(trx);
  // Locked: a leader that is being claimed accepts no more members.
  const leader = await trx
    .selectFrom("deliveries")
    .select("id")
    .where("integration_id", "=", delivery.integration_id)
    .where("is_digest", "=", true)
    .where("status", "=", "pending")
    .where("attempts", "=", 0)
    .where("id", "<>", delivery.id)
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  await trx
    .updateTable("deliveries")
    .set(
      leader
        ? { digest_id: leader.id, next_attempt_at: null, reason: "Sent in a digest with other alerts." }
        : {
            is_digest: true,
            next_attempt_at: dueAt,
            reason: "Waiting up to a minute to combine alerts in one digest.",
          },
    )
    .where("id", "=", delivery.id)
    .where("status", "=", "pending")
    .where("attempts", "=", 0)
    .execute();
  return leader ? "joined" : "leads";
}

/** Finishes the members of a digest like its leader, and starts what waited behind them. */
export async function endDigest(
  trx: Tx,
  leader: { id: number; integration_id: number },
  end: { status: string; reason: string | null; now: Date },
): Promise<void> {
  const reason = end.status === "delivered" ? "Sent in a digest with other alerts." : end.reason;
  await sql`
    with ended as (
      update deliveries set status = ${end.status}, reason = ${reason}, finished_at = ${end.now}, next_attempt_at = null
      where digest_id = ${leader.id} and status = 'pending' returning incident_id
    ), waiting as (
      select distinct on (d.incident_id) d.id from deliveries d
      where d.integration_id = ${leader.integration_id} and d.status = 'pending' and d.digest_id is null
        and d.incident_id in (select incident_id from ended)
      order by d.incident_id, d.event_id
    )
    select graphile_worker.add_job('deliver', json_build_object('deliveryId', id), job_key := 'deliver:' || id, priority := 10)
    from waiting`.execute(trx);
}

export interface DigestItem {
  key: string;
  project: string;
  incident_id: number | null;
  slug: string | null;
  title: string | null;
  status: string | null;
  handed_note: string | null;
}

/** Returns the content of a digest: its events in order, with incidents in their current state. */
export async function digestItems(leaderId: number): Promise<DigestItem[]> {
  const { rows } = await pool().query<DigestItem>(
    `select e.key, p.name as project, i.id as incident_id, i.slug, i.title, i.status, d.handed_note
     from deliveries d join events e on e.id = d.event_id join projects p on p.id = d.project_id
       left join incidents i on i.id = d.incident_id
     where d.id = $1 or d.digest_id = $1 order by e.id limit 10000`,
    [leaderId],
  );
  return rows;
}

/** Returns whether a digest sent after the incident's recovery included its start, and thus the recovery as well. */
export async function digestCoversRecovery(
  integrationId: number,
  incidentId: number | null,
): Promise<boolean> {
  if (incidentId === null) return false;
  const { rows } = await pool().query<{ sent: boolean }>(
    `select exists (select 1 from deliveries d join incidents i on i.id = d.incident_id
       where d.integration_id = $1 and d.incident_id = $2 and d.status = 'delivered'
         and (d.is_digest or d.digest_id is not null) and d.finished_at >= i.recovery_at) as sent`,
    [integrationId, incidentId],
  );
  return rows[0]?.sent ?? false;
}
