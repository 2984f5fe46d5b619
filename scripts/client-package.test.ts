import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publicEndpoints } from "@/lib/contract/reference/openapi";
import { useAccounts } from "@/lib/testing/accounts/test-accounts";
import { startFrontDoor, type TestFrontDoor } from "@/lib/testing/pages/front-door";
import type { ApiError, Client, createClient } from "../packages/client";

const accounts = useAccounts();
let frontDoor: TestFrontDoor;
let client: Client;
let library: { ApiError: typeof ApiError; createClient: typeof createClient };
const run = promisify(execFile);

beforeAll(async () => {
  frontDoor = await startFrontDoor();
  await run(process.execPath, ["--import", "tsx", "scripts/client-package.ts"]);
  library = await import("../packages/client");
  client = library.createClient({
    url: `http://127.0.0.1:${frontDoor.port}/`,
    token: accounts.orgWrite,
    project: accounts.projects.app,
  });
});
afterAll(() => frontDoor.close());

const monitor = {
  name: "Shop",
  protocol: "http" as const,
  request: { method: "GET" as const, url: "https://example.com/health" },
  regions: ["eu-deu-fra" as const],
};

test("has an operation for every public endpoint of the contract", async () => {
  const { operations } = await import("../packages/client/operations.js");
  const known = Object.entries(operations).map(([id, [method, path]]) => `${id} ${method} ${path}`);
  const published = publicEndpoints().map(({ id, method, path }) => `${id} ${method} ${path}`);
  expect(known.sort()).toEqual(published.sort());
});

test("creates, reads, paginates, and deletes against the running server", async () => {
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
  await expect(refused).rejects.toBeInstanceOf(library.ApiError);
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
  const url = `http://127.0.0.1:${frontDoor.port}`;
  const unlucky = library.createClient({ url, token: accounts.prjWrite, fetch: lossy });
  await unlucky.call("createMonitor", { body: { ...monitor, name: "Only one" } });
  expect(tries).toBe(2);
  expect((await client.call("listMonitors", { query: { search: "Only one" } })).data).toHaveLength(1);
});

test("runs the example unchanged", async () => {
  const env = {
    ...process.env,
    VEDETTE_URL: `http://127.0.0.1:${frontDoor.port}`,
    VEDETTE_TOKEN: accounts.prjWrite,
  };
  const { stdout } = await run(process.execPath, ["packages/client/example.mjs", "https://example.org/"], {
    env,
  });
  expect(stdout).toMatch(/Monitor \d+ watches https:\/\/example\.org\/\./);
  expect(stdout).toMatch(/fetching +100 % {2}example\.org|fetching/);
});
