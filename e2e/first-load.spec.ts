import { expect, type Page, test } from "@playwright/test";
import pg from "pg";
import { apiClient } from "./support/api-client";
import { type Database, startDatabase } from "./support/database";
import { dashboardPaths } from "./support/pages";
import { OWNED, signIn } from "./support/people";
import { publishAcme } from "./support/shop";
import { type Stack, startStack } from "./support/stack";

/** What a page names in its HTML loads before anyone can use it. Charts and dialogs load later. */
const SCRIPT_MAX = 180_000;
const CHART_MAX = 110_000;
const HTML_MAX = 40_000;
/** A page's HTML before compression. This number may only fall; the goal is 120,000. */
const RAW_HTML_MAX = 220_000;
const MONITORS = 50;
const HOUR_MS = 3_600_000;

let database: Database;
let stack: Stack;
let paths: string[];

/** Fills the last 24 hours of every monitor, as checks every minute do. */
async function fillHours(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `insert into rollups_hourly
     select project_id, id, 'eu-deu-fra', date_trunc('hour', now()) - hour * interval '1 hour',
       60 - (id + hour) % 3, (id + hour) % 3, 0, 0, 2520000, 21000, 180000, 38000 + id * hour, 47000, 90000, 150000
     from monitors, generate_series(1, 23) hour`,
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
  await fillHours();
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

interface Sizes {
  readonly script: number;
  readonly later: number;
  readonly html: number;
  readonly rawHtml: number;
}

/** Opens a page without a cache, and returns the bytes on the wire, headers not included. */
async function sizesOf(page: Page, path: string): Promise<Sizes> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts: { name: string; bytes: Promise<number> }[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    const bytes = request.sizes().then(({ responseBodySize }) => responseBodySize);
    scripts.push({ name: new URL(request.url()).pathname, bytes });
  });
  const answer = await page.goto(`${stack.url}${path}`);
  const html = (await answer?.text()) ?? "";
  await expect(page.getByText("Live", { exact: true }).first()).toBeAttached();
  if (/^\/monitors\/\d+$/.test(path))
    await expect(page.getByRole("table", { name: "Availability by hour" })).toBeVisible();
  let [script, later] = [0, 0];
  for (const { name, bytes } of scripts) {
    if (html.includes(name)) script += await bytes;
    else later += await bytes;
  }
  const { responseBodySize } = (await answer?.request().sizes()) ?? { responseBodySize: 0 };
  return { script, later, html: responseBodySize, rawHtml: Buffer.byteLength(html) };
}

test("no page sends more script or HTML than its limit before anyone can use it", async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, stack);
  for (const path of paths) {
    const tab = await page.context().newPage();
    const { script, later, html, rawHtml } = await sizesOf(tab, path);
    await tab.close();
    console.info(`${path}: script ${script}, later ${later}, HTML ${html}, raw ${rawHtml}`);
    expect.soft(script, `${path} must send script`).toBeGreaterThan(50_000);
    expect.soft(script, `script of ${path}`).toBeLessThanOrEqual(SCRIPT_MAX);
    expect.soft(later, `script that ${path} loads later`).toBeLessThanOrEqual(CHART_MAX);
    expect.soft(html, `HTML of ${path}`).toBeLessThanOrEqual(HTML_MAX);
    expect.soft(rawHtml, `raw HTML of ${path}`).toBeLessThanOrEqual(RAW_HTML_MAX);
  }
});
