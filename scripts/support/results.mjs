import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./step.mjs";

/** With more flaky tests than this, a run fails, so that their number can't grow unseen. */
export const FLAKY_MAX = 5;

/** Returns a report of `test-results`, or null if it is missing or no JSON. */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), "utf8"));
  } catch {
    return null;
  }
}

/** Returns the files to run again, or none if the run fails whatever a second try says. */
export function filesToRetry(report) {
  const failed = report?.failed ?? [];
  if (failed.length > FLAKY_MAX || failed.some(({ file }) => !file)) return [];
  return [...new Set(failed.map(({ file }) => file))];
}

/**
 * Returns `{ passed, failed, flaky }` of the unit tests. What failed once and passed in the other try is flaky and counts as passed; a
 * missing report counts as a failure. `ok` is whether the last run of vitest ended well.
 */
export function unitCounts(ok, first, second = null) {
  if (!first) return { passed: 0, failed: 1, flaky: [] };
  const firstFailed = new Set(first.failed.map(({ name }) => name));
  const firstPassed = new Set(first.passed);
  const last = (second ?? first).failed.map(({ name }) => name);
  const unsteady = (name) => second !== null && firstPassed.has(name) && !firstFailed.has(name);
  const recovered = [...firstFailed].filter((name) => !last.includes(name));
  const added = (second?.passed ?? []).filter((name) => !firstPassed.has(name));
  const counts = {
    passed: first.passed.length + added.length,
    failed: last.filter((name) => !unsteady(name)).length,
  };
  const explained = ok || last.length > 0;
  return { ...atLeastOneFailure(counts, explained), flaky: [...recovered, ...last.filter(unsteady)] };
}

/**
 * Returns `{ passed, failed, flaky }` of Playwright's JSON report, counting each test once. A test that passed on retry counts
 * as passed and is listed in `flaky` by file and title.
 */
export function playwrightCounts(ok, report) {
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

/** Adds up the parts of a run. Too many flaky tests count as one failure. */
export function sumUp(parts) {
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
  const flaky = parts.flatMap((part) => part.flaky ?? []);
  return { passed: sum("passed"), failed: sum("failed") + (flaky.length > FLAKY_MAX ? 1 : 0), flaky };
}
