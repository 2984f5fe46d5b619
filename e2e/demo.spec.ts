import { expect, test } from "@playwright/test";
import { expectSound, guidePicture } from "./support/look";
import { errorsOf } from "./support/page-errors";
import { dashboardPaths, visit } from "./support/pages";
import { OWNED, signIn } from "./support/people";
import { type Stack, startStack } from "./support/stack";

// One click fills a project with every state, another removes it. Pages full of data log no error, fit every screen,
// and have no axe violations.

/** Ninety days of results take many seconds of CPU. */
const CREATED_MS = 180_000;
/** Pages with the colors of others: forms and what a record's page shows. */
const LIGHT_ONLY =
  /^\/(status-pages\/new|settings\/(health|import|projects))$|\/edit$|^\/(incidents|maintenance)\/\d+$/;

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ variables: OWNED });
});
test.afterAll(() => stack?.stop());

test("the demo shows every state on pages without errors and axe violations, and goes away with one click, which can be undone", async ({
  page,
  browser,
}) => {
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
  await expect(heading).toHaveText(/offline/);
  await page.setViewportSize({ width: 1440, height: 900 });
  await guidePicture(page, "overview");

  const ids = {
    monitors: await idOf("/monitors", "Checkout"),
    incidents: await idOf("/incidents", /Public API|Webhooks/),
    maintenance: await idOf("/maintenance", "Load balancer update"),
    "status-pages": await idOf("/status-pages", /./),
  };
  // Half an hour off and often a day ahead, with other digits, which the pages must not adopt.
  const elsewhere = await browser.newContext({
    locale: "ar-EG",
    timezoneId: "Asia/Kolkata",
    reducedMotion: "reduce",
  });
  const visitor = await elsewhere.newPage();
  await signIn(visitor, stack);
  const errors = errorsOf(visitor);
  for (const path of dashboardPaths(ids)) {
    await visit(visitor, stack, path);
    await expect(visitor.getByText("Loading…")).toHaveCount(0);
    const schemes = LIGHT_ONLY.test(path) ? (["light"] as const) : undefined;
    await expectSound(visitor, `demo${path.replaceAll("/", "-")}`, { schemes });
  }
  // The bars of the shell on a phone.
  await visit(visitor, stack, "/");
  await expectSound(visitor, "demo-phone", { axe: "phone" });
  await elsewhere.close();
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
  await page.getByRole("dialog").getByRole("button", { name: "Delete demo data" }).click();
  await expect(heading).toHaveText("What do you want to monitor?");
  await page.getByRole("button", { name: "Undo: Demo data deleted" }).click();
  await expect(page.getByText("Demo data.")).toBeVisible({ timeout: CREATED_MS });
});
