import pg from "pg";
import { now } from "@/lib/shared/clock";
import { env, setEnv } from "@/lib/shared/env";
import { appSecretDigest } from "@/lib/shared/secret";
import { directUrl } from "../core/addresses";
import { withClient } from "../core/client";
import { migrateDatabase } from "../core/migrate-all";
import { closePool } from "../core/pool";
import { refuseDifference, tableSums } from "./compare";
import { exportLines } from "./export";
import { importLines } from "./import";
import { refuseOtherUsers } from "./users";

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
