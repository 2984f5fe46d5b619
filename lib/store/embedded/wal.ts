import { pool } from "../core/pool";

const SEGMENT_BYTES = 16 * 1024 * 1024;
/** As many as PostgreSQL recycles instead of removing, because of `min_wal_size`. */
const SEGMENTS = 5;

/** Grows a new cluster's write-ahead log to the size that is recycled from then on, so that it needs no new file on a full disk. */
export async function reserveWal(): Promise<void> {
  const { rows } = await pool().query<{ segments: number }>(
    "select count(*) as segments from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$'",
  );
  const missing = SEGMENTS - (rows[0]?.segments ?? 0);
  if (missing <= 0) return;
  for (let segment = 0; segment < missing; segment += 1) {
    await pool().query("select pg_logical_emit_message(false, 'vedette', 'reserve')");
    await pool().query("select pg_switch_wal()");
  }
  await pool().query("checkpoint");
}

/** Runs a checkpoint when a segment was written since the last one, so that the log is recycled before it grows. */
export async function recycleWal(): Promise<void> {
  const { rows } = await pool().query<{ written: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as written from pg_control_checkpoint()",
  );
  if ((rows[0]?.written ?? 0) >= SEGMENT_BYTES) await pool().query("checkpoint");
}
