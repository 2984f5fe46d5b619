import { expect, test } from "@playwright/test";
import { expectFits, guidePicture } from "./support/look";
import { errorsOf } from "./support/page-errors";
import { dashboardPaths, visit } from "./support/pages";
import { OWNED, signIn } from "./support/people";
import { type Stack, startStack } from "./support/stack";

// One click fills a project with every state, another removes it. Pages full of data log no error and fit a phone and a desktop.

/** Ninety days of results take many seconds of CPU. */
const CREATED_MS = 180_000;

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ variables: OWNED });
});
test.afterAll(() => stack?.stop());

test("the demo shows every state on pages that fit, and goes away with one click", async ({ page }) => {
  const heading = page.getByRole("heading", { level: 1 });
  /** Returns the ID of the first record that a list links to, of those that contain the text. */
  const idOf = async (list: string, text: string | RegExp) => {
    await page.goto(`${stack.url}${list}`);
    const link = page.locator(`main a[href^="${list}/"]:not([href$="/new"])`, { hasText: text }).first();
    return Number(/\d+/.exec((await link.getAttribute("href")) ?? "")?.[0]);
  };
  await signIn(page, stack);
  await page.goto(stack.url);
  await page.getByRole("button", { name: "Explore with demo data" }).click();
  await expect(page.getByText("Demo data.")).toBeVisible({ timeout: CREATED_MS });
  await expect(heading).toHaveText(/incident/);
  await page.setViewportSize({ width: 1440, height: 900 });
  await guidePicture(page, "overview");

  const ids = {
    monitors: await idOf("/monitors", "Checkout"),
    incidents: await idOf("/incidents", /Public API|Webhooks/),
    maintenance: await idOf("/maintenance", "Load balancer update"),
    "status-pages": await idOf("/status-pages", /./),
  };
  const errors = errorsOf(page);
  for (const path of dashboardPaths(ids)) {
    await visit(page, stack, path);
    await expect(page.getByText("Loading…")).toHaveCount(0);
    await expectFits(page, `demo${path.replaceAll("/", "-")}`);
  }
  expect(errors).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${stack.url}/monitors/${ids.monitors}`);
  await expect(page.getByText("Response time").first()).toBeVisible();
  await page.waitForTimeout(1500);
  await guidePicture(page, "monitor");
  await page.goto(`${stack.url}/status/demo`);
  await expect(page.getByText("Acme status").first()).toBeVisible();
  await guidePicture(page, "status-page");
  await page.emulateMedia({ colorScheme: "dark" });
  await guidePicture(page, "status-page-dark");
  await page.emulateMedia({ colorScheme: "light" });

  await page.goto(`${stack.url}/`);
  await page.getByRole("button", { name: "Delete demo data" }).click();
  await expect(heading).toHaveText("What do you want to monitor?");
});
