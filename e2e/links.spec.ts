import { expect, type Page, test } from "@playwright/test";
import { apiClient } from "./support/api-client";
import { expectSound } from "./support/look";
import { giveCredentials, OWNED, signIn } from "./support/people";
import { type Stack, startStack } from "./support/stack";

// A user with two projects follows links in notifications; each opens its record in whichever project it belongs to.
const MISSING = 987_654;

let stack: Stack;
const paths = { incident: "", monitor: "", window: "", page: "" };

test.beforeAll(async () => {
  stack = await startStack({ variables: { ...OWNED, RUNNER: "off" } });
  const first = await apiClient(stack, 1);
  const shop = await first.post<{ id: number }>("/projects", { name: "Shop", members: [1] });
  const api = await apiClient(stack, shop.id);
  const monitor = await api.post<{ id: number }>("/uptime/monitors", {
    name: "Checkout",
    protocol: "http",
    request: { method: "GET", url: "https://example.com/checkout" },
    regions: ["eu-deu-fra"],
  });
  const incident = await api.post<{ id: number }>("/uptime/incidents", {
    title: "Checkout is slow",
    impact: "partial_outage",
  });
  const window = await api.post<{ id: number }>("/uptime/maintenance-windows", {
    title: "Database upgrade",
    description: "Up to an hour of read-only mode.",
    monitors: [monitor.id],
    monitoring_mode: "mute",
    starts_at: inHours(1),
    ends_at: inHours(2),
  });
  const page = await api.post<{ id: number }>("/uptime/status-pages", {
    name: "Shop status",
    subdomain: "shop-links",
    title: "Is the shop open?",
    description: "Live",
    website_url: "https://example.com",
    search_engine_indexed: false,
    components: [],
  });
  paths.incident = `/incidents/${incident.id}`;
  paths.monitor = `/monitors/${monitor.id}`;
  paths.window = `/maintenance/${window.id}`;
  paths.page = `/status-pages/${page.id}`;
});
test.afterAll(() => stack?.stop());

const inHours = (hours: number) =>
  new Date(Math.floor(Date.now() / 60_000 + hours * 60) * 60_000).toISOString();
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const note = (page: Page) => page.getByText("Switched to project Shop");

/** Switches back to the first project. */
async function backToFirst(page: Page): Promise<void> {
  const options = { data: { project_id: 1 }, headers: { Origin: stack.url } };
  await expect(await page.request.post(`${stack.url}/api/session/project`, options)).toBeOK();
}

async function currentProject(page: Page): Promise<number> {
  const answer = await page.request.get(`${stack.url}/api/session`);
  return ((await answer.json()) as { project: { id: number } }).project.id;
}

test("a link in a notification opens its record in any project, after sign-in", async ({ page }) => {
  await page.goto(`${stack.url}${paths.incident}`);
  await expect(page).toHaveURL(`${stack.url}/sign-in?next=${encodeURIComponent(paths.incident)}`);
  await giveCredentials(page);
  await expect(heading(page)).toHaveText("Checkout is slow");
  await expect(note(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Switch project" }).first()).toContainText("Shop");
  await expectSound(page, "links-switched", { axe: false });

  for (const [path, title] of [
    [paths.monitor, "Checkout"],
    [`${paths.monitor}/edit`, "Edit monitor"],
    [paths.window, "Database upgrade"],
    [paths.page, "Shop status"],
  ] as const) {
    await backToFirst(page);
    await page.goto(`${stack.url}${path}`);
    await expect(heading(page)).toHaveText(title);
    await expect(note(page)).toBeVisible();
  }
  await page.goto(`${stack.url}${paths.window}`);
  await expect(page.getByRole("link", { name: "Checkout" })).toBeVisible();
  await expect(note(page)).toHaveCount(0);
  await expectSound(page, "maintenance-window", { axe: false });
});

test("signing in keeps a link's fragment, and going back skips the sign-in page", async ({ page }) => {
  await page.goto(`${stack.url}/forgot-password`);
  await page.goto(`${stack.url}${paths.monitor}#results`);
  await giveCredentials(page);
  await expect(page).toHaveURL(`${stack.url}${paths.monitor}#results`);
  // The page loads again once it is in the record's project, which would cancel the way back.
  await expect(note(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${stack.url}/forgot-password`);
});

test("does not switch the project on prefetch, in a background tab or for a missing record", async ({
  page,
}) => {
  await signIn(page, stack);
  await backToFirst(page);
  const kinds: Record<string, string>[] = [
    {},
    { "sec-purpose": "prefetch" },
    { rsc: "1", "next-router-prefetch": "1" },
  ];
  for (const headers of kinds) {
    const answer = await page.request.get(`${stack.url}${paths.incident}`, { headers });
    expect(await answer.text()).not.toContain("Checkout is slow");
    expect(await currentProject(page)).toBe(1);
  }
  await page.addInitScript(() => {
    let state: DocumentVisibilityState = "hidden";
    Object.defineProperty(document, "visibilityState", { get: () => state });
    addEventListener("now-seen", () => {
      state = "visible";
      document.dispatchEvent(new Event("visibilitychange"));
    });
  });
  await page.goto(`${stack.url}${paths.incident}`);
  await expect(page.getByRole("heading", { name: "Switching to project Shop…" })).toBeVisible();
  await expectSound(page, "links-switching", { axe: false });
  expect(await currentProject(page)).toBe(1);
  await page.evaluate(() => dispatchEvent(new Event("now-seen")));
  await expect(heading(page)).toHaveText("Checkout is slow");
  expect(await currentProject(page)).not.toBe(1);
  await page.goto(`${stack.url}/incidents/${MISSING}`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("answers 404 for a missing record and for an invalid ID", async ({ page }) => {
  await signIn(page, stack);
  for (const kind of ["monitors", "incidents", "maintenance", "status-pages"])
    for (const id of [MISSING, "none"]) {
      const answer = await page.request.get(`${stack.url}/${kind}/${id}`);
      expect([kind, id, answer.status()]).toEqual([kind, id, 404]);
    }
  expect((await page.request.get(`${stack.url}/monitors/${MISSING}/edit`)).status()).toBe(404);
});

test("a form opened before a project switch saves to its own project and switches back to it", async ({
  page,
  context,
}) => {
  await signIn(page, stack);
  await backToFirst(page);
  await page.goto(`${stack.url}/incidents/new`);
  await page.getByLabel("Title", { exact: true }).fill("Mail is late");
  const other = await context.newPage();
  await other.goto(`${stack.url}${paths.incident}`);
  await expect(note(other)).toBeVisible();
  expect(await currentProject(page)).not.toBe(1);
  await page.getByRole("button", { name: "Create incident" }).click();
  await expect(heading(page)).toHaveText("Mail is late");
  await expect(page.getByText("Switched to project Main")).toBeVisible();
  const first = await apiClient(stack, 1);
  const { data } = await first.get<{ data: { title: string }[] }>("/uptime/incidents");
  expect(data.map(({ title }) => title)).toEqual(["Mail is late"]);
});
