import { present } from "@/lib/shared/assert";
import { read } from "@/lib/store/core/connection/statements";
import { db } from "@/lib/store/core/pool";

/** A person in a project. */
export interface Visitor {
  userId: number;
  projectId: number;
}

/** Records a visit. Returns since when the person had been away; null if the visit before was after `awayBefore`, or dismissed. */
export async function recordVisit(
  { userId, projectId }: Visitor,
  at: Date,
  awayBefore: Date,
): Promise<Date | null> {
  const rows = await read<{ away_since: Date | null }>(
    `insert into visits as v (user_id, project_id, seen_at) values ($1, $2, $3)
     on conflict (user_id, project_id) do update set seen_at = excluded.seen_at,
       away_since = case when v.seen_at < $4 then v.seen_at else v.away_since end
     returning away_since`,
    [userId, projectId, at, awayBefore],
  );
  return rows[0]?.away_since ?? null;
}

export async function dismissAwayRow({ userId, projectId }: Visitor): Promise<void> {
  await db()
    .updateTable("visits")
    .set({ away_since: null })
    .where("user_id", "=", userId)
    .where("project_id", "=", projectId)
    .execute();
}

/** Counts the events in a project since a time, leaving out the person's own changes. */
export async function countSince(
  { userId, projectId }: Visitor,
  since: Date,
): Promise<{ opened: number; resolved: number; changes: number }> {
  const [counts] = await read<{ opened: number; resolved: number; changes: number }>(
    `select
       (select count(*) from incidents where project_id = $1 and created_at > $2) as opened,
       (select count(*) from incidents where project_id = $1 and recovery_at > $2) as resolved,
       (select count(*) from audit_log where project_id = $1 and created_at > $2
         and actor_type <> 'system' and (actor_type, actor_id) is distinct from ('user', $3::bigint)) as changes`,
    [projectId, since, userId],
  );
  return present(counts, "the counts");
}
