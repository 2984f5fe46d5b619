import { read } from "@/lib/store/core/connection/statements";
import type { RecurrenceRow } from "@/lib/store/maintenance/recurrences";

/** A recurrence announced on a page, with the starts that became windows and weren't canceled. */
export interface PageRecurrenceRow extends RecurrenceRow {
  kept: Date[];
}

/** Returns recurrences of a page whose windows end after `since`, oldest first. */
export async function selectPageRecurrences(
  projectId: number,
  pageId: number,
  since: Date,
): Promise<PageRecurrenceRow[]> {
  return read<PageRecurrenceRow>(
    `select r.*, array(select w.recurs_at from maintenance_windows w
       where w.project_id = $1 and w.recurrence_id = r.id and w.state <> 'cancelled' order by w.recurs_at) as kept
     from maintenance_recurrences r
     where r.project_id = $1 and r.status_pages @> array[$2::bigint]
       and (r.ended_before is null or r.ended_before > $3)
     order by r.id limit 100`,
    [projectId, pageId, since],
  );
}
