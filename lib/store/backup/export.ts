import type pg from "pg";
import { FOR_COPIES } from "@/lib/store/core/connection/settings";
import { OWN_SCHEMA_NAME } from "@/lib/store/core/own-schema";
import { copyOut } from "../core/copy";
import { appliedMigrations, columnList, columnsOf, RESULTS, resultDays, tablesInOrder } from "./catalog";
import { COPY, END, type Header, JOB, type Job, line, SEQUENCE, type Sequence } from "./format";
import { ROWS_END } from "./reader";

export interface ExportOptions {
  createdAt: Date;
  secretDigest: string;
  /** False leaves out raw results, by far the most rows. */
  withResults: boolean;
}

/**
 * Yields the whole database from one snapshot (repeatable read), so that a concurrent write is included completely or not at all. The
 * client must have no open transaction.
 */
export async function* exportBackup(client: pg.ClientBase, options: ExportOptions): AsyncGenerator<Buffer> {
  await client.query("begin isolation level repeatable read read only");
  try {
    // The statement timeout is meant for requests; a large table may take minutes.
    await client.query(FOR_COPIES);
    const header = await makeHeader(client, options);
    yield Buffer.from(`${JSON.stringify(header)}\n`);
    let rows = 0;
    for (const table of header.tables) {
      const columns = await columnsOf(client, table);
      yield line(COPY, { table, columns });
      rows += yield* copyOut(client, `copy (select ${columnList(client, columns)} from ${table}) to stdout`);
      yield Buffer.from(ROWS_END);
    }
    for (const sequence of await sequencesOf(client)) yield line(SEQUENCE, sequence);
    for (const job of await jobsOf(client)) yield line(JOB, job);
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

export async function sequencesOf(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select sequencename as name, last_value from pg_sequences
     where schemaname = ${OWN_SCHEMA_NAME} and last_value is not null order by 1`,
  );
  return rows;
}

/** Returns waiting jobs (such as pending deliveries); leaves out jobs without attempts left. */
export async function jobsOf(client: pg.ClientBase): Promise<Job[]> {
  const { rows } = await client.query<Job>(
    `select t.identifier as task, j.payload, q.queue_name as queue, j.run_at::text, j.max_attempts, j.key, j.priority
     from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where j.attempts < j.max_attempts order by j.id`,
  );
  return rows;
}
