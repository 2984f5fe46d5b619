import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./step.mjs";

/** Returns `{ passed, failed }` of vitest's JSON report; a missing or empty report counts as a failure. */
export function vitestCounts(file, ok) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1 };
  const failedFiles = report.testResults.filter(
    (result) => result.status === "failed" && noTests(result),
  ).length;
  const counts = { passed: report.numPassedTests, failed: report.numFailedTests + failedFiles };
  return atLeastOneFailure(counts, ok);
}

const noTests = (result) => result.assertionResults.every((test) => test.status !== "failed");

/**
 * Returns `{ passed, failed, flaky }` of Playwright's JSON report, counting each test once. A test that passed on retry counts
 * as passed and is listed in `flaky` by file and title.
 */
export function playwrightCounts(file, ok) {
  const report = read(file);
  if (!report) return { passed: 0, failed: 1, flaky: [] };
  const { expected, unexpected, flaky } = report.stats;
  const counts = { passed: expected + flaky, failed: unexpected + report.errors.length };
  return { ...atLeastOneFailure(counts, ok), flaky: report.suites.flatMap(flakyOf) };
}

function flakyOf({ specs = [], suites = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky"));
  return [...own.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(flakyOf)];
}

function atLeastOneFailure({ passed, failed }, ok) {
  return { passed, failed: failed === 0 && (!ok || passed === 0) ? 1 : failed };
}

function read(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), "utf8"));
  } catch {
    return null;
  }
}
