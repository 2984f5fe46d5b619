import { sql } from "kysely";
import type { Tx } from "@/lib/store/core/tx";

/** Returns the project's next incident number and its slug. Numbers have no gaps, because the count stays locked until commit. */
export async function nextIncidentNumber(
  trx: Tx,
  projectId: number,
): Promise<{ number: number; slug: string }> {
  const number = await count(trx, projectId, 1);
  const { incident_prefix: prefix } = await trx
    .selectFrom("projects")
    .select("incident_prefix")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  return { number, slug: `${prefix}-${number}` };
}

/** Locks projects in ID order until commit: nothing else numbers an incident in them or opens one that might be joined. */
export async function lockNumbers(trx: Tx, projectIds: readonly number[]): Promise<void> {
  for (const id of [...new Set(projectIds)].sort((a, b) => a - b)) await count(trx, id, 0);
}

/** Increments the count. A new project has none and starts from its highest number. */
async function count(trx: Tx, projectId: number, by: number): Promise<number> {
  const increment = sql<{ last_number: number }>`
    update incident_numbers set last_number = last_number + ${by}::int where project_id = ${projectId} returning last_number`;
  const [counted] = (await increment.execute(trx)).rows;
  if (counted) return counted.last_number;
  const { highest } = await trx
    .selectFrom("incidents")
    .select(sql<number>`coalesce(max(number), 0)`.as("highest"))
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  await sql`insert into incident_numbers (project_id, last_number) values (${projectId}, ${highest})
    on conflict (project_id) do nothing`.execute(trx);
  return (await increment.execute(trx)).rows[0]?.last_number ?? by;
}
