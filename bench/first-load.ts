import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import type { Bench, Measure } from "./bench";
import { withDashboard } from "./dashboard-session";

const SCRIPT_GOAL_KB = 180;
const KILOBYTE = 1024;
const PHONE = { width: 390, height: 844 };
const CPU_SLOWDOWN = 4;
const ROUND_TRIP_MS = 150;
const BYTES_PER_SECOND = 1_600_000 / 8;
/** The part of a long task that blocks input, as in Total Blocking Time. */
const LONG_TASK_MS = 50;
const QUIET_MS = 3000;
const MONITORS = 50;

interface Load {
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  readonly scriptBytes: number;
  readonly lazyBytes: number;
  readonly htmlBytes: number;
  readonly rawHtmlBytes: number;
}

/** Runs in the page. A string, because this file's compiler would insert calls to its own helpers into a function. */
const OBSERVE = `
  window.__seen = { lcp: 0, cls: 0, tasks: [] };
  const observe = (type, add) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
  observe("largest-contentful-paint", (entry) => { window.__seen.lcp = entry.startTime; });
  observe("layout-shift", (entry) => { if (!entry.hadRecentInput) window.__seen.cls += entry.value; });
  observe("longtask", (entry) => { window.__seen.tasks.push([entry.startTime, entry.duration]); });`;
const READ = `({ ...window.__seen, fcp: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN })`;

interface Seen {
  readonly fcp: number;
  readonly lcp: number;
  readonly cls: number;
  readonly tasks: readonly (readonly [number, number])[];
}

/** Makes the connection and the CPU as slow as those of a phone from some years ago. */
async function slowDown(session: CDPSession): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
}

/** Opens an address on a slow phone without a cache, and waits until nothing has loaded or run for a while. */
async function openedOnPhone(context: BrowserContext, url: string): Promise<Load> {
  const page: Page = await context.newPage();
  await page.setViewportSize(PHONE);
  await page.addInitScript(OBSERVE);
  const session = await context.newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await slowDown(session);
  const scripts: { path: string; bytes: Promise<number> }[] = [];
  let lastAt = performance.now();
  page.on("requestfinished", (request) => {
    lastAt = performance.now();
    if (request.resourceType() !== "script") return;
    const bytes = request.sizes().then((sizes) => sizes.responseBodySize);
    scripts.push({ path: new URL(request.url()).pathname, bytes });
  });
  const answer = await page.goto(url);
  const html = (await answer?.text()) ?? "";
  const htmlBytes = (await answer?.request().sizes())?.responseBodySize ?? 0;
  while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(QUIET_MS / 10);
  const seen = (await page.evaluate(READ)) as Seen;
  let scriptBytes = 0;
  let lazyBytes = 0;
  for (const { path, bytes } of scripts) {
    if (html.includes(path)) scriptBytes += await bytes;
    else lazyBytes += await bytes;
  }
  await page.close();
  const blocking = seen.tasks.filter(([at]) => at >= seen.fcp);
  return {
    fcpMs: seen.fcp,
    lcpMs: seen.lcp,
    tbtMs: blocking.reduce((sum, [, took]) => sum + Math.max(0, took - LONG_TASK_MS), 0),
    cls: seen.cls,
    scriptBytes,
    lazyBytes,
    htmlBytes,
    rawHtmlBytes: Buffer.byteLength(html),
  };
}

function measureOf(path: string, load: Load): Measure {
  const kb = (field: keyof Load) => Math.round(load[field] / KILOBYTE);
  const times = `FCP ${Math.round(load.fcpMs)} ms, LCP ${Math.round(load.lcpMs)} ms, TBT ${Math.round(load.tbtMs)} ms`;
  const note = `${path}: ${times}, CLS ${load.cls.toFixed(3)}, lazily ${kb("lazyBytes")} KB, HTML ${kb("htmlBytes")} KB (raw ${kb("rawHtmlBytes")})`;
  return {
    value: kb("scriptBytes"),
    unit: "KB script",
    ok: kb("scriptBytes") <= SCRIPT_GOAL_KB,
    noisy: false,
    note,
  };
}

async function d4(): Promise<Measure[]> {
  return await withDashboard(async ({ page, seed, publish }, stack) => {
    await seed(MONITORS);
    const paths = [
      "/",
      "/monitors",
      "/monitors/1",
      await publish(Array.from({ length: 10 }, (_, at) => at + 1)),
    ];
    const measures: Measure[] = [];
    for (const path of paths) {
      const url = `${stack.url}${path}`;
      // The server loads a page's code at its first request.
      await page.context().request.get(url);
      measures.push(measureOf(path, await openedOnPhone(page.context(), url)));
    }
    return measures;
  });
}

export const benches: readonly Bench[] = [
  {
    id: "first-load",
    title: "First load on a slow phone",
    goal: `≤ ${SCRIPT_GOAL_KB} KB script, compressed`,
    run: d4,
  },
];
