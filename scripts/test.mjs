import { rmSync } from "node:fs";
import path from "node:path";
import { ensureBuilt } from "./build.mjs";
import { findBrowser } from "./support/browser.mjs";
import { staticChecks, tool } from "./support/checks.mjs";
import { checkNode, ensureInstalled } from "./support/install.mjs";
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

const PLAYWRIGHT = "test-results/playwright.json";

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

async function browser() {
  const chromium = await findBrowser();
  if (!chromium) return { passed: 0, failed: 1 };
  rmSync(path.join(root, PLAYWRIGHT), { force: true });
  const env = { CHROMIUM_PATH: chromium };
  const args = [tool("playwright", "@playwright/test"), "test", "--retries=1"];
  const { ok } = await step("Browser tests", process.execPath, args, { show: true, env });
  return playwrightCounts(ok, readReport(PLAYWRIGHT));
}

const PARTS = ["checks", "unit", "browser"];

/**
 * Runs the chosen parts and returns what each counted. The checks and the build use one core after another, and the unit tests often
 * wait for the database, so both run at once. Browser journeys need the build.
 */
async function run(names) {
  const isChosen = (name) => names.includes(name);
  const beside = async () => {
    const counts = isChosen("checks") ? [await staticChecks()] : [];
    if (isChosen("browser")) await ensureBuilt();
    return counts;
  };
  const [checks, units] = await Promise.all([beside(), isChosen("unit") ? unit() : null]);
  const journeys = isChosen("browser") ? await browser() : null;
  return [...checks, units, journeys].filter((counts) => counts !== null);
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
