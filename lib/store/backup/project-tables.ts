import type pg from "pg";
import { OWN_SCHEMA } from "@/lib/store/core/own-schema";
import { columnList, columnsOf, tablesInOrder } from "./catalog";

/**
 * Tables that aren't restored with a project: other people's records, data that is regenerated, and anything that would
 * be sent or run again.
 */
const LEFT_OUT = [
  "audit_log",
  "test_incidents",
  "page_mails",
  "page_snapshots",
  "probe_requests",
  "push_deliveries",
  "sessions",
  "target_trials",
  "visits",
];

export interface ForeignKey {
  readonly column: string;
  readonly parent: string;
  readonly parentColumn: string;
  /** Whether the row stays without its parent. */
  readonly isOptional: boolean;
}

/** A table with rows of projects. */
export interface ProjectTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
}

/** Returns the tables that hold a project's records, parents first: `projects`, those with a `project_id`, and those below them. */
export async function projectTables(client: pg.ClientBase): Promise<ProjectTable[]> {
  const { rows: keys } = await client.query<ForeignKey & { child: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent, confdeltype = 'n' as "isOptional",
       (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as column,
       (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]) as "parentColumn"
     from pg_constraint where contype = 'f' and connamespace = ${OWN_SCHEMA} and conparentid = 0`,
  );
  const found: ProjectTable[] = [];
  for (const name of await tablesInOrder(client)) {
    if (LEFT_OUT.includes(name)) continue;
    const columns = await columnsOf(client, name);
    const foreignKeys = keys.filter(({ child }) => child === name);
    const isBelow = foreignKeys.some(({ parent }) => found.some((table) => table.name === parent));
    if (name === "projects" || columns.includes("project_id") || isBelow)
      found.push({ name, columns, foreignKeys });
  }
  return found;
}

/** Returns the name of the temporary table with a table's rows from the backup. */
export function loaded(table: string): string {
  return `pg_temp.loaded_${table}`;
}

/**
 * Returns the statements that remove a table's loaded rows without their parent, or only the reference where the schema allows that.
 * `parents` have been loaded, and their own rows without parents removed.
 */
export function orphanStatements({ name, foreignKeys }: ProjectTable, parents: readonly string[]): string[] {
  return foreignKeys
    .filter(({ parent }) => parent !== name && parents.includes(parent))
    .map(({ column, parent, parentColumn, isOptional }) => {
      const change = isOptional
        ? `update ${loaded(name)} r set ${column} = null`
        : `delete from ${loaded(name)} r`;
      return `${change} where ${column} is not null
        and not exists (select 1 from ${loaded(parent)} p where p.${parentColumn} = r.${column})`;
    });
}

/** Returns the statement that inserts a table's loaded rows. Results and rollups may still be there from before the project was deleted. */
export function insertStatement(client: pg.ClientBase, { name, columns, foreignKeys }: ProjectTable): string {
  const list = columnList(client, columns);
  return `insert into ${name} (${list}) overriding system value select ${list} from ${loaded(name)}
    ${foreignKeys.length === 0 ? "on conflict do nothing" : ""}`;
}
