import { sql } from "kysely";
import { pool } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { stepProgress } from "@/lib/store/retention/maintenance-steps";
import { inBatches } from "@/lib/store/retention/purges";

const BATCH_MONITORS = 50;
/** Progress: the newest config version whose tombstone is deleted. */
export const DELETED_MONITORS = "deleted_monitors";

export const BURIED = `
  select monitor_id as id, config_version as version from monitor_tombstones
  where deleted_at < $1 order by deleted_at limit $2`;

/** Tables without a foreign key to the monitor, because checks write thousands of rows. Their keys all begin with the monitor. */
export const LEFT_BEHIND = ["rollups_hourly", "rollups_daily", "kept_failures"] as const;

/** Deletes what is left of monitors deleted before `before`, including those of deleted projects, and then their tombstones. */
export async function forgetDeletedMonitors(before: Date): Promise<void> {
  await inBatches(BATCH_MONITORS, async (limit) => {
    const { rows } = await pool().query<{ id: number; version: number }>(BURIED, [before, limit]);
    for (const { id, version } of rows) await forgetMonitor(id, version);
    return rows.length;
  });
}

/** Returns the version up to which tombstones may be missing: runners without a newer one need a snapshot. */
export async function tombstonesGoneUntil(): Promise<number> {
  return (await stepProgress(DELETED_MONITORS)) ?? 0;
}

async function forgetMonitor(id: number, version: number): Promise<void> {
  for (const table of LEFT_BEHIND) await pool().query(`delete from ${table} where monitor_id = $1`, [id]);
  await tx(async (trx) => {
    await sql`delete from monitor_tombstones where monitor_id = ${id}`.execute(trx);
    await sql`
      insert into maintenance_steps as s (name, progress) values (${DELETED_MONITORS}, ${version})
      on conflict (name) do update set progress = greatest(s.progress, excluded.progress)`.execute(trx);
  });
}
