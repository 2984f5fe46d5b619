import { readPrepared } from "@/lib/store/core/connection/statements";
import { allParts, type Projects } from "@/lib/store/core/sharding/projects";

/** What waits for the dispatcher in projects that it may process together. */
export interface DueWork {
  /** The projects with due rows, and their siblings, because an alert rule of the organization limits and combines across projects. */
  readonly projects: Projects;
  readonly events: boolean;
  readonly deliveries: boolean;
}

interface Row {
  id: number;
  organization_id: number;
  events: boolean;
  deliveries: boolean;
}

const DUE = `
  select p.id, p.organization_id,
    exists (select 1 from events e where e.project_id = p.id and e.project_id = any ($1::bigint[]) and e.fanned_out_at is null
      and coalesce(e.fan_out_after <= statement_timestamp(), true)) as events,
    exists (select 1 from deliveries d where d.project_id = p.id and d.project_id = any ($1::bigint[]) and d.status = 'pending'
      and d.next_attempt_at <= $2) as deliveries
  from projects p where p.id = any ($1::bigint[])`;

/** Returns the parts with events to fan out or deliveries to look at. A part that can't be read is passed to `onError`. */
export async function dueWork(now: Date, onError: (error: unknown) => void): Promise<DueWork[]> {
  const found: DueWork[] = [];
  for (const part of await allParts()) {
    try {
      const due = workOf(await readPrepared<Row>(DUE, [part, now]));
      if (due.events || due.deliveries) found.push(due);
    } catch (error) {
      onError(error);
    }
  }
  return found;
}

function workOf(rows: readonly Row[]): DueWork {
  const due = rows.filter(({ events, deliveries }) => events || deliveries);
  const organizations = new Set(due.map((row) => row.organization_id));
  return {
    projects: rows.filter((row) => organizations.has(row.organization_id)).map(({ id }) => id),
    events: due.some(({ events }) => events),
    deliveries: due.some(({ deliveries }) => deliveries),
  };
}
