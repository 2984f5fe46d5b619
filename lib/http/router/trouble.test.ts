import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeToken } from "@/lib/services/accounts/api-token";
import { setEnv } from "@/lib/shared/env";
import { forget } from "@/lib/shared/once";
import { closePool } from "@/lib/store/core/pool";
import { api } from "@/lib/testing/api";
import { errorReply } from "./respond";

const token = makeToken("project").token;
let silent: Server;
let silentPort = 0;

function pointAt(port: number): void {
  setEnv({ DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/x` });
  for (const key of ["store.pool", "store.kysely"]) forget(key);
}

beforeAll(async () => {
  silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const address = silent.address();
  silentPort = typeof address === "object" && address ? address.port : 0;
});
afterAll(async () => {
  await closePool();
  silent.close();
});

test("an unreachable database is 503 with Retry-After, and liveness still responds", async () => {
  pointAt(1);
  const answer = await api(token).get("/whoami");
  expect([answer.status, answer.headers["Retry-After"]]).toEqual([503, "5"]);
  expect(answer.text).not.toMatch(/127\.0\.0\.1|ECONNREFUSED|postgres/);
  expect((await api().get("/healthz")).status).toBe(200);
  const ready = await api().get("/readyz");
  expect([ready.status, ready.body.status]).toEqual([503, "unavailable"]);
  await closePool();
});

test("a database that never responds is 503 after 5 s", async () => {
  pointAt(silentPort);
  const began = performance.now();
  expect((await api(token).get("/whoami")).status).toBe(503);
  expect(performance.now() - began).toBeGreaterThan(4500);
});

test("an internal error is 500 with the request ID and nothing internal", () => {
  const request = { method: "GET", path: "/api/x", headers: () => undefined };
  const reply = errorReply(new Error('relation "secrets" does not exist at /srv/app.js:1'), request, "req-1");
  expect(reply.status).toBe(500);
  expect(JSON.parse(String(reply.body))).toEqual({
    message: "Something went wrong. Please report the request ID req-1.",
    request_id: "req-1",
  });
});
