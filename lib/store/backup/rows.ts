import type pg from "pg";
import { copyIn } from "../core/copy";
import { columnList, columnsOf } from "./catalog";
import type { Copied } from "./format";

/**
 * Copies a backup's rows of one table and returns their number. Columns missing from the backup get their defaults; columns removed
 * since are left out.
 */
export async function copyRows(
  client: pg.ClientBase,
  { table, columns }: Copied,
  rows: AsyncGenerator<Buffer>,
): Promise<number> {
  const present = await columnsOf(client, table);
  const kept = columns.map((name) => present.includes(name));
  const list = columnList(
    client,
    columns.filter((name) => present.includes(name)),
  );
  const chunks = kept.every(Boolean) ? rows : withColumns(rows, kept);
  return copyIn(client, `copy ${table} (${list}) from stdin`, chunks);
}

/** Yields rows with only the columns that are kept. A tab within a value is escaped, so it never splits one. */
async function* withColumns(rows: AsyncGenerator<Buffer>, kept: readonly boolean[]): AsyncGenerator<Buffer> {
  for await (const chunk of rows) {
    const lines = chunk.toString("utf8").slice(0, -1).split("\n");
    const shorter = lines.map((line) =>
      line
        .split("\t")
        .filter((_, index) => kept[index])
        .join("\t"),
    );
    yield Buffer.from(`${shorter.join("\n")}\n`);
  }
}
