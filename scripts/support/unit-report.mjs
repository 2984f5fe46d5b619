import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Where a run of vitest leaves its report. */
export const UNIT_REPORT = "test-results/unit.json";

/**
 * A vitest reporter that writes the names of the tests that passed and what failed: tests, files, and errors outside of tests. Vitest's
 * own JSON report leaves out the errors.
 */
export default class UnitReport {
  onTestRunEnd(modules, unhandledErrors) {
    const passed = modules.flatMap((module) => namesOf(module, "passed"));
    const failed = [...modules.flatMap(failuresOf), ...unhandledErrors.map(errorOf)];
    mkdirSync(path.dirname(UNIT_REPORT), { recursive: true });
    writeFileSync(UNIT_REPORT, JSON.stringify({ passed, failed }));
  }
}

function namesOf(module, state) {
  return [...module.children.allTests(state)].map((test) => `${module.relativeModuleId}: ${test.fullName}`);
}

function failuresOf(module) {
  const file = module.relativeModuleId;
  const names = namesOf(module, "failed");
  // A file can fail without a failed test: it doesn't load, or a hook fails.
  if (names.length === 0 && !module.ok()) names.push(file);
  return names.map((name) => ({ name, file }));
}

function errorOf(error) {
  const file = error.VITEST_TEST_PATH && path.relative(process.cwd(), error.VITEST_TEST_PATH);
  return { name: `${file ?? "outside of tests"}: ${error.message}`, file };
}
