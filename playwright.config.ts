import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { cheapBrowser } from "./e2e/support/browsers";

const CORES = Math.min(2, availableParallelism());

/** Journeys that mostly wait for checks and for the next minute: they run beside the others, the longest first. */
const WAITING = [
  "cluster",
  "story",
  "regions",
  "custom-domain",
  "crash",
  "manual-incident",
  "recorded-failures",
  "look",
];
const waiting = WAITING.map((name) => `${name}.spec.ts`);

const QUIET = [
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // Every page runs for seconds, and each document compiles its code anew: optimizing it costs more than it saves.
  "--js-flags=--no-opt,--no-maglev",
];

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/first-start.ts",
  workers: 2 * (CORES + 1),
  projects: [
    { name: "waiting", testMatch: waiting, workers: CORES + 1 },
    // Two leave a third of two cores idle, because each waits for its server and its browser in turn.
    { name: "working", testIgnore: waiting, workers: CORES + 1 },
  ],
  // Limits end journeys that hang. The longest took over five minutes at a load of 20 on two cores.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  outputDir: "test-results/browser",
  use: {
    viewport: { width: 1440, height: 900 },
    // Animations are a seventh of the browser's CPU. story.spec.ts shows them.
    contextOptions: { reducedMotion: "reduce" },
    // What waits for something that never comes says so before the whole journey's limit.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    // A failure leaves a screenshot and the page's texts. A trace, which shows the page at each step, costs an eighth of the CPU, so
    // only the second try records it, or `--trace on`. A video costs as much as the journeys.
    trace: { mode: "on-first-retry", screenshots: false },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: cheapBrowser(),
      // Chromium's sandbox doesn't work as root. Other users keep it.
      args: process.getuid?.() === 0 ? ["--no-sandbox", ...QUIET] : QUIET,
    },
  },
});
