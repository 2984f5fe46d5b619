import { Command } from "commander";
import pg from "pg";
import { now } from "@/lib/shared/clock";
import { env, setEnv } from "@/lib/shared/env";
import { appSecretDigest } from "@/lib/shared/secret";
import { refuseDifference, tableSums } from "@/lib/store/backup/compare";
import { exportLines } from "@/lib/store/backup/export";
import { importLines } from "@/lib/store/backup/import";
import { refuseOtherUsers } from "@/lib/store/backup/users";
import { directUrl } from "@/lib/store/core/addresses";
import { withClient } from "@/lib/store/core/client";
import { migrateDatabase } from "@/lib/store/core/migrate-all";
import { closePool } from "@/lib/store/core/pool";
import { withOwnDatabase } from "../connect";
import { remark } from "../output";

export function moveCommand(): Command {
  return new Command("move")
    .requiredOption("--to <url>", "postgres://user:password@host:port/name")
    .option("--replace", "delete everything in that database first")
    .description("copy everything to another PostgreSQL and compare every table; stop the server first")
    .action(({ to, replace }: { to: string; replace?: boolean }) =>
      withOwnDatabase(async () => {
        const rows = await moveDatabase(to, replace === true);
        remark(`Copied ${rows} rows. Every table is the same on both sides.`);
        remark(
          `Now start the server with DATABASE_URL set to that address and APP_SECRET to ${env().VEDETTE_EMBEDDED ? "the content of app-secret in the data directory" : "the same value"}.`,
        );
      }),
    );
}

/**
 * Copies the database to `to` in one transaction there, so that an interrupted copy leaves nothing behind and can be repeated. Then compares
 * rows and checksums of every table. Returns the number of rows. The original stays as it is.
 */
export async function moveDatabase(to: string, replace: boolean): Promise<number> {
  const secretDigest = appSecretDigest();
  const original = { DATABASE_URL: env().DATABASE_URL, DATABASE_DIRECT_URL: env().DATABASE_DIRECT_URL ?? "" };
  const source = new pg.Client({ connectionString: directUrl(), application_name: "vedette-cli" });
  await source.connect();
  await closePool();
  try {
    await refuseOtherUsers(source);
    await migrateDatabase(to);
    // From here on, partitions and rows are created in the new database.
    setEnv({ DATABASE_URL: to, DATABASE_DIRECT_URL: "" });
    return await withClient(async (target) => {
      await refuseSame(source, target);
      await refuseOtherUsers(target);
      const lines = eachLine(exportLines(source, { createdAt: now(), secretDigest, withResults: true }));
      const rows = await importLines(target, lines, { secretDigest, replace, otherSecret: false });
      refuseDifference(await tableSums(source), await tableSums(target));
      return rows;
    });
  } finally {
    await source.end();
    await closePool();
    setEnv(original);
  }
}

/** Throws when both connections lead to one database, which `--replace` would empty: advisory locks belong to a database. */
async function refuseSame(source: pg.Client, target: pg.Client): Promise<void> {
  const key = "hashtextextended('vedette-move', 0)";
  await source.query(`select pg_advisory_lock(${key})`);
  const { rows } = await target.query<{ free: boolean }>(`select pg_try_advisory_lock(${key}) as free`);
  if (!rows[0]?.free) throw new Error("--to must be another database; got the one that is in use.");
}

async function* eachLine(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const chunk of chunks) yield* chunk.trimEnd().split("\n");
}
