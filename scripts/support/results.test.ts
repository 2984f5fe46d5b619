import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

interface Sum {
  passed: number;
  failed: number;
}
type Counts = (file: string, ok: boolean) => Sum;

let folder = "";
let vitestCounts: Counts;
let playwrightCounts: (file: string, ok: boolean) => Sum & { flaky: string[] };

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

test("counts passed and failed tests, and a test file that fails to load as a failure", () => {
  const results = [file("passed", ["passed", "passed"]), file("failed", ["failed"]), file("failed", [])];
  const given = report({ numPassedTests: 2, numFailedTests: 1, testResults: results });
  expect(vitestCounts(given, false)).toEqual({ passed: 2, failed: 2 });
});

test("never counts a missing report, no tests or a failed program as success", () => {
  expect(vitestCounts("test-results/absent.json", true)).toEqual({ passed: 0, failed: 1 });
  expect(vitestCounts(report({ numPassedTests: 0, numFailedTests: 0, testResults: [] }), true).failed).toBe(
    1,
  );
  expect(vitestCounts(report({ numPassedTests: 3, numFailedTests: 0, testResults: [] }), false).failed).toBe(
    1,
  );
});

const spec = (title: string, status: string) => ({ file: "a.spec.ts", title, tests: [{ status }] });

test("counts a browser test that passed on retry once, as passed, and lists it", () => {
  const suites = [
    {
      specs: [spec("steady", "expected"), spec("shaky", "flaky")],
      suites: [{ specs: [spec("inner", "flaky")] }],
    },
    { specs: [spec("broken", "unexpected")] },
  ];
  const stats = { expected: 1, unexpected: 1, flaky: 2 };
  expect(playwrightCounts(report({ stats, suites, errors: [] }), false)).toEqual({
    passed: 3,
    failed: 1,
    flaky: ["a.spec.ts: shaky", "a.spec.ts: inner"],
  });
});

test("counts a missing browser report and errors outside of tests as failures", () => {
  expect(playwrightCounts("test-results/absent.json", true)).toMatchObject({ passed: 0, failed: 1 });
  const stats = { expected: 4, unexpected: 0, flaky: 0 };
  expect(playwrightCounts(report({ stats, suites: [], errors: [{}] }), false)).toMatchObject({ failed: 1 });
});
