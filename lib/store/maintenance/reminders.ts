import { read } from "@/lib/store/core/connection/statements";
import type { Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";

export interface DueReminder {
  readonly id: number;
  readonly project_id: number;
  readonly due_at: Date;
  /** Whether an earlier window of the same recurrence hasn't ended. */
  readonly is_behind: boolean;
}

/** Returns the projects' scheduled windows whose reminder is due, the longest due first, beginning after `last`. */
export async function selectDueReminders(
  projects: Projects,
  now: Date,
  last: DueReminder | null,
  limit: number,
): Promise<DueReminder[]> {
  return read<DueReminder>(
    `select w.id, w.project_id, w.next_reminder_at as due_at, exists (select 1 from maintenance_windows e
         where e.project_id = any ($5::bigint[]) and e.project_id = w.project_id and e.recurrence_id = w.recurrence_id and e.starts_at < w.starts_at
           and e.state in ('scheduled', 'in_progress')) as is_behind
     from maintenance_windows w where w.project_id = any ($5::bigint[]) and w.state = 'scheduled' and w.next_reminder_at <= $1
       and ($2::timestamptz is null or (w.next_reminder_at, w.id) > ($2, $3::bigint))
     order by w.next_reminder_at, w.id limit $4`,
    [now, last?.due_at, last?.id, limit, projects],
  );
}

/** Replaces a due reminder by the next one. Returns false if another server did, or the window changed. */
export async function takeReminder(
  trx: Tx,
  { id, project_id: projectId, due_at }: DueReminder,
  next: Date | null,
): Promise<boolean> {
  const result = await trx
    .updateTable("maintenance_windows")
    .set({ next_reminder_at: next })
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .where("state", "=", "scheduled")
    .where("next_reminder_at", "=", due_at)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
