import { sql } from "kysely";
import { ANNOUNCED_EVENTS } from "@/lib/domain/status-pages/announced-events";
import { read } from "@/lib/store/core/connection/statements";
import { addJob } from "@/lib/store/core/jobs";
import { among, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import { selectMailingProjects } from "./subscribers";

/** A fanned-out event; `isDue` says whether subscribers have to be notified of it. */
export interface AnnouncedEvent {
  readonly id: number;
  readonly projectId: number;
  readonly isDue: boolean;
}

/**
 * Records which events subscribers have to be notified of, and adds one job per project that does it. Until that job has stored their
 * messages, nothing that these are built from may be deleted. Costs an incident storm nothing where no page has subscribers.
 */
export async function announceLater(
  trx: Tx,
  projects: Projects,
  events: readonly AnnouncedEvent[],
): Promise<void> {
  const mailing = await selectMailingProjects(
    trx,
    events.map(({ projectId }) => projectId),
  );
  const own = events.filter(({ projectId }) => mailing.includes(projectId));
  const dueIds = own.flatMap(({ id, isDue }) => (isDue ? [id] : []));
  if (dueIds.length > 0)
    await sql`update events set subscribers_due = true
      where ${among("project_id", projects)} and id = any (${dueIds}::bigint[])`.execute(trx);
  for (const projectId of mailing) await addAnnouncementJob(trx, projectId);
}

/** A job that hasn't started covers later events, and the queue keeps the next one from overtaking it. */
async function addAnnouncementJob(trx: Tx, projectId: number): Promise<void> {
  const key = `announce:${projectId}`;
  await addJob(trx, "announce_events", { projectId }, { key, queue: key });
}

export interface DueAnnouncement {
  readonly id: number;
  readonly created_at: Date;
}

/**
 * Returns the events of a project after `after` that subscribers have to be notified of, in order. An event waits for earlier ones of its
 * incident that another server is fanning out.
 */
export async function selectDueAnnouncements(
  projectId: number,
  after: number,
  limit: number,
): Promise<DueAnnouncement[]> {
  return read<DueAnnouncement>(
    `select e.id, e.created_at from events e where e.project_id = $1 and e.subscribers_due and e.id > $2
       and not exists (select 1 from events w where w.project_id = $1 and w.incident_id = e.incident_id and w.id < e.id
         and w.fanned_out_at is null and w.key = any ($3))
     order by e.id limit $4`,
    [projectId, after, ANNOUNCED_EVENTS, limit],
  );
}

/** Records that the messages about an event are stored. */
export async function markAnnounced(trx: Tx, projectId: number, eventId: number): Promise<void> {
  await sql`update events set subscribers_due = false where project_id = ${projectId} and id = ${eventId}`.execute(
    trx,
  );
}
