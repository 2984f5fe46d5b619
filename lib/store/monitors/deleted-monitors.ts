import { sql } from "kysely";
import { read, write } from "@/lib/store/core/connection/statements";
import { tx } from "@/lib/store/core/tx";
import { partitionsOf } from "@/lib/store/retention/partition-tables";
import { inBatches } from "@/lib/store/retention/purges";

/** Each row may be on its own page of the table, because rows are written by time. */
const BATCH_ROWS = 1000;
/** Progress: the newest config version whose tombstone is deleted. */
export const DELETED_MONITORS = "deleted_monitors";

export const BURIED = `
  select monitor_id as id, project_id, config_version as version from monitor_tombstones
  where deleted_at < $1 order by deleted_at limit 1`;

/** Tables without a foreign key to the monitor, because checks write thousands of rows. Their keys all begin with the monitor. */
export const LEFT_BEHIND = ["rollups_hourly", "rollups_daily", "kept_failures"] as const;

/**
 * Deletes the remaining rows of monitors deleted before `before`, including those of deleted projects, and then their tombstones, until a
 * minute has passed. The next run resumes there.
 */
export async function forgetDeletedMonitors(before: Date): Promise<void> {
  const tables: string[] = [];
  // Rows are found by their place in a table, which means nothing across partitions.
  for (const table of LEFT_BEHIND) {
    const partitions = (await partitionsOf(table)).map(({ name }) => name);
    tables.push(...(partitions.length > 0 ? partitions : [table]));
  }
  await inBatches(1, () => forgetSome(before, tables));
}

/** Returns the statement that deletes at most `$2` rows of monitor `$1` of project `$3` from a table or partition. The order makes it use the key. */
export function leftoversStatement(table: string): string {
  return `delete from ${table} where ctid = any (array(
    select ctid from ${table} where project_id = $3 and monitor_id = $1 order by region limit $2)) and project_id = $3 and monitor_id = $1`;
}

/** Deletes a batch of leftovers, or the tombstone if there are none. Returns 0 when no tombstone is left. */
async function forgetSome(before: Date, tables: readonly string[]): Promise<number> {
  const [buried] = await read<{ id: number; project_id: number; version: number }>(BURIED, [before]);
  if (!buried) return 0;
  for (const table of tables) {
    const deleted = await write(leftoversStatement(table), [buried.id, BATCH_ROWS, buried.project_id]);
    if (deleted > 0) return deleted;
  }
  await forgetTombstone(buried.id, buried.version);
  return 1;
}

function forgetTombstone(id: number, version: number): Promise<void> {
  return tx(async (trx) => {
    await sql`delete from monitor_tombstones where monitor_id = ${id}`.execute(trx);
    await sql`
      insert into maintenance_steps as s (name, progress) values (${DELETED_MONITORS}, ${version})
      on conflict (name) do update set progress = greatest(s.progress, excluded.progress)`.execute(trx);
  });
}
