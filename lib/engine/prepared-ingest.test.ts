import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { forget } from "@/lib/shared/once";
import { lockMonitorFacts } from "@/lib/store/checks/ingest-reads";
import { prepareAnySize } from "@/lib/store/core/connection/prepared";
import { closePool, db } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { makeScene } from "@/lib/testing/scene";
import { ingest } from "./ingest";

useDatabase();
let projectId = 0;
beforeAll(async () => {
  projectId = (await makeScene()).projectId;
});
beforeEach(async () => {
  await closePool();
  forget("store.prepared");
});

const NOW = Math.floor(Date.now() / 1000) * 1000;
let scheduledAt = NOW - 3600_000;
/** A success of the monitor at an unused scheduled time. */
async function send(...monitors: number[]): Promise<void> {
  scheduledAt += 1000;
  await ingest(
    monitors.map((id) => check(id, scheduledAt)),
    null,
    NOW,
  );
}

/** The prepared statements of the pool's only connection. */
async function preparedNames(): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select name from pg_prepared_statements where name like 'vedette_%' order by name`.execute(db());
  return rows.map(({ name }) => name);
}

async function results(monitor: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from results where monitor_id = ${monitor}`.execute(db());
  return rows[0]?.count ?? 0;
}

test("prepares the statements of every batch once per connection", async () => {
  const id = await makeMonitor(projectId);
  await send(id);
  const names = await preparedNames();
  // Four of every batch, and two of incidents, because a monitor's first results may open one.
  expect(names).toHaveLength(6);
  await send(id);
  expect(await preparedNames()).toEqual(names);
  expect(await results(id)).toBe(2);
});

test("plans a large batch by its size, which the workers of a cluster do by themselves", async () => {
  const ids: number[] = [];
  for (let count = 0; count < 65; count += 1) ids.push(await makeMonitor(projectId));
  await send(...ids);
  if (!(await isOnCitus())) expect(await preparedNames()).toEqual([]);
  prepareAnySize();
  await send(...ids);
  expect((await preparedNames()).length).toBeGreaterThanOrEqual(4);
  expect(await results(ids[64] ?? 0)).toBe(2);
});

test("loses no result if a pooler switches to a connection without the statements, and stops preparing", async () => {
  const id = await makeMonitor(projectId);
  await send(id);
  await sql`deallocate all`.execute(db());
  await send(id);
  expect(await results(id)).toBe(2);
  await send(id);
  expect(await results(id)).toBe(3);
  expect(await preparedNames()).toEqual([]);
});

test("loses no result on a connection with another process's statements", async () => {
  const id = await makeMonitor(projectId);
  await send(id);
  const { rows } = await sql<{
    name: string;
    statement: string;
  }>`select name, statement from pg_prepared_statements`.execute(db());
  await closePool();
  for (const { name, statement } of rows.filter(({ name }) => name.startsWith("vedette_")))
    await sql`prepare ${sql.raw(`"${name}" as ${statement}`)}`.execute(db());
  await send(id);
  await send(id);
  expect(await results(id)).toBe(3);
});

test("loses no result if a migration changes a type under an open connection", async () => {
  const id = await makeMonitor(projectId);
  await send(id);
  const before = await preparedNames();
  await sql`alter table monitors alter column interval_seconds type bigint`.execute(db());
  try {
    await send(id);
    expect(await results(id)).toBe(2);
    // Prepared again under other names, so nothing can run under the old ones.
    const after = (await preparedNames()).filter((name) => !before.includes(name));
    expect(after).toHaveLength(4);
    const facts = await tx((trx) => lockMonitorFacts(trx, [projectId], [id]));
    expect(facts.get(id)?.interval_seconds).toBe(60);
  } finally {
    await sql`alter table monitors alter column interval_seconds type integer`.execute(db());
  }
});
