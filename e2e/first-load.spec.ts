import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { type Browser, expect, type Page, test } from "@playwright/test";
import pg from "pg";
import { HOUR_MS } from "@/lib/shared/durations";
import { apiClient } from "./support/api-client";
import { type Database, startDatabase } from "./support/database";
import { dashboardPaths } from "./support/pages";
import { OWNED, signIn } from "./support/people";
import { publishAcme } from "./support/shop";
import { type Stack, startStack } from "./support/stack";

/** Scripts that a page names in its HTML load before anyone can use it. Charts and dialogs load later; D1 in bench/ measures the chart. */
const SCRIPT_MAX = 170_500;
const HTML_MAX = 40_000;
/** Mostly the data of 50 monitors, of which the network carries little. */
const RAW_HTML_MAX = 165_000;
const MONITORS = 50;
/** Sum of what the browser reports, of which 0.1 still counts as good. The mark of live updates moves by less than 0.001. */
const SHIFT_MAX = 0.01;
/** Far enough from UTC that times get another length. */
const ZONE = "America/Los_Angeles";
/** Long enough that the HTML is painted without them, the font last. */
const LATE_MS: Record<string, number> = { script: 700, font: 1500 };

let database: Database;
let stack: Stack;
let paths: string[];

/** Fills the last 24 hours of every monitor, as checks every minute do, and the first one's hour, and gives the incident a long timeline. */
async function fillHistory(monitorId: number, incidentId: number): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `insert into rollups_hourly
     select project_id, id, 'eu-deu-fra', date_trunc('hour', now()) - hour * interval '1 hour',
       60 - (id + hour) % 3, (id + hour) % 3, 0, 0, 2520000, 21000, 180000, 38000 + id * hour, 47000, 90000, 150000
     from monitors, generate_series(1, 23) hour`,
  );
  await client.query(
    `insert into results (project_id, monitor_id, scheduled_at, started_at, region, outcome, status_code, total_us, error_code)
     select project_id, id, at, at, 'eu-deu-fra', failed, 200, 42000 + extract(minute from at) * 500, case failed when 1 then 'timeout' end
     from monitors, generate_series(now() - interval '50 minutes', now(), '1 minute') at, lateral (select (extract(minute from at)::int % 20 = 0)::int as failed) f
     where id = $1`,
    [monitorId],
  );
  await client.query(
    `insert into incident_timeline (project_id, incident_id, kind, reason, occurred_at)
     select project_id, id, 'observation', 'Frankfurt: HTTP 500 instead of 200 after ' || minute || ' min', now() - minute * interval '37 minutes'
     from incidents, generate_series(1, 40) minute where id = $1`,
    [incidentId],
  );
  await client.end();
}

test.beforeAll(async () => {
  database = await startDatabase();
  const variables = {
    ...OWNED,
    DATABASE_URL: database.url,
    APP_SECRET: "a secret for the test of first loads",
    RUNNER: "off",
  };
  stack = await startStack({ variables });
  const api = await apiClient(stack, 1);
  const create = (number: number) =>
    api.post<{ id: number }>("/uptime/monitors", {
      name: `Shop ${number}`,
      protocol: "http",
      request: { method: "GET", url: `https://shop.example.com/${number}` },
      regions: ["eu-deu-fra"],
      tags: ["shop"],
    });
  const monitors = await Promise.all(Array.from({ length: MONITORS }, (_, index) => create(index)));
  const [monitor] = monitors;
  const at = (hours: number) => new Date(Math.ceil(Date.now() / HOUR_MS + hours) * HOUR_MS).toISOString();
  const incident = await api.post<{ id: number }>("/uptime/incidents", {
    title: "Checkout is slow",
    impact: "partial_outage",
  });
  const window = await api.post<{ id: number }>("/uptime/maintenance-windows", {
    title: "Database upgrade",
    monitors: [monitor?.id],
    monitoring_mode: "mute",
    starts_at: at(1),
    ends_at: at(2),
  });
  await fillHistory(monitor?.id ?? 0, incident.id);
  paths = dashboardPaths({
    monitors: monitor?.id ?? 0,
    incidents: incident.id,
    maintenance: window.id,
    "status-pages": await publishAcme(api, monitor?.id ?? 0),
  });
});
test.afterAll(async () => {
  await stack?.stop();
  await database?.stop();
});

