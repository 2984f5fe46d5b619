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
  await ensureBuilt();
  const env = { CHROMIUM_PATH: chromium };
  // A second try keeps one shaken journey from holding up the rest; that it was needed is said below, never hidden.
  const args = [tool("playwright", "@playwright/test"), "test", "--retries=1"];
  const { ok } = await step("Browser tests", process.execPath, args, { show: true, env });
  const counts = playwrightCounts(PLAYWRIGHT, ok);
  for (const name of counts.flaky) say(`flaky, passed only at the second try: ${name}`);
  return counts;
}

const parts = { checks: staticChecks, unit, browser };

/** `--only checks|unit|browser`, repeatable; everything without it. */
function chosen(args) {
  const names = args.filter((_, index) => args[index - 1] === "--only");
  const unknown = names.filter((name) => !(name in parts));
  if (unknown.length === 0) return names.length === 0 ? Object.keys(parts) : names;
  say(`There is no part ${unknown.join(", ")}. Allowed: ${Object.keys(parts).join(", ")}.`);
  process.exit(1);
}

process.chdir(root);
checkNode();
const names = chosen(process.argv.slice(2));
await ensureInstalled();
mkdirSync(path.join(root, "test-results"), { recursive: true });
for (const file of [VITEST, PLAYWRIGHT]) rmSync(path.join(root, file), { force: true });
const began = performance.now();
let passed = 0;
let failed = 0;
for (const name of names) {
  const counts = await parts[name]();
  passed += counts.passed;
  failed += counts.failed;
}
say(`Everything took ${seconds(performance.now() - began)}.`);
process.exitCode = failed === 0 ? 0 : 1;
process.stdout.write(`${passed} passed, ${failed} failed\n`);
