import type pg from "pg";
import { copyIn } from "../core/copy";
import { columnList, columnsOf } from "./catalog";
import { Row } from "./format";

const BATCH_ROWS = 500;

/** Inserts the rows of a backup, of either version. Columns missing from it get their defaults; columns removed since are left out. */
export class BackupRows {
  count = 0;
  #table = "";
  #waiting: string[] = [];

  constructor(
    private readonly client: pg.ClientBase,
    private readonly allowed: ReadonlySet<string>,
  ) {}

  /** Copies a table's block of rows. */
  async copy(
    { table, columns }: { table: string; columns: string[] },
    rows: AsyncGenerator<Buffer>,
  ): Promise<void> {
    this.#require(table);
    const present = await columnsOf(this.client, table);
    const kept = columns.map((name) => present.includes(name));
    const list = columnList(
      this.client,
      columns.filter((name) => present.includes(name)),
    );
    const chunks = kept.every(Boolean) ? rows : withColumns(rows, kept);
    this.count += await copyIn(this.client, `copy ${table} (${list}) from stdin`, chunks);
  }

  /** Adds a row of version 1. Rows of one table are inserted together. */
  async add(table: string, row: string): Promise<void> {
    this.#require(table);
    if (table !== this.#table || this.#waiting.length >= BATCH_ROWS) await this.flush();
    this.#table = table;
    this.#waiting.push(row);
    this.count += 1;
  }

  async flush(): Promise<void> {
    const [first] = this.#waiting;
    if (!first) return;
    const present = await columnsOf(this.client, this.#table);
    const given = Object.keys(Row.parse(JSON.parse(first)));
    const columns = columnList(
      this.client,
      given.filter((name) => present.includes(name)),
    );
    await this.client.query(
      `insert into ${this.#table} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${this.#table}, $1::jsonb)`,
      [`[${this.#waiting.join(",")}]`],
    );
    this.#waiting = [];
  }

  #require(table: string): void {
    if (!this.allowed.has(table))
      throw new Error(`The backup contains rows of an unknown table: ${JSON.stringify(table)}`);
  }
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
