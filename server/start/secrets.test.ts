import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { env } from "@/lib/shared/env";
import { forget } from "@/lib/shared/once";
import { ensureAppSecret } from "./secrets";

const NAMES = ["APP_SECRET", "DATABASE_URL", "DATA_DIR", "VEDETTE_EMBEDDED"];
let dataDir = "";

function setVariables(values: Record<string, string>): void {
  for (const name of NAMES) delete process.env[name];
  Object.assign(process.env, values);
  forget("env");
}

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "vedette-secrets-"));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
  setVariables({});
});

test("generates the secret once, readable only by its owner, and keeps it across restarts", async () => {
  setVariables({ DATA_DIR: dataDir });
  await ensureAppSecret();
  const first = env().APP_SECRET;
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(statSync(path.join(dataDir, "app-secret")).mode & 0o777).toBe(0o600);
  setVariables({ DATA_DIR: dataDir });
  await ensureAppSecret();
  expect(env().APP_SECRET).toBe(first);
});

test("uses a configured secret and writes nothing", async () => {
  setVariables({ DATA_DIR: dataDir, APP_SECRET: "x".repeat(32) });
  await ensureAppSecret();
  expect(env().APP_SECRET).toBe("x".repeat(32));
  expect(() => statSync(path.join(dataDir, "app-secret"))).toThrow("ENOENT");
});

test("requires a configured secret with DATABASE_URL", async () => {
  setVariables({ DATA_DIR: dataDir, DATABASE_URL: "postgres://localhost/x" });
  await expect(ensureAppSecret()).rejects.toThrow("APP_SECRET is required with DATABASE_URL");
});
