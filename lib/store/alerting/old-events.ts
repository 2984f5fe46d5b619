import { read, write } from "@/lib/store/core/connection/statements";
import { saveProgress, stepProgress } from "@/lib/store/retention/maintenance-steps";
import { inBatches } from "@/lib/store/retention/purges";

const BATCH_ROWS = 1000;
/** Progress: the last event ID examined, so that runs don't reread events that deliveries keep. */
export const OLD_EVENTS = "old_events";

export const NEXT_EVENTS = `
  select max(id) as last, count(*) as seen, array_agg(id) as ids from (
    select id, created_at from events where id > $1 order by id limit $2) e
  where created_at < $3`;

/** The start of an open incident is still needed. */
export const FORGET = `
  delete from events e where id = any ($1)
    and not exists (select 1 from deliveries d where d.project_id = e.project_id and d.event_id = e.id)
    and not exists (select 1 from incidents i where i.project_id = e.project_id and i.id = e.incident_id and i.status <> 'recovered')`;

/** Deletes events before `before` that no delivery refers to; deliveries are kept forever and need theirs. */
export async function forgetOldEvents(before: Date): Promise<void> {
  await inBatches(BATCH_ROWS, async (limit) => {
    const after = (await stepProgress(OLD_EVENTS)) ?? 0;
    const [old] = await read<{ last: number | null; seen: number; ids: number[] | null }>(NEXT_EVENTS, [
      after,
      limit,
      before,
    ]);
    if (!old?.last) return 0;
    await write(FORGET, [old.ids]);
    await saveProgress(OLD_EVENTS, old.last);
    return old.seen;
  });
}
