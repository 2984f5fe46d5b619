import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chooseDataDir, openDataDir, SYSTEM_DATA_DIR } from "./data-dir";

const nobody = { uid: 65534, gid: 65534, lent: true };
let top = "";

beforeEach(() => {
  top = mkdtempSync(path.join(tmpdir(), "vedette-data-dir-"));
  chmodSync(top, 0o755);
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

test("rejects a directory that PostgreSQL's account can't reach and names the blocking folder", () => {
  mkdirSync(path.join(top, "home", "clone"), { recursive: true });
  chmodSync(path.join(top, "home"), 0o700);
  const wanted = path.join(top, "home", "clone", "data");
  expect(() => chooseDataDir(wanted, nobody)).toThrow(`can't access ${path.join(top, "home")}`);
  chmodSync(path.join(top, "home"), 0o711);
  expect(chooseDataDir(wanted, nobody)).toBe(wanted);
});

test("moves only the default directory to the system directory, and only for root", () => {
  const before = process.cwd();
  chmodSync(top, 0o700);
  process.chdir(top);
  try {
    expect(chooseDataDir("./data", nobody)).toBe(SYSTEM_DATA_DIR);
    expect(() => chooseDataDir("./data", { ...nobody, lent: false })).toThrow("isn't usable");
  } finally {
    process.chdir(before);
  }
});

test("lets PostgreSQL's account traverse but not list the data directory", () => {
  const dataDir = path.join(top, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  openDataDir(dataDir, nobody);
  expect(statSync(dataDir).mode & 0o777).toBe(0o711);
});

test("says what to check when the data directory can't be created", () => {
  expect(() => openDataDir("/proc/vedette", nobody)).toThrow(
    /can't be created or written.*disk is mounted read-write/s,
  );
});
