import { beforeAll, expect, test } from "vitest";

interface Counts {
  passed: number;
  failed: number;
  flaky: string[];
}
interface Failure {
  name: string;
  file?: string;
}
interface Report {
  passed: string[];
  failed: Failure[];
}

let FLAKY_MAX = 0;
let filesToRetry: (report: Report | null) => string[];
let unitCounts: (ok: boolean, first: Report | null, second?: Report | null) => Counts;
let playwrightCounts: (ok: boolean, report: unknown) => Counts;
let sumUp: (parts: Partial<Counts>[]) => Counts;

beforeAll(async () => {
  ({ FLAKY_MAX, filesToRetry, unitCounts, playwrightCounts, sumUp } = await import(
    new URL("./results.mjs", import.meta.url).href
  ));
});

const failure = (test: string, file = "a.test.ts"): Failure => ({ name: `${file}: ${test}`, file });
const passed = (...tests: string[]) => tests.map((test) => `a.test.ts: ${test}`);

test("counts passed and failed tests", () => {
  const report = { passed: passed("one", "two"), failed: [failure("three")] };
  expect(unitCounts(false, report)).toEqual({ passed: 2, failed: 1, flaky: [] });
});

test("never counts a missing report, no tests, or a failed program as success", () => {
  expect(unitCounts(true, null)).toEqual({ passed: 0, failed: 1, flaky: [] });
  expect(unitCounts(true, { passed: [], failed: [] }).failed).toBe(1);
  expect(unitCounts(false, { passed: passed("one"), failed: [] }).failed).toBe(1);
});

test("runs each file with a failure again, but not if the run fails anyway", () => {
  const failed = [failure("one"), failure("two"), failure("three", "b.test.ts")];
  expect(filesToRetry({ passed: [], failed })).toEqual(["a.test.ts", "b.test.ts"]);
  expect(filesToRetry({ passed: [], failed: [] })).toEqual([]);
  expect(filesToRetry(null)).toEqual([]);
  expect(filesToRetry({ passed: [], failed: [...failed, { name: "outside of tests: oops" }] })).toEqual([]);
  const many = Array.from({ length: FLAKY_MAX + 1 }, (_, index) => failure(`test ${index}`));
  expect(filesToRetry({ passed: [], failed: many })).toEqual([]);
});

test("counts a test that passes in the second try as passed, and lists it as flaky", () => {
  const first = { passed: passed("steady"), failed: [failure("shaky"), failure("broken")] };
  const second = { passed: passed("steady", "shaky"), failed: [failure("broken")] };
  expect(unitCounts(false, first, second)).toEqual({
    passed: 2,
    failed: 1,
    flaky: ["a.test.ts: shaky"],
  });
});

test("counts the tests of a file that loads only in the second try", () => {
  const first = { passed: ["b.test.ts: other"], failed: [{ name: "a.test.ts", file: "a.test.ts" }] };
  const second = { passed: passed("one", "two"), failed: [failure("three")] };
  expect(unitCounts(false, first, second)).toEqual({ passed: 3, failed: 1, flaky: ["a.test.ts"] });
});

test("lists a test that fails only in the second try as flaky", () => {
  const first = { passed: passed("steady", "unlucky"), failed: [failure("shaky")] };
  const second = { passed: passed("steady", "shaky"), failed: [failure("unlucky")] };
  expect(unitCounts(false, first, second)).toEqual({
    passed: 3,
    failed: 0,
    flaky: ["a.test.ts: shaky", "a.test.ts: unlucky"],
  });
});

test("never hides a failure behind a passed test of the same name", () => {
  const report = { passed: passed("twin"), failed: [failure("twin")] };
  expect(unitCounts(false, report, report).failed).toBe(1);
});

test("keeps the failures of the first try if the second leaves no report or ends badly", () => {
  const first = { passed: passed("steady"), failed: [failure("shaky")] };
  expect(unitCounts(false, first, null)).toEqual({ passed: 1, failed: 1, flaky: [] });
  expect(unitCounts(false, first, { passed: passed("steady", "shaky"), failed: [] }).failed).toBe(1);
});

test("fails a run with more flaky tests than allowed", () => {
  const part = (count: number) => ({ passed: 10, failed: 0, flaky: passed(...Array(count).fill("shaky")) });
  const checks = { passed: 7, failed: 0 };
  expect(sumUp([checks, part(FLAKY_MAX - 2), part(2)])).toMatchObject({ passed: 27, failed: 0 });
  expect(sumUp([checks, part(FLAKY_MAX - 2), part(3)])).toMatchObject({ passed: 27, failed: 1 });
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
  expect(playwrightCounts(false, { stats, suites, errors: [] })).toEqual({
    passed: 3,
    failed: 1,
    flaky: ["a.spec.ts: shaky", "a.spec.ts: inner"],
  });
});

test("counts a missing browser report and errors outside of tests as failures", () => {
  expect(playwrightCounts(true, null)).toMatchObject({ passed: 0, failed: 1 });
  const stats = { expected: 4, unexpected: 0, flaky: 0 };
  expect(playwrightCounts(false, { stats, suites: [], errors: [{}] })).toMatchObject({ failed: 1 });
});
