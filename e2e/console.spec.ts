import { expect, type Page, test } from "@playwright/test";
import { apiClient } from "./support/api-client";
import { errorsOf } from "./support/page-errors";
import { dashboardPaths, type RecordIds } from "./support/pages";
import { OWNED, signIn } from "./support/people";
import { addShopMonitor, publishAcme } from "./support/shop";
import { type Stack, startStack } from "./support/stack";

const HOUR_MS = 3_600_000;
const BESIDE_STREAMED = 3;
const SCRIPTS = "**/_next/static/**/*.js*";

let stack: Stack;
let paths: string[];
let streamed: string[];
let empty: { id: number };

test.beforeAll(async () => {
  // Regions without a runner of their own, so that forms have something to say about them.
  stack = await startStack({ variables: OWNED });
  const api = await apiClient(stack, 1);
  const monitors = await addShopMonitor(api, stack, ["eu-deu-fra", "na-usa-iad"]);
  const incident = await api.post<{ id: number }>("/uptime/incidents", {
    title: "Checkout is slow",
    impact: "partial_outage",
  });
  const at = (hours: number) => new Date(Math.ceil(Date.now() / HOUR_MS + hours) * HOUR_MS).toISOString();
  const window = await api.post<{ id: number }>("/uptime/maintenance-windows", {
    title: "Database upgrade",
    description: "Up to an hour of read-only mode.",
    monitors: [monitors],
    monitoring_mode: "mute",
    starts_at: at(1),
    ends_at: at(2),
  });
  const ids: RecordIds = {
    monitors,
    incidents: incident.id,
    maintenance: window.id,
    "status-pages": await publishAcme(api, monitors),
  };
  paths = dashboardPaths(ids);
  streamed = dashboardPaths(ids, "(streamed)");
  empty = await api.post("/projects", { name: "Empty", members: [1] });
});
test.afterAll(() => stack?.stop());

/** Opens a page and waits until it is hydrated and has read its data. Returns the paths of its scripts. */
async function visit(page: Page, path: string): Promise<string[]> {
  const scripts: string[] = [];
  const note = (request: { resourceType(): string; url(): string }) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  };
  page.on("request", note);
  await page.goto(`${stack.url}${path}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Switch project" }).first()).toBeEnabled();
  // Not "networkidle", which the stream of live updates would keep waiting.
  await expect(page.getByText("Live", { exact: true }).first()).toBeAttached();
  page.off("request", note);
  return scripts;
}

test("no streamed page logs an error, even if it hydrates after the shell has read its data", async ({
  page,
}) => {
  await signIn(page, stack);
  const errors = errorsOf(page);
  const scripts = new Map<string, string[]>();
  // A few pages beside the streamed ones tell the scripts of the shell. Every page is visited below and with the demo.
  const others = paths.filter((path) => !streamed.includes(path)).slice(0, BESIDE_STREAMED);
  for (const path of [...streamed, ...others]) scripts.set(path, await visit(page, path));
  expect(errors).toEqual([]);

  const [first = [], ...rest] = scripts.values();
  const ofShell = new Set(first.filter((script) => rest.every((list) => list.includes(script))));
  for (const path of streamed) {
    const shellRead = page.waitForResponse((response) => response.url().includes("/api/runners"));
    await page.route(SCRIPTS, async (route) => {
      if (!ofShell.has(new URL(route.request().url()).pathname)) await shellRead;
      await route.continue();
    });
    await visit(page, path);
    await page.unroute(SCRIPTS);
  }
  expect(errors).toEqual([]);
});

test("no dashboard page logs an error in a browser with another time zone and language, with data or without", async ({
  browser,
}) => {
  // Half an hour off and a day ahead for much of it, with other digits.
  const context = await browser.newContext({ locale: "ar-EG", timezoneId: "Asia/Kolkata" });
  const page = await context.newPage();
  await signIn(page, stack);
  const errors = errorsOf(page);
  for (const path of paths) await visit(page, path);
  const headers = { Origin: stack.url };
  const switched = await page.request.post(`${stack.url}/api/session/project`, {
    data: { project_id: empty.id },
    headers,
  });
  expect(switched.status()).toBe(200);
  for (const path of paths.filter((each) => !/\d/.test(each))) await visit(page, path);
  await context.close();
  expect(errors).toEqual([]);
});
