import { type Insertable, type Selectable, sql } from "kysely";
import type { WindowSort } from "@/lib/contract/maintenance/windows";
import { read } from "@/lib/store/core/connection/statements";
import type { Found, Slice } from "@/lib/store/core/listed";
import { rowsOf } from "@/lib/store/core/project-rows";
import { among, type Projects } from "@/lib/store/core/sharding/projects";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

export type WindowRow = Selectable<Database["maintenance_windows"]> & { monitors: number[] };

export interface WindowQuery {
  monitorIds: number[];
  statusPageIds: number[];
  states: string[];
  tags: string[];
  /** Only windows that overlap this time; null means no limit. */
  from: Date | null;
  to: Date | null;
  /** Only the next scheduled window of each recurrence, and those that started. */
  onlyNext: boolean;
  /** Part of the title; empty matches all. */
  search: string;
  sort: WindowSort;
}

const SELECT = `
  select w.*, array(select m.monitor_id from maintenance_window_monitors m
    where m.project_id = $1 and m.maintenance_window_id = w.id order by m.position) as monitors
  from maintenance_windows w`;

const WHERE = `
  where w.project_id = $1
    and (cardinality($2::bigint[]) = 0 or exists (select 1 from maintenance_window_monitors m
      where m.project_id = $1 and m.maintenance_window_id = w.id and m.monitor_id = any ($2)))
    and (cardinality($3::bigint[]) = 0 or w.status_pages && $3)
    and (cardinality($4::text[]) = 0 or w.state = any ($4))
    and (cardinality($5::text[]) = 0 or w.tags && $5)
    and ($6::timestamptz is null or w.ends_at > $6) and ($7::timestamptz is null or w.starts_at < $7)
    and ($8::text = '' or strpos(lower(w.title), $8) > 0)
    and (not $9 or w.recurrence_id is null or w.state <> 'scheduled' or w.id in (
      select distinct on (n.recurrence_id) n.id from maintenance_windows n
      where n.project_id = $1 and n.state = 'scheduled' and n.recurrence_id is not null order by n.recurrence_id, n.starts_at, n.id))`;

const ORDERS: Record<WindowSort, string> = {
  "-id": "w.id desc",
  id: "w.id",
  "-starts_at": "w.starts_at desc, w.id desc",
  starts_at: "w.starts_at, w.id",
};

/** Returns one page of a project's windows and the number of matches. */
const { lock, ...windows } = rowsOf("maintenance_windows");
export const { change: updateWindowRow, remove: deleteWindowRow } = windows;

export async function selectWindows(
  projectId: number,
  query: WindowQuery,
  { limit, offset }: Slice,
): Promise<Found<WindowRow>> {
  const { monitorIds, statusPageIds, states, tags, from, to, search, onlyNext, sort } = query;
  const values = [
    projectId,
    monitorIds,
    statusPageIds,
    states,
    tags,
    from,
    to,
    search.toLowerCase(),
    onlyNext,
  ];
  const [rows, counted] = await Promise.all([
    read<WindowRow>(`${SELECT} ${WHERE} order by ${ORDERS[sort]} limit $10 offset $11`, [
      ...values,
      limit,
      offset,
    ]),
    read<{ total: number }>(`select count(*) as total from maintenance_windows w ${WHERE}`, values),
  ]);
  return { rows, total: counted[0]?.total ?? 0 };
}

export async function selectRecurrenceIds(
  projectId: number,
  windowIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await read<{ id: number; recurrence_id: number }>(
    "select id, recurrence_id from maintenance_windows where project_id = $1 and id = any ($2) and recurrence_id is not null",
    [projectId, windowIds],
  );
  return new Map(rows.map(({ id, recurrence_id }) => [id, recurrence_id]));
}

export async function selectWindow(projectId: number, windowId: number): Promise<WindowRow | null> {
  const [row] = await read<WindowRow>(`${SELECT} where w.project_id = $1 and w.id = $2`, [
    projectId,
    windowId,
  ]);
  return row ?? null;
}

/** Returns the window with its monitors, locked until the transaction ends; undefined when the project has no such window. */
export async function lockWindow(
  trx: Tx,
  projectId: number,
  windowId: number,
): Promise<WindowRow | undefined> {
  const row = await lock(trx, projectId, windowId);
  return row && { ...row, monitors: await monitorsOf(trx, projectId, windowId) };
}

/** Locks the recurrence's first scheduled window since `from`, except the given one. */
export async function lockNextWindow(
  trx: Tx,
  { id: exceptId, project_id: projectId }: { id: number; project_id: number },
  recurrenceId: number,
  from: Date,
): Promise<WindowRow | undefined> {
  const row = await trx
    .selectFrom("maintenance_windows")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("recurrence_id", "=", recurrenceId)
    .where("state", "=", "scheduled")
    .where("recurs_at", ">=", from)
    .where("id", "<>", exceptId)
    .orderBy("recurs_at")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, monitors: await monitorsOf(trx, row.project_id, row.id) };
}

/** Locks windows that are due to change. Skips those locked by another server. */
export async function lockDueWindows(
  trx: Tx,
  projects: Projects,
  now: Date,
  limit: number,
): Promise<WindowRow[]> {
  const rows = await trx
    .selectFrom("maintenance_windows")
    .selectAll()
    .where(among("project_id", projects))
    .where(({ or, and, eb }) =>
      or([
        and([eb("state", "=", "scheduled"), eb("starts_at", "<=", now)]),
        and([eb("state", "=", "in_progress"), eb("ends_at", "<=", now)]),
      ]),
    )
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return Promise.all(
    rows.map(async (row) => ({ ...row, monitors: await monitorsOf(trx, row.project_id, row.id) })),
  );
}

async function monitorsOf(trx: Tx, projectId: number, windowId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom("maintenance_window_monitors")
    .select("monitor_id")
    .where("project_id", "=", projectId)
    .where("maintenance_window_id", "=", windowId)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.monitor_id);
}

export async function insertWindow(
  trx: Tx,
  values: Insertable<Database["maintenance_windows"]>,
): Promise<number> {
  const { id } = await trx
    .insertInto("maintenance_windows")
    .values(values)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts a window; null when the recurrence already has one for this start. */
export async function insertRecurringWindow(
  trx: Tx,
  values: Insertable<Database["maintenance_windows"]>,
): Promise<number | null> {
  const row = await trx
    .insertInto("maintenance_windows")
    .values(values)
    .onConflict((conflict) => conflict.columns(["recurrence_id", "recurs_at", "project_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Replaces the monitors, keeping their order. */
export async function replaceWindowMonitors(
  trx: Tx,
  projectId: number,
  windowId: number,
  monitorIds: readonly number[],
): Promise<void> {
  await trx
    .deleteFrom("maintenance_window_monitors")
    .where("project_id", "=", projectId)
    .where("maintenance_window_id", "=", windowId)
    .execute();
  await trx
    .insertInto("maintenance_window_monitors")
    .values(
      monitorIds.map((monitor_id, position) => ({
        project_id: projectId,
        maintenance_window_id: windowId,
        monitor_id,
        position,
      })),
    )
    .execute();
}

/** Removes a status page from the windows that it announced, and from those that will recur. */
export async function removePageFromWindows(trx: Tx, projectId: number, pageId: number): Promise<void> {
  for (const table of ["maintenance_windows", "maintenance_recurrences"] as const)
    await trx
      .updateTable(table)
      .set({ status_pages: sql`array_remove(status_pages, ${pageId}::bigint)` })
      .where("project_id", "=", projectId)
      .where(sql<boolean>`status_pages @> array[${pageId}::bigint]`)
      .execute();
}
