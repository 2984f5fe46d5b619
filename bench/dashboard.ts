import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import type { Bench, BenchOptions, Measure } from "./bench";
import { median } from "./checker/statistics";
import { withDashboard } from "./dashboard-session";

const SCRIPT_GOAL = 1.2;
const CHART_GOAL_KB = 110;
const CONTENT_GOAL_MS = 1000;
const KEYSTROKE_GOAL_MS = 100;

const gzipBytes = (content: string | Buffer) => gzipSync(content, { level: 9 }).length;

/** Returns the size of the scripts that every page loads before its own: Next.js's main files, from the build. */
function emptyPageBytes(): number {
  const manifest = JSON.parse(readFileSync(".next/build-manifest.json", "utf8")) as {
    rootMainFiles: string[];
  };
  return manifest.rootMainFiles.reduce((sum, file) => sum + gzipBytes(readFileSync(`.next/${file}`)), 0);
}

/** Returns the size of a page's scripts until it's idle: those named in its HTML, and those loaded later. */
async function scripts(page: Page, url: string): Promise<{ named: number; lazy: number }> {
  const responses = new Map<string, Response>();
  page.on("response", (response) => {
    if (response.request().resourceType() === "script")
      responses.set(new URL(response.url()).pathname, response);
  });
  const html = await (await page.goto(url))?.text();
  await page.waitForTimeout(2500);
  let named = 0;
  let lazy = 0;
  for (const [path, response] of [...responses]) {
    const size = gzipBytes(await response.body());
    if (html?.includes(path)) named += size;
    else lazy += size;
  }
  return { named, lazy };
}

async function d1(): Promise<Measure[]> {
  return await withDashboard(async ({ page, seed }, stack) => {
    await seed(1);
    const list = await scripts(await page.context().newPage(), `${stack.url}/monitors`);
    const detail = await scripts(await page.context().newPage(), `${stack.url}/monitors/1`);
    const ratio = Math.round((list.named / emptyPageBytes()) * 100) / 100;
    const chartKb = Math.round(detail.lazy / 1024);
    return [
      {
        value: ratio,
        unit: "× an empty page",
        ok: ratio <= SCRIPT_GOAL,
        noisy: false,
        note: `${Math.round(list.named / 1024)} KB`,
      },
      { value: chartKb, unit: "KB chart, lazily", ok: chartKb > 0 && chartKb <= CHART_GOAL_KB, noisy: false },
    ];
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
    title: "Dashboard script, gzip · chart",
    goal: "≤ 1.2 × an empty App page · ≤ 110 KB",
    beside: "busy",
    run: d1,
  },
  { id: "monitors-page", title: "Monitors page with 5,000 monitors", goal: "≤ 1 s · ≤ 100 ms", run: d2 },
];
