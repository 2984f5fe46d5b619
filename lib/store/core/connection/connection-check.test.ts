import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { setEnv } from "@/lib/shared/env";
import { withRemedy } from "@/lib/store/core/database-remedy";
import { migrateDatabase } from "@/lib/store/core/migrate-all";
import { databaseAccount } from "@/lib/store/embedded/account";
import { type OwnPostgres, startOwnPostgres } from "@/lib/testing/databases/own-postgres";
import { missingPgBouncer, type PgBouncer, startPgBouncer } from "@/lib/testing/databases/pgbouncer";
import { checkConnections } from "./connection-check";

let postgres: OwnPostgres;
const poolers: PgBouncer[] = [];

async function admin(statement: string, database = "postgres"): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url(database) });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function pooler(
  mode: "session" | "transaction" | "statement",
  ...settings: string[]
): Promise<PgBouncer> {
  const made = await startPgBouncer({ postgresPort: postgres.port, mode, settings });
  poolers.push(made);
  return made;
}

function pointAt(url: string, direct = ""): void {
  setEnv({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct });
}

beforeAll(async () => {
  postgres = await startOwnPostgres();
  await admin("create database own");
  await admin("create database other");
  await admin("create role plain login");
});
beforeEach(() => pointAt("", ""));
afterAll(async () => {
  for (const made of poolers) await made.stop();
  await postgres.stop();
});

test("accepts PostgreSQL itself, alone and as both addresses", async () => {
  pointAt(postgres.url("own"));
  await checkConnections();
  pointAt(postgres.url("own"), postgres.url("own"));
  await checkConnections();
});

test("rejects a database in another encoding, with a remedy", async () => {
  await admin("create database latin encoding 'LATIN1' locale 'C' template template0");
  pointAt(postgres.url("latin"));
  await expect(checkConnections()).rejects.toThrow(
    /requires a database in UTF8; got LATIN1.*CREATE DATABASE latin ENCODING 'UTF8'/,
  );
});

test("rejects two addresses of different databases", async () => {
  pointAt(postgres.url("other"), postgres.url("own"));
  await expect(checkConnections()).rejects.toThrow("point to different databases");
});

test.each([
  ["absent", "vedette", /database "absent" does not exist.*CREATE DATABASE "absent" OWNER "vedette"/],
  ["own", "absent", /role "absent" does not exist.*Check the user and password in DATABASE_URL/],
])("names an address that PostgreSQL rejects (%s, %s) with a remedy", async (database, user, message) => {
  pointAt(postgres.url(database, user));
  await expect(checkConnections()).rejects.toThrow(message);
});

test("names an address without a server but not its password", async () => {
  pointAt("postgres://ada:s3cret@127.0.0.1:1/own");
  const error: Error = (await checkConnections().catch((thrown: Error) => thrown)) as Error;
  expect(error.message).toMatch(
    /^The database ada@127\.0\.0\.1:1\/own \(DATABASE_URL\).*ECONNREFUSED.*Start PostgreSQL/,
  );
  expect(error.message).not.toContain("s3cret");
});

test("connects over TLS, and says what to do if the server doesn't offer it or its certificate isn't trusted", async () => {
  pointAt(`${postgres.url("own")}?sslmode=verify-full`);
  await expect(checkConnections()).rejects.toThrow(/does not support SSL.*Turn on ssl in PostgreSQL/);
  const { certificate, end } = await offerTls();
  await vi.waitFor(() =>
    expect(checkConnections()).rejects.toThrow(/self-signed certificate.*&sslrootcert=/),
  );
  pointAt(`${postgres.url("own")}?sslmode=verify-full&sslrootcert=${certificate}`);
  await checkConnections();
  pointAt(`${postgres.url("own")}?sslmode=no-verify`);
  await checkConnections();
  await end();
});

/** Lets PostgreSQL offer TLS with a certificate of its own, whose file it returns. */
async function offerTls() {
  const folder = mkdtempSync(path.join(tmpdir(), "vedette-tls-"));
  const [certificate, key] = ["self-signed.pem", "self-signed.key.pem"].map((name) => {
    const copy = path.join(folder, name);
    copyFileSync(new URL(`../../../testing/targets/certificates/${name}`, import.meta.url), copy);
    return copy;
  });
  const { uid, gid } = databaseAccount();
  for (const file of [folder, certificate ?? "", key ?? ""]) chownSync(file, uid, gid);
  chmodSync(key ?? "", 0o600);
  await admin(`alter system set ssl_cert_file = '${certificate}'`);
  await admin(`alter system set ssl_key_file = '${key}'`);
  await admin("alter system set ssl = on");
  await admin("select pg_reload_conf()");
  return {
    certificate,
    end: async () => {
      await admin("alter system reset all");
      await admin("select pg_reload_conf()");
      rmSync(folder, { recursive: true });
    },
  };
}

test("lists the missing grants of a user who can't create tables, and they suffice", async () => {
  const url = postgres.url("own", "plain");
  const failure = withRemedy(
    await migrateDatabase(url).catch((error) => error),
    "DATABASE_URL",
    url,
  ) as Error;
  expect(failure.message).toContain("permission denied for schema public");
  const [grants = ""] = /GRANT .* TO "plain"; GRANT .* TO "plain";/.exec(failure.message) ?? [];
  await admin(grants, "own");
  expect(await migrateDatabase(url)).toBeGreaterThan(0);
  expect(await migrateDatabase(url)).toBe(0);
});

test("reports a read-only database", async () => {
  await admin("alter role vedette in database other set default_transaction_read_only = on");
  const url = postgres.url("other");
  const failure = withRemedy(
    await migrateDatabase(url).catch((error) => error),
    "DATABASE_URL",
    url,
  ) as Error;
  expect(failure.message).toMatch(/read-only transaction.*point DATABASE_URL at the primary/);
  await admin("alter role vedette in database other reset default_transaction_read_only");
});

describe.skipIf(missingPgBouncer !== null)(
  `through PgBouncer${missingPgBouncer ? ` (${missingPgBouncer})` : ""}`,
  () => {
    test.each([[], ["server_round_robin = 1"]])(
      "rejects transaction mode alone and names DATABASE_DIRECT_URL %s",
      async (...settings) => {
        const { url } = await pooler("transaction", ...settings);
        for (let start = 0; start < 3; start += 1) {
          pointAt(url("own"));
          await expect(checkConnections()).rejects.toThrow(/transaction mode.*Set DATABASE_DIRECT_URL/);
        }
        pointAt(url("own"), url("own"));
        await expect(checkConnections()).rejects.toThrow("DATABASE_DIRECT_URL points to a connection pooler");
      },
    );

    test("accepts transaction mode beside a direct address", async () => {
      const { url } = await pooler("transaction");
      pointAt(url("own"), postgres.url("own"));
      await checkConnections();
      pointAt(url("other"), postgres.url("own"));
      await expect(checkConnections()).rejects.toThrow("point to different databases");
    });

    test("accepts session mode with one address", async () => {
      pointAt((await pooler("session")).url("own"));
      await checkConnections();
    });

    test("rejects statement mode, which has no transactions", async () => {
      pointAt((await pooler("statement")).url("own"), postgres.url("own"));
      await expect(checkConnections()).rejects.toThrow("set pool_mode to transaction or session");
    });
  },
);
