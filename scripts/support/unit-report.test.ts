import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const reporter = new URL("./unit-report.mjs", import.meta.url);
const { UNIT_REPORT } = await import(reporter.href);
const folder = mkdtempSync(path.join(tmpdir(), "vedette-report-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FILES = {
  "mixed.test.js":
    "test('good', () => {}); describe('group', () => { test('bad', () => expect(1).toBe(2)); });",
  "broken.test.js": "throw new Error('does not load');",
  "hook.test.js": "beforeAll(() => { throw new Error('no database'); }); test('never ran', () => {});",
  "stray.test.js": "test('ends early', () => void setTimeout(() => { throw new Error('late'); }));",
};

test("reports failed tests, files, hooks, and errors outside of tests, with their files", async () => {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(folder, name), text);
  const vitest = path.resolve("node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--globals", "--maxWorkers=1", `--reporter=${reporter.pathname}`];
  const ended = promisify(execFile)(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: "test" },
  });
  await expect(ended).rejects.toThrow();
  const { passed, failed } = JSON.parse(readFileSync(path.join(folder, UNIT_REPORT), "utf8"));
  expect(passed.toSorted()).toEqual(["mixed.test.js: good", "stray.test.js: ends early"]);
  expect(failed).toHaveLength(4);
  expect(failed).toEqual(
    expect.arrayContaining([
      { name: "mixed.test.js: group > bad", file: "mixed.test.js" },
      { name: "broken.test.js", file: "broken.test.js" },
      { name: "hook.test.js", file: "hook.test.js" },
      { name: "stray.test.js: late", file: "stray.test.js" },
    ]),
  );
});
