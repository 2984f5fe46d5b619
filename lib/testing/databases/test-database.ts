import pg from "pg";
import { inject } from "vitest";
import { databaseAt, nodesOf, TEMPLATE } from "./test-template";

/** Connections that stay open as long as the worker lives, because a new one costs PostgreSQL as much as dropping a database. */
const worker = globalThis as typeof globalThis & {
  __admins?: Map<string, pg.Pool>;
  __nodes?: Promise<string[]>;
};

/** Creates a migrated database on the test server, or on each node of the Citus cluster whose coordinator it is. Returns its URL. */
export async function createTestDatabase(name: string): Promise<string> {
  const isCluster = await isOnCitus();
  for (const node of await nodes()) {
    await asAdmin(node, `create database ${name} template ${TEMPLATE} strategy file_copy`);
    // A copy lacks the settings of its template, such as this one of our migrations.
    if (isCluster) await asAdmin(node, `alter database ${name} set jit = off`);
  }
  return databaseAt(inject("postgresUrl"), name);
}

/** Drops a database of `createTestDatabase`. */
export async function dropTestDatabase(name: string): Promise<void> {
  for (const node of await nodes()) await drop(node, name, (await isOnCitus()) ? 3 : 1);
}

/** A process of Citus may begin to look after the database while it's being dropped. The next try ends it too. */
async function drop(node: string, name: string, tries: number): Promise<void> {
  try {
    await asAdmin(node, `drop database if exists ${name} with (force)`);
  } catch (error) {
    if (tries === 1) throw error;
    await drop(node, name, tries - 1);
  }
}

/** Returns whether tests run on a Citus cluster. */
export async function isOnCitus(): Promise<boolean> {
  return (await nodes()).length > 1;
}

function nodes(): Promise<string[]> {
  worker.__nodes ??= nodesOf(inject("postgresUrl"));
  return worker.__nodes;
}

async function asAdmin(url: string, statement: string): Promise<pg.QueryResult> {
  worker.__admins ??= new Map();
  const admin = worker.__admins.get(url) ?? adminPool(url);
  worker.__admins.set(url, admin);
  return admin.query(statement);
}

function adminPool(connectionString: string): pg.Pool {
  const admin = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The server may stop before the worker does.
  admin.on("error", () => {});
  return admin;
}
