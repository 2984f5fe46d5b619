import { expect, type Page, test } from "@playwright/test";
import { HOUR_MS } from "@/lib/shared/durations";
import { apiClient } from "./support/api-client";
import { expectSound } from "./support/look";
import { errorsOf } from "./support/page-errors";
import { dashboardPaths, type RecordIds, visit } from "./support/pages";
import { OWNED, signIn } from "./support/people";
import { addShopMonitor, publishAcme } from "./support/shop";
import { type Stack, startStack } from "./support/stack";

const BESIDE_STREAMED = 3;
const SCRIPTS = "**/_next/static/**/*.js*";
const NAMED = /\/_next\/static\/chunks\/[\w.~-]+\.js/g;

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

/** Returns the paths of the scripts that a page's HTML names. */
async function scriptsOf(page: Page, path: string): Promise<Set<string>> {
  const answer = await page.request.get(`${stack.url}${path}`);
  return new Set((await answer.text()).match(NAMED));
}

test("no streamed page logs an error, even if it hydrates after the shell has read its data", async ({
  page,
}) => {
  await signIn(page, stack);
  const errors = errorsOf(page);
  // A few pages beside the streamed ones tell the scripts of the shell.
  const others = paths.filter((path) => !streamed.includes(path)).slice(0, BESIDE_STREAMED);
  const scripts = new Map<string, Set<string>>();
  for (const path of [...streamed, ...others]) scripts.set(path, await scriptsOf(page, path));
  const isOfShell = (script: string) => [...scripts.values()].every((all) => all.has(script));
  for (const path of streamed) {
    const own = [...(scripts.get(path) ?? [])].filter((script) => !isOfShell(script));
    expect(own, `scripts of ${path} only`).not.toEqual([]);
    const shellRead = page.waitForResponse((response) => response.url().includes("/api/runners"));
    await page.route(SCRIPTS, async (route) => {
      if (own.includes(new URL(route.request().url()).pathname)) await shellRead;
      await route.continue();
    });
    await visit(page, stack, path);
    await page.unroute(SCRIPTS);
  }
  expect(errors).toEqual([]);
});

test("no page logs an error in a project without data, and a form that warns has no axe violations", async ({
  page,
}) => {
  await signIn(page, stack);
  const errors = errorsOf(page);
  const edit = paths.filter((path) => path.endsWith("/edit") && path.startsWith("/monitors/"));
  expect(edit).toHaveLength(1);
  for (const path of edit) {
    await visit(page, stack, path);
    await expectSound(page, path, { schemes: ["light"] });
  }
  const headers = { Origin: stack.url };
  const switched = await page.request.post(`${stack.url}/api/session/project`, {
    data: { project_id: empty.id },
    headers,
  });
  expect(switched.status()).toBe(200);
  for (const path of paths.filter((each) => !/\d/.test(each))) await visit(page, stack, path);
  expect(errors).toEqual([]);
});
