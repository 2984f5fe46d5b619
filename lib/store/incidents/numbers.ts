import { sql } from "kysely";
import { present } from "@/lib/shared/assert";
import type { Tx } from "@/lib/store/core/tx";

interface Counted {
  last_number: number;
  incident_prefix: string;
}

/** Returns the project's next incident number and its slug. Numbers have no gaps, because the count stays locked until commit. */
export async function nextIncidentNumber(
  trx: Tx,
  projectId: number,
): Promise<{ number: number; slug: string }> {
  const { last_number: number, incident_prefix: prefix } = await count(trx, projectId, 1);
  return { number, slug: `${prefix}-${number}` };
}

/** Locks projects in ID order until commit: nothing else numbers an incident in them or opens one that might be joined. */
export async function lockNumbers(trx: Tx, projectIds: readonly number[]): Promise<void> {
  for (const id of [...new Set(projectIds)].sort((a, b) => a - b)) await count(trx, id, 0);
}

/** Increments the count. A new project has none and starts from its highest number. */
async function count(trx: Tx, projectId: number, by: number): Promise<Counted> {
  const increment = sql<Counted>`
    update incident_numbers n set last_number = last_number + ${by}::int from projects p
    where n.project_id = ${projectId} and p.id = n.project_id returning last_number, incident_prefix`;
  const [counted] = (await increment.execute(trx)).rows;
  if (counted) return counted;
  const { highest } = await trx
    .selectFrom("incidents")
    .select(sql<number>`coalesce(max(number), 0)`.as("highest"))
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  await sql`insert into incident_numbers (project_id, last_number) values (${projectId}, ${highest})
    on conflict (project_id) do nothing`.execute(trx);
  return present((await increment.execute(trx)).rows[0], "the count of incidents");
}