/** Returns the bytes of a body as a browser receives it. */
async function bytesOf(path: string, cookie: string): Promise<number> {
  const headers = { cookie, "accept-encoding": "gzip, br" };
  const [answer] = (await once(get(`${stack.url}${path}`, { headers }), "response")) as [IncomingMessage];
  expect(answer.statusCode, path).toBe(200);
  let bytes = 0;
  for await (const part of answer) bytes += (part as Buffer).length;
  return bytes;
}

const SCRIPT = /\/_next\/static\/chunks\/[\w.~-]+\.js/g;
/** For browsers without modules, which no longer exist. */
const POLYFILL = /<script[^>]*noModule[^>]*>/gi;

test("no page sends more script or HTML than its limit before anyone can use it", async ({ page }) => {
  await signIn(page, stack);
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const known = new Map<string, number>();
  for (const path of paths) {
    const text = await (await fetch(`${stack.url}${path}`, { headers: { cookie } })).text();
    let script = 0;
    for (const file of new Set(text.replaceAll(POLYFILL, "").match(SCRIPT))) {
      known.set(file, known.get(file) ?? (await bytesOf(file, "")));
      script += known.get(file) ?? 0;
    }
    const html = await bytesOf(path, cookie);
    const rawHtml = Buffer.byteLength(text);
    expect.soft(script, `${path} must name its scripts`).toBeGreaterThan(50_000);
    expect.soft(script, `script of ${path}`).toBeLessThanOrEqual(SCRIPT_MAX);
    expect.soft(html, `HTML of ${path}`).toBeLessThanOrEqual(HTML_MAX);
    expect.soft(rawHtml, `raw HTML of ${path}`).toBeLessThanOrEqual(RAW_HTML_MAX);
  }
});

/** Runs in the page. A string, because this file's compiler would insert calls to its own helpers into a function. */
const WATCH_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      window.shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? "removed") });
  }).observe({ type: "layout-shift", buffered: true });`;
const AFTER_PAINT =
  "document.fonts.ready.then(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 100))))";

interface Shift {
  value: number;
  /** The texts of the elements that moved. */
  moved: string[];
}

/** The event stream, which never ends, and its worker, whose end the browser doesn't report. */
const LIVE = /\/(api\/live\?project_id=\d+|live-worker\.js)$/;

/** Waits until nothing but live updates has been loading for a moment. */
async function quiet(page: Page, loading: ReadonlySet<string>): Promise<void> {
  await expect(async () => {
    expect([...loading]).toEqual([]);
    await page.evaluate(AFTER_PAINT);
    expect([...loading]).toEqual([]);
  }).toPass({ intervals: [100] });
}

/** Pages that more people open than others: the sections, and a record of each. */
const OFTEN =
  /^\/(monitors|incidents|maintenance|status-pages|reports|integrations|settings(\/regions)?)?(\/\d+)?$/;
/** Those of them that are laid out differently on a wide screen. */
const WIDE = /^\/((monitors|incidents|status-pages)(\/\d+)?)?$/;
const PUBLIC = ["/status/acme", "/status/acme/history"];

/** Opens each page at a width, and expects that nothing moves in it. */
async function expectNoShifts(browser: Browser, width: number, opened: readonly string[]): Promise<void> {
  const context = await browser.newContext({ timezoneId: ZONE, viewport: { width, height: 844 } });
  const page = await context.newPage();
  await signIn(page, stack);
  await page.addInitScript(WATCH_SHIFTS);
  await page.route(/\.(js|woff2)(\?|$)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS[route.request().resourceType()] ?? 0));
    await route.continue();
  });
  const loading = new Set<string>();
  page.on("request", (request) => LIVE.test(request.url()) || loading.add(request.url()));
  page.on("requestfinished", (request) => loading.delete(request.url()));
  page.on("requestfailed", (request) => loading.delete(request.url()));
  for (const path of opened) {
    await page.goto(`${stack.url}${path}`);
    if (!path.startsWith("/status/"))
      await expect(page.getByText("Live", { exact: true }).first()).toBeAttached();
    await quiet(page, loading);
    const shifts = (await page.evaluate("window.shifts")) as Shift[];
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect.soft(sum, `${path} at ${width} px: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(SHIFT_MAX);
  }
  await context.close();
}

test("nothing moves while a page loads with late scripts and fonts, in a time zone other than UTC", async ({
  browser,
}) => {
  const often = paths.filter((path) => OFTEN.test(path));
  // Mostly waits for what is late.
  await Promise.all([
    expectNoShifts(browser, 390, [...often, ...PUBLIC]),
    expectNoShifts(
      browser,
      1440,
      often.filter((path) => WIDE.test(path)),
    ),
  ]);
});
