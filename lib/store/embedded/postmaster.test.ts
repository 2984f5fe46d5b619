import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { postmasterPid, refusedByLeftover } from "./postmaster";

test.each([
  ['FATAL:  lock file "postmaster.pid" already exists\nHINT:  Is another postmaster running?', true],
  ["FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use", true],
  ['FATAL:  could not create lock file "postmaster.pid": Permission denied', false],
  ['ERROR:  database "kept" already exists', false],
])("tells that processes of an earlier server remain: %s: %s", (lines, expected) => {
  expect(refusedByLeftover(lines)).toBe(expected);
});

test("reads postmaster.pid while PostgreSQL replaces it", async () => {
  const cluster = mkdtempSync(path.join(tmpdir(), "vedette-pid-"));
  const file = path.join(cluster, "postmaster.pid");
  const replace = `const fs = require("node:fs"); console.log("begun");
    for (;;) { fs.writeFileSync(process.argv[1], "1"); fs.rmSync(process.argv[1]); }`;
  const replacing = spawn(process.execPath, ["-e", replace, file], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await once(replacing.stdout, "data");
    for (let times = 0; times < 20_000; times += 1) expect(postmasterPid(cluster)).toBeNull();
  } finally {
    replacing.kill("SIGKILL");
    await once(replacing, "exit");
    rmSync(cluster, { recursive: true });
  }
});
