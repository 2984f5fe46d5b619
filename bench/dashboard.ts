import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import type { Bench, BenchOptions, Measure } from "./bench";
import { median } from "./checker/statistics";
import { withDashboard } from "./dashboard-session";

const CHART_GOAL_KB = 110;
const CONTENT_GOAL_MS = 1000;
const KEYSTROKE_GOAL_MS = 100;

const gzipBytes = (content: string | Buffer) => gzipSync(content, { level: 9 }).length;

/** Returns the size of the scripts that a page loads later than those named in its HTML, until it's idle. */
async function lazyScripts(page: Page, url: string): Promise<number> {
  const responses = new Map<string, Response>();
  page.on("response", (response) => {
    if (response.request().resourceType() === "script")
      responses.set(new URL(response.url()).pathname, response);
  });
  const html = await (await page.goto(url))?.text();
  await page.waitForTimeout(2500);
  const lazy = [...responses].filter(([path]) => !html?.includes(path));
  const sizes = await Promise.all(lazy.map(async ([, response]) => gzipBytes(await response.body())));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function chart(): Promise<Measure[]> {
  return await withDashboard(async ({ page, seed }, stack) => {
    await seed(1);
    const bytes = await lazyScripts(await page.context().newPage(), `${stack.url}/monitors/1`);
    const value = Math.round(bytes / 1024);
    return [{ value, unit: "KB chart, lazily", ok: value > 0 && value <= CHART_GOAL_KB, noisy: false }];
  });
}

async function firstContentMs(page: Page, url: string): Promise<number> {
  await page.goto(url);
  await page.getByRole("row").nth(1).waitFor();
  return await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  );
}

/** Runs in the page. A string, because this file's compiler would insert calls to its own helpers into a function. */
const WATCH_KEY = (expected: string) => `
  window.__took = new Promise((resolve) => {
    document.addEventListener("keydown", (event) => {
      (function look() {
        const first = document.querySelector("tbody tr a");
        if (first && first.textContent === ${JSON.stringify(expected)}) resolve(performance.now() - event.timeStamp);
        else requestAnimationFrame(look);
      })();
    }, { once: true, capture: true });
  });
  undefined;`;

/** Measures the time from the key to the frame with the matching rows, inside the page. */
async function keystrokeMs(page: Page, key: string, expected: string): Promise<number> {
  await page.evaluate(WATCH_KEY(expected));
  await page.keyboard.press(key);
  return Number(await page.evaluate("window.__took"));
}

async function d2({ quick }: BenchOptions): Promise<Measure[]> {
  return await withDashboard(async ({ page, seed }, stack) => {
    const count = quick ? 1000 : 5000;
    await seed(count);
    const contents: number[] = [];
    const keys: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      contents.push(await firstContentMs(page, `${stack.url}/monitors`));
      await page.waitForTimeout(1000);
      await page.getByRole("searchbox").focus();
      await page.keyboard.type(`monitor 00${round + 1}`);
      await page.waitForTimeout(800);
      keys.push(await keystrokeMs(page, "7", `monitor 00${round + 1}7`));
    }
    const content = Math.round(median(contents));
    const key = Math.round(median(keys));
    const note = `${count} monitors`;
    return [
      { value: content, unit: "ms to first content", ok: content <= CONTENT_GOAL_MS, noisy: false, note },
      { value: key, unit: "ms from key to rows", ok: key <= KEYSTROKE_GOAL_MS, noisy: false, note },
    ];
  });
}

export const benches: readonly Bench[] = [
  {
    id: "dashboard-script",
    title: "script of the dashboard's chart, gzip",
    goal: `≤ ${CHART_GOAL_KB} KB`,
    beside: "busy",
    run: chart,
  },
  { id: "monitors-page", title: "Monitors page with 5,000 monitors", goal: "≤ 1 s · ≤ 100 ms", run: d2 },
];
