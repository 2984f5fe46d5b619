import { createServer, type Server } from "node:http";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { setEnv } from "@/lib/shared/env";
import { forget } from "@/lib/shared/once";
import { db } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { beat } from "./heartbeat";

useDatabase();
let server: Server | undefined;
afterEach(() => {
  server?.close();
  setEnv({ HEARTBEAT_URL: "" });
});

async function waitingAt(status: number): Promise<string[]> {
  const seen: string[] = [];
  const started = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.writeHead(status).end();
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const address = started.address();
  const port = typeof address === "object" && address ? address.port : 0;
  setEnv({ HEARTBEAT_URL: `http://127.0.0.1:${port}/ping/abc?from=a` });
  forget("health.stages");
  return seen;
}

test("sends a heartbeat while everything works, and none while nothing is checked", async () => {
  const seen = await waitingAt(200);
  expect(await beat()).toBe(false);
  await sql`insert into runners (name, kind, token_hash, last_seen_at) values ('local', 'local', 'x', now())`.execute(
    db(),
  );
  expect(await beat()).toBe(true);
  expect(seen).toEqual(["POST /ping/abc?from=a"]);
});

test("a rejected heartbeat fails its tick step, and nothing is sent without a URL", async () => {
  await waitingAt(500);
  await expect(beat()).rejects.toThrow("returned 500");
  setEnv({ HEARTBEAT_URL: "" });
  expect(await beat()).toBe(false);
});
