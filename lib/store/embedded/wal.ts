import { pool } from "../core/pool";

const SEGMENT_BYTES = 16 * 1024 * 1024;
/** As many as `min_wal_size` has PostgreSQL recycle instead of remove. */
const SEGMENTS = 5;

/** Grows the write-ahead log of a new cluster to what is recycled from then on: on a full disk it needs no new file. */
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

/** Makes a checkpoint when a segment was written since the last, so that the log is recycled before it grows. */
export async function recycleWal(): Promise<void> {
  const { rows } = await pool().query<{ written: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as written from pg_control_checkpoint()",
  );
  if ((rows[0]?.written ?? 0) >= SEGMENT_BYTES) await pool().query("checkpoint");
}
