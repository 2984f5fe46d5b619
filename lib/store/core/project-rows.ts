import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Database } from "@/lib/store/schema/tables";
import { db } from "./pool";
import type { Tx } from "./tx";

/** Tables with the columns that these statements use. */
type ProjectTable =
  | "deployments"
  | "incident_comments"
  | "incident_templates"
  | "incident_updates"
  | "incidents"
  | "maintenance_recurrences"
  | "maintenance_windows"
  | "monitors"
  | "status_pages";
type Row<Table extends ProjectTable> = Selectable<Database[Table]>;
type On = Tx | ReturnType<typeof db>;

/** Returns the statements for single rows of a table, by project and ID. */
export function rowsOf<Table extends ProjectTable>(table: Table) {
  // Kysely can't infer the columns that a union of tables shares.
  const named = table as "incidents";
  const found = (on: On, projectId: number, id: number) =>
    on.selectFrom(named).selectAll().where("project_id", "=", projectId).where("id", "=", id);
  const changed = (trx: Tx, projectId: number, id: number, values: Updateable<Database[Table]>) =>
    trx
      .updateTable(named)
      .set({ ...(values as object), updated_at: sql<Date>`now()` })
      .where("project_id", "=", projectId)
      .where("id", "=", id);
  return {
    select: (projectId: number, id: number, on: On = db()) =>
      found(on, projectId, id).executeTakeFirst() as Promise<Row<Table> | undefined>,

    /** Returns the row, locked until the transaction ends. */
    lock: (trx: Tx, projectId: number, id: number) =>
      found(trx, projectId, id).forUpdate().executeTakeFirst() as Promise<Row<Table> | undefined>,

    /** Returns some of a project's rows, lowest IDs first. */
    after: (projectId: number, afterId: number, limit: number) =>
      db()
        .selectFrom(named)
        .selectAll()
        .where("project_id", "=", projectId)
        .where("id", ">", afterId)
        .orderBy("id")
        .limit(limit)
        .$castTo<Row<Table>>()
        .execute(),

    insert: (trx: Tx, values: Insertable<Database[Table]>) =>
      trx
        .insertInto(named)
        .values(values as Insertable<Database["incidents"]>)
        .returningAll()
        .$castTo<Row<Table>>()
        .executeTakeFirstOrThrow(),

    change: async (trx: Tx, projectId: number, id: number, values: Updateable<Database[Table]>) =>
      void (await changed(trx, projectId, id, values).execute()),

    /** Changes the row and returns it. Throws if it doesn't exist. */
    update: (trx: Tx, projectId: number, id: number, values: Updateable<Database[Table]>) =>
      changed(trx, projectId, id, values).returningAll().executeTakeFirstOrThrow() as Promise<Row<Table>>,

    /** Deletes the row. Returns whether it existed. */
    remove: async (projectId: number, id: number, on: On = db()) => {
      const { numDeletedRows } = await on
        .deleteFrom(named)
        .where("project_id", "=", projectId)
        .where("id", "=", id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

/** Returns a function that finds which of some IDs are a project's. */
export function knownIdsOf(table: ProjectTable) {
  return async (projectId: number, ids: readonly number[], on: On = db()): Promise<Set<number>> => {
    if (ids.length === 0) return new Set();
    const rows = await on
      .selectFrom(table as "incidents")
      .select("id")
      .where("project_id", "=", projectId)
      .where("id", "=", sql<number>`any (${sql.val([...ids])}::bigint[])`)
      .execute();
    return new Set(rows.map(({ id }) => id));
  };
}
