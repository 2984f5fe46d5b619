import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { migrateDatabase } from "@/lib/store/core/migrate-all";
import { startEmbedded } from "@/lib/store/embedded/supervisor";
import { schemaTypesText } from "./support/schema-types-text";

// `npx tsx scripts/schema-types.ts` writes the row types of all tables, from a database that it creates with the migrations.
const dataDir = await mkdtemp(path.join(tmpdir(), "vedette-schema-"));
const server = await startEmbedded({ dataDir, what: "the row types", durability: "for-tests" });
try {
  await migrateDatabase(server.url);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await writeFile(
    path.join(import.meta.dirname, "../lib/store/schema/tables.ts"),
    await schemaTypesText(client),
  );
  await client.end();
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
