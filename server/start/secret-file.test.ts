import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PowerCut } from "@/lib/testing/power-cut";
import { secretFile } from "./secret-file";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-secret-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test("returns the same secret to starts at the same time, from a file that only its owner reads", async () => {
  const secrets = await Promise.all([1, 2, 3].map(() => secretFile(folder, "runner-token")));
  expect(new Set(secrets).size).toBe(1);
  expect(statSync(path.join(folder, "runner-token")).mode & 0o777).toBe(0o600);
});

test("replaces an empty file, which a power cut leaves behind", async () => {
  writeFileSync(path.join(folder, "runner-token"), "");
  const secret = await secretFile(folder, "runner-token");
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(await secretFile(folder, "runner-token")).toBe(secret);
});

test("keeps a secret through a power cut as soon as it is used", async () => {
  const disk = new PowerCut(folder);
  await disk.watch();
  const secret = await secretFile(folder, "app-secret");
  const after = path.join(folder, "after");
  disk.survivors(after);
  expect(readFileSync(path.join(after, "app-secret"), "utf8").trim()).toBe(secret);
});
