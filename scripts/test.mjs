import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureBuilt } from "./build.mjs";
import { findBrowser } from "./support/browser.mjs";
import { staticChecks, tool } from "./support/checks.mjs";
import { checkNode, ensureInstalled } from "./support/install.mjs";
import { stageProgram } from "./support/program.mjs";
import {
  FLAKY_MAX,
  filesToRetry,
  playwrightCounts,
  readReport,
  sumUp,
  unitCounts,
} from "./support/results.mjs";
import { folderInMemory } from "./support/scratch.mjs";
import { root, say, seconds, step } from "./support/step.mjs";
import { UNIT_REPORT } from "./support/unit-report.mjs";

/** Runs the unit tests, and the files of those that failed once more, one after another on a machine that has become quieter. */
async function unit() {
  const { ok, report } = await vitest("Unit and integration tests");
  const files = filesToRetry(report);
  if (files.length === 0) return unitCounts(ok, report);
  const again = await vitest("Second try", ["--maxWorkers=1", ...files]);
  return unitCounts(again.ok, report, again.report);
}

async function vitest(name, args = []) {
  rmSync(path.join(root, UNIT_REPORT), { force: true });
  const reporters = ["--reporter=default", "--reporter=./scripts/support/unit-report.mjs"];
  const options = { show: true, env: { NODE_ENV: "test" } };
  const { ok } = await step(name, process.execPath, [tool("vitest"), "run", ...reporters, ...args], options);
  return { ok, report: readReport(UNIT_REPORT) };
}

/** Runs the journeys of one project in playwright.config.ts. */
async function journeys(project, name) {
  const results = `test-results/${project}.json`;
  rmSync(path.join(root, results), { force: true });
  const folder = `test-results/browser-${project}`;
  const args = ["test", "--retries=1", `--project=${project}`, `--output=${folder}`];
  const options = { show: true, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: results } };
  const { ok } = await step(
    name,
    process.execPath,
    [tool("playwright", "@playwright/test"), ...args],
    options,
  );
  return playwrightCounts(ok, readReport(results));
}

/** Finds the browser and builds the product. Returns whether the journeys can run. */
async function prepareJourneys() {
  if (!(await findBrowser())) return false;
  await ensureBuilt();
  // Far from node_modules, the journeys show that the program holds all it needs.
  const folder = mkdtempSync(path.join(tmpdir(), "vedette-program-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  await stageProgram(folder);
  loadPagesOnDemand(folder);
  process.env.E2E_PROGRAM = folder;
  return true;
}

/** Lets a server load a page when a journey first opens it. Loading all of them was a quarter of a start's CPU, and each journey opens a few. */
function loadPagesOnDemand(folder) {
  const file = path.join(folder, ".next/required-server-files.json");
  const built = JSON.parse(readFileSync(file, "utf8"));
  built.config.experimental.preloadEntriesOnStart = false;
  writeFileSync(file, JSON.stringify(built));
}

const PARTS = ["checks", "unit", "browser"];

/**
 * Runs the chosen parts and returns what each counted. The checks, the build, and the journeys that mostly wait run
 * beside the unit tests, which often wait for the database. The other journeys use both cores and come last.
 */
async function run(names) {
  const part = async (name, count) => (names.includes(name) ? [await count()] : []);
  const units = part("unit", unit);
  const checks = await part("checks", staticChecks);
  const isReady = names.includes("browser") && (await prepareJourneys());
  const waiting = isReady ? journeys("waiting", "Browser tests that wait") : null;
  const counted = [...checks, ...(await units)];
  if (!names.includes("browser")) return counted;
  if (!isReady) return [...counted, { passed: 0, failed: 1 }];
  return [...counted, await journeys("working", "Browser tests"), await waiting];
}

/** Parses `--only checks|unit|browser`, repeatable; runs everything without it. */
function chosen(args) {
  const names = args.filter((_, index) => args[index - 1] === "--only");
  const unknown = names.filter((name) => !PARTS.includes(name));
  if (unknown.length === 0) return names.length === 0 ? PARTS : names;
  say(`--only must be one of ${PARTS.join(", ")}; got ${unknown.join(", ")}`);
  process.exit(1);
}

process.chdir(root);
checkNode();
const names = chosen(process.argv.slice(2));
await ensureInstalled({ everything: true });
const memory = folderInMemory();
// Every program of the tests makes its folders for temporary files there.
if (memory) process.env.TMPDIR = memory;
const began = performance.now();
const { passed, failed, flaky } = sumUp(await run(names));
say(`Total time: ${seconds(performance.now() - began)}.`);
for (const name of flaky) say(`flaky, passed only in one of two tries: ${name}`);
if (flaky.length > FLAKY_MAX)
  say(`At most ${FLAKY_MAX} tests may be flaky; got ${flaky.length}. This counts as a failure.`);
process.exitCode = failed === 0 ? 0 : 1;
process.stdout.write(`${passed} passed, ${failed} failed\n`);
