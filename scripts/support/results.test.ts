import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

type Counts = (file: string, ok: boolean) => { passed: number; failed: number };

let folder = "";
let vitestCounts: Counts;
let playwrightCounts: Counts;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "vedette-results-"));
  ({ vitestCounts, playwrightCounts } = await import(new URL("./results.mjs", import.meta.url).href));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(content: unknown): string {
  const file = path.join(folder, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return path.relative(process.cwd(), file);
}

const file = (status: string, tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});

test("passed and failed tests are counted, and a test file that could not even load is a failure", () => {
  const results = [file("passed", ["passed", "passed"]), file("failed", ["failed"]), file("failed", [])];
  const given = report({ numPassedTests: 2, numFailedTests: 1, testResults: results });
  expect(vitestCounts(given, false)).toEqual({ passed: 2, failed: 2 });
});

test("no report, no tests, or a program that failed otherwise never counts as success", () => {
  expect(vitestCounts("test-results/absent.json", true)).toEqual({ passed: 0, failed: 1 });
  expect(vitestCounts(report({ numPassedTests: 0, numFailedTests: 0, testResults: [] }), true).failed).toBe(
    1,
  );
  expect(vitestCounts(report({ numPassedTests: 3, numFailedTests: 0, testResults: [] }), false).failed).toBe(
    1,
  );
});

test("a browser test that passed only when repeated counts as failed", () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1 };
  expect(playwrightCounts(report({ stats, errors: [] }), false)).toEqual({ passed: 4, failed: 2 });
});
