import type pg from "pg";
import { MOVE_PROGRESS, RESULTS } from "./catalog";

/** Returns the progress of a move's target: the checksum of each copied table or partition. */
export async function startedMove(target: pg.ClientBase): Promise<Map<string, string>> {
  await target.query(
    `create table if not exists ${MOVE_PROGRESS} (part text primary key, sum text not null)`,
  );
  const { rows } = await target.query<{ part: string; sum: string }>(
    `select part, sum from ${MOVE_PROGRESS}`,
  );
  return new Map(rows.map(({ part, sum }) => [part, sum]));
}

/** Notes in the copy's own transaction that a part is complete. */
export async function notePart(target: pg.ClientBase, part: string, sum: string): Promise<void> {
  await target.query(
    `insert into ${MOVE_PROGRESS} (part, sum) values ($1, $2) on conflict (part) do update set sum = excluded.sum`,
    [part, sum],
  );
}

/**
 * Empties a part and every table that refers to it, and forgets that they were copied. Returns their names. A new database is empty
 * already, and truncating each table's references again and again would take longer than a small copy.
 */
export async function emptyPart(target: pg.ClientBase, part: string): Promise<string[]> {
  const { rows: found } = await target.query<{ filled: boolean }>(
    `select exists (select 1 from ${part}) as filled`,
  );
  if (!found[0]?.filled) return [];
  await target.query(`truncate ${part} cascade`);
  const { rows } = await target.query<{ part: string }>(
    `with recursive emptied (oid) as (
       select $1::regclass::oid
       union select conrelid from pg_constraint join emptied on confrelid = emptied.oid where contype = 'f')
     delete from ${MOVE_PROGRESS} where part in (select relname from pg_class join emptied using (oid)) returning part`,
    [part],
  );
  return rows.map((row) => row.part);
}

/** Returns the parts that can be copied while a server runs: partitions of raw results of days that are over. */
export function closedParts(parts: readonly string[], now: Date): string[] {
  const today = now.toISOString().slice(0, 10).replaceAll("-", "");
  const dayOf = (part: string) => (part.startsWith(`${RESULTS}_`) ? part.slice(RESULTS.length + 1) : "");
  return parts.filter((part) => /^\d{8}$/.test(dayOf(part)) && dayOf(part) < today);
}

/** Throws if a move to this database was interrupted, because the database contains only part of the data. */
export async function refuseHalfMoved(client: Pick<pg.ClientBase, "query">): Promise<void> {
  const { rows } = await client.query<{ isHalf: boolean }>(
    `select to_regclass('${MOVE_PROGRESS}') is not null as "isHalf"`,
  );
  if (rows[0]?.isHalf)
    throw new Error(
      "A move to this database isn't complete. Run it again with the original database, or use another empty database.",
    );
}
