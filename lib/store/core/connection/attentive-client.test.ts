import net from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseUrl } from "@/lib/store/core/addresses";
import { isDatabaseUnavailable } from "@/lib/store/core/database-errors";
import { pool, workerPool } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { awaitAnswer, SILENCE_MS } from "./attentive-client";
import { PooledClient } from "./pooled-client";

useDatabase();
const SHORT_MS = 1000;
let isGone = false;
let port = 0;

/** Forwards to the database until it's gone. Then it keeps connections open and says nothing. */
const network = net.createServer((near) => {
  const { host, port: to } = new pg.Client(databaseUrl());
  const far = host.startsWith("/") ? net.connect(`${host}/.s.PGSQL.${to}`) : net.connect(to, host);
  near.on("data", (data) => isGone || far.write(data));
  far.on("data", (data) => isGone || near.write(data));
  near.on("close", () => far.destroy());
  for (const end of [near, far]) end.on("error", () => {});
});

async function connected(): Promise<pg.Client> {
  const { user, password, database } = new pg.Client(databaseUrl());
  const client = new pg.Client({ host: "127.0.0.1", port, user, password: password ?? "", database });
  client.on("error", () => {});
  await client.connect();
  return client;
}

beforeAll(async () => {
  await new Promise<void>((listening) => network.listen(0, "127.0.0.1", listening));
  port = (network.address() as net.AddressInfo).port;
});
afterAll(() => {
  network.close();
});

test("keeps a connection that waits for nothing", async () => {
  const client = await connected();
  awaitAnswer(client, SHORT_MS);
  await client.query("select 1");
  await wait(2 * SHORT_MS);
  expect((await client.query("select 1")).rowCount).toBe(1);
  await client.end();
});

test("keeps a connection whose answer arrived while the process was suspended", async () => {
  const client = new pg.Client(databaseUrl());
  await client.connect();
  awaitAnswer(client, SHORT_MS);
  const answer = client.query("select 1 as one");
  await new Promise((sent) => setImmediate(sent));
  const resumeMs = Date.now() + 2 * SHORT_MS;
  while (Date.now() < resumeMs);
  expect((await answer).rows).toEqual([{ one: 1 }]);
  await client.end();
});

test("ends a connection whose server vanished without closing it", async () => {
  const client = await connected();
  isGone = true;
  awaitAnswer(client, SHORT_MS);
  const error = await client.query("select 1").catch((caught: unknown) => caught);
  expect(error).toMatchObject({ message: expect.stringContaining("Connection terminated") });
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test.each([
  ["requests", () => pool()],
  ["jobs", () => workerPool(1)],
  ["a pooler", () => new pg.Pool({ connectionString: databaseUrl(), Client: PooledClient })],
])("watches every statement of the connections for %s", async (_, poolOf) => {
  const connections = poolOf();
  // The job worker's pool lends what connects later to others that await it.
  const client = await new Promise<pg.PoolClient>((resolve, reject) => {
    connections.connect((error, lent) => (lent ? resolve(lent) : reject(error)));
  });
  const { stream } = (client as unknown as pg.Client).connection;
  const answer = client.query("select 1");
  expect(stream).toMatchObject({ timeout: SILENCE_MS });
  await answer;
  expect(stream).toMatchObject({ timeout: 0 });
  client.release();
  if (connections !== pool()) await connections.end();
});
