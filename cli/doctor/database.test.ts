import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setEnv } from "@/lib/shared/env";
import { forgetAll } from "@/lib/shared/once";
import { type OwnPostgres, startOwnPostgres } from "@/lib/testing/databases/own-postgres";
import { missingPgBouncer, type PgBouncer, startPgBouncer } from "@/lib/testing/databases/pgbouncer";
import { databaseFindings } from "./database";

let postgres: OwnPostgres;
let pooler: PgBouncer;

async function findings(url: string, direct: string): Promise<Record<string, string>> {
  forgetAll();
  setEnv({
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: direct,
    APP_SECRET: "a secret for tests only, 32 characters",
  });
  const found = await databaseFindings();
  return Object.fromEntries(found.map(({ sign, topic, text }) => [topic, `${sign}: ${text}`]));
}

describe.skipIf(missingPgBouncer !== null)(
  `doctor behind PgBouncer${missingPgBouncer ? ` (${missingPgBouncer})` : ""}`,
  () => {
    beforeAll(async () => {
      postgres = await startOwnPostgres();
      pooler = await startPgBouncer({ postgresPort: postgres.port, mode: "transaction" });
    });
    afterAll(async () => {
      await pooler?.stop();
      await postgres?.stop();
    });

    test("reports a pooler alone as bad and names the missing variable", async () => {
      const { database } = await findings(pooler.url("postgres"), "");
      expect(database).toMatch(/^bad: .*pooler in transaction mode.*Set DATABASE_DIRECT_URL/);
    });

    test("reports a pooler with a direct address as good and explains both variables", async () => {
      const { database, connection } = await findings(pooler.url("postgres"), postgres.url("postgres"));
      expect(database).toMatch(/^good: external PostgreSQL 18/);
      expect(connection).toMatch(/^good: DATABASE_URL for transactions, DATABASE_DIRECT_URL for migrations/);
    });

    test("reports PostgreSQL without a pooler as good with one address", async () => {
      expect((await findings(postgres.url("postgres"), "")).connection).toMatch(
        /^good: DATABASE_URL supports sessions/,
      );
    });
  },
);
