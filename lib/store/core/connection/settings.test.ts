import { sql } from "kysely";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { setEnv } from "@/lib/shared/env";
import { useDatabase } from "@/lib/testing/database";
import { closePool, db, pool, workerPool } from "../pool";
import { tx } from "../tx";
import { withClient } from "./client";

const database = useDatabase();
/** Settings that an administrator may choose for the database, and that break the driver's reading of dates or our transactions. */
const FOREIGN = [
  "timezone = 'Pacific/Chatham'",
  "datestyle = 'SQL, DMY'",
  "intervalstyle = 'iso_8601'",
  "bytea_output = 'escape'",
  "extra_float_digits = 0",
  "standard_conforming_strings = off",
  "default_transaction_isolation = 'serializable'",
  "lock_timeout = '1ms'",
  "idle_session_timeout = '5s'",
  "jit = on",
];
const VALUES = `select '2026-03-29 01:30:00Z'::timestamptz as at, '2026-03-29 01:30:00Z'::timestamptz::text as text, '\\x00ff'::bytea as bytes,
  '1 day 2 hours'::interval::text as span, 0.1::float8 + 0.2::float8 as sum, 'a\\b' as path`;
const AS_ANYWHERE = {
  at: new Date("2026-03-29T01:30:00Z"),
  text: "2026-03-29 01:30:00+00",
  bytes: Buffer.from([0, 255]),
  span: "1 day 02:00:00",
  sum: 0.1 + 0.2,
  path: "a\\b",
};

afterEach(async () => {
  await closePool();
  setEnv({ DATABASE_URL: database.url, DATABASE_DIRECT_URL: "" });
});

test.each(["a session", "a transaction pooler"])(
  "through %s, values and transactions are the same whatever the database sets",
  async (way) => {
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    const { rows } = await admin.query(
      "select format('alter database %I set ', current_database()) as change",
    );
    for (const setting of FOREIGN) await admin.query(`${rows[0]?.change}${setting}`);
    await admin.end();
    if (way !== "a session") setEnv({ DATABASE_DIRECT_URL: database.url });

    expect((await pool().query(VALUES)).rows).toEqual([AS_ANYWHERE]);
    const settings = ["transaction_isolation", "jit", "lock_timeout", "statement_timeout"];
    const found = await tx((trx) =>
      sql<{
        setting: string;
      }>`select current_setting(name) as setting from unnest(${settings}::text[]) with ordinality as u(name, place)
        order by place`.execute(trx),
    );
    expect(found.rows.map(({ setting }) => setting)).toEqual(["read committed", "off", "0", "15s"]);
    expect(await db().selectNoFrom(sql`current_setting('timezone')`.as("zone")).execute()).toEqual([
      { zone: "UTC" },
    ]);
    expect((await withClient((client) => client.query(VALUES))).rows).toEqual([AS_ANYWHERE]);
    const jobs = workerPool(1);
    const { rows: own } = await jobs.query(
      "select current_setting('transaction_isolation') as isolation, current_setting('idle_session_timeout') as idle",
    );
    expect(own).toEqual([{ isolation: "read committed", idle: "0" }]);
    await jobs.end();
  },
);
