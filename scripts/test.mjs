import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureBuilt } from "./build.mjs";
import { findBrowser } from "./support/browser.mjs";
import { staticChecks, tool } from "./support/checks.mjs";
import { checkNode, ensureInstalled } from "./support/install.mjs";
import { playwrightCounts, vitestCounts } from "./support/results.mjs";
import { root, say, seconds, step } from "./support/step.mjs";

const VITEST = "test-results/vitest.json";
const PLAYWRIGHT = "test-results/playwright.json";

async function unit() {
  const report = ["--reporter=default", "--reporter=json", `--outputFile.json=${VITEST}`];
  const args = [tool("vitest"), "run", ...report];
  const { ok } = await step("Unit and integration tests", process.execPath, args, {
    show: true,
    env: { NODE_ENV: "test" },
  });
  return vitestCounts(VITEST, ok);
}

async function browser() {
  const chromium = await findBrowser();
  if (!chromium) return { passed: 0, failed: 1 };
  const env = { CHROMIUM_PATH: chromium };
  // One retry keeps a flaky test from blocking the rest; flaky tests are listed below.
  const args = [tool("playwright", "@playwright/test"), "test", "--retries=1"];
  const { ok } = await step("Browser tests", process.execPath, args, { show: true, env });
  const counts = playwrightCounts(PLAYWRIGHT, ok);
  for (const name of counts.flaky) say(`flaky, passed on retry: ${name}`);
  return counts;
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
mkdirSync(path.join(root, "test-results"), { recursive: true });
for (const file of [VITEST, PLAYWRIGHT]) rmSync(path.join(root, file), { force: true });
const began = performance.now();
const counts = await run(names);
const passed = counts.reduce((sum, part) => sum + part.passed, 0);
const failed = counts.reduce((sum, part) => sum + part.failed, 0);
say(`Total time: ${seconds(performance.now() - began)}.`);
process.exitCode = failed === 0 ? 0 : 1;
process.stdout.write(`${passed} passed, ${failed} failed\n`);
