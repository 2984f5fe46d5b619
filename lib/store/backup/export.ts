import type pg from "pg";
import { appliedMigrations, RESULTS, resultDays, tablesInOrder } from "./catalog";
import { END, type Header, JOB, line, SEQUENCE } from "./format";

const FETCH_ROWS = 1000;

export interface ExportOptions {
  createdAt: Date;
  secretDigest: string;
  /** False leaves out raw results, by far the most rows. */
  withResults: boolean;
}

/**
 * Yields the whole database as text, many lines per chunk, from one snapshot (repeatable read), so that a concurrent write is
 * included completely or not at all. The client must have no open transaction.
 */
export async function* exportLines(client: pg.ClientBase, options: ExportOptions): AsyncGenerator<string> {
  await client.query("begin isolation level repeatable read read only");
  try {
    // The statement timeout is meant for requests; a large table may take minutes. UTC and ISO regardless of server settings.
    await client.query("set local statement_timeout = 0; set local timezone = 'UTC'");
    const header = await makeHeader(client, options);
    yield `${JSON.stringify(header)}\n`;
    let rows = 0;
    for (const table of header.tables) {
      for await (const lines of tableLines(client, table)) {
        rows += lines.length;
        yield lines.join("");
      }
    }
    yield* sequenceLines(client);
    yield* jobLines(client);
    yield line(END, rows);
  } finally {
    await client.query("rollback");
  }
}

async function makeHeader(client: pg.ClientBase, options: ExportOptions): Promise<Header> {
  const tables = await tablesInOrder(client);
  return {
    format: "vedette-backup",
    version: 1,
    createdAt: options.createdAt.toISOString(),
    migrations: await appliedMigrations(client),
    secretDigest: options.secretDigest,
    tables: options.withResults ? tables : tables.filter((table) => table !== RESULTS),
    resultDays: options.withResults ? await resultDays(client) : [],
  };
}

/** Yields a table's rows. PostgreSQL writes the JSON, so that every type survives `jsonb_populate_recordset` exactly. */
async function* tableLines(client: pg.ClientBase, table: string): AsyncGenerator<string[]> {
  await client.query(`declare backup no scroll cursor for select to_jsonb(t)::text as row from ${table} t`);
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${FETCH_ROWS} from backup`);
    if (rows.length > 0) yield rows.map(({ row }) => `["${table}",${row}]\n`);
    if (rows.length < FETCH_ROWS) break;
  }
  await client.query("close backup");
}

async function* sequenceLines(client: pg.ClientBase): AsyncGenerator<string> {
  const { rows } = await client.query(
    `select sequencename as name, last_value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  for (const row of rows) yield line(SEQUENCE, row);
}

/** Yields waiting jobs (such as pending deliveries); leaves out jobs without attempts left. */
async function* jobLines(client: pg.ClientBase): AsyncGenerator<string> {
  const { rows } = await client.query(
    `select t.identifier as task, j.payload, q.queue_name as queue, j.run_at::text, j.max_attempts, j.key, j.priority
     from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where j.attempts < j.max_attempts order by j.id`,
  );
  for (const row of rows) yield line(JOB, row);
}
