import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cast, makeCast } from "@/lib/testing/cast";
import { useDatabase } from "@/lib/testing/database";
import { type Door, openDoor } from "@/lib/testing/front-door";
import { ApiError, type Client, createClient } from "../packages/client";
import { operationsText, typesText } from "./client/operations";

useDatabase();
let cast: Cast;
let door: Door;
let client: Client;

beforeAll(async () => {
  process.env.API_RATE_LIMIT = "100000";
  cast = await makeCast();
  door = await openDoor();
  client = createClient({
    url: `http://127.0.0.1:${door.port}/`,
    token: cast.orgWrite,
    project: cast.projects.app,
  });
});
afterAll(() => door.close());

const file = (name: string) => readFileSync(`packages/client/${name}`, "utf8");
const monitor = {
  name: "Shop",
  protocol: "http" as const,
  request: { method: "GET" as const, url: "https://example.com/health" },
  regions: ["eu-deu-fra" as const],
};

test("matches the current contract (otherwise run `npx tsx scripts/client-package.ts`)", () => {
  expect(file("operations.js")).toBe(operationsText());
  expect(file("operations.d.ts")).toBe(typesText());
});

test("creates, reads, paginates and deletes against the running server", async () => {
  for (let number = 1; number <= 3; number += 1)
    await client.call("createMonitor", { body: { ...monitor, name: `Shop ${number}` } });
  const names: string[] = [];
  for await (const { name } of client.all("listMonitors", { query: { per_page: 2 } })) names.push(name);
  expect(names.sort()).toEqual(["Shop 1", "Shop 2", "Shop 3"]);
  const [first] = (await client.call("listMonitors", { query: { search: "Shop 2" } })).data;
  const params = { monitorId: first?.id ?? 0 };
  expect((await client.call("updateMonitor", { params, body: { interval: 300 } })).interval).toBe(300);
  expect(await client.call("deleteMonitor", { params })).toBeUndefined();
  await expect(client.call("getMonitor", { params })).rejects.toMatchObject({ status: 404 });
});

test("passes on the API's message and field errors", async () => {
  const refused = client.call("createMonitor", { body: { ...monitor, name: "x" } });
  await expect(refused).rejects.toBeInstanceOf(ApiError);
  await expect(refused).rejects.toMatchObject({
    status: 422,
    errors: { name: [expect.stringContaining("2 to 45")] },
  });
});

test("retries a lost answer with the same idempotency key, creating one monitor", async () => {
  let tries = 0;
  const lossy: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    tries += 1;
    if (tries > 1) return response;
    await response.arrayBuffer();
    throw new TypeError("connection lost after the server's answer");
  };
  const url = `http://127.0.0.1:${door.port}`;
  const unlucky = createClient({ url, token: cast.prjWrite, fetch: lossy });
  await unlucky.call("createMonitor", { body: { ...monitor, name: "Only one" } });
  expect(tries).toBe(2);
  expect((await client.call("listMonitors", { query: { search: "Only one" } })).data).toHaveLength(1);
});

test("runs the example unchanged", async () => {
  const env = { ...process.env, VEDETTE_URL: `http://127.0.0.1:${door.port}`, VEDETTE_TOKEN: cast.prjWrite };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["packages/client/example.mjs", "https://example.org/"],
    { env },
  );
  expect(stdout).toMatch(/Monitor \d+ watches https:\/\/example\.org\/\./);
  expect(stdout).toMatch(/fetching +100 % {2}example\.org|fetching/);
});
