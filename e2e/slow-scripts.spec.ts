import { expect, type Page, test } from "@playwright/test";
import { apiClient } from "./support/api-client";
import { giveCredentials, OWNED, OWNER, signIn } from "./support/people";
import { addShopMonitor } from "./support/shop";
import { type Stack, startStack } from "./support/stack";

// A slow phone shows the page long before hydration. Input entered meanwhile is kept, and no button press is lost.

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ variables: OWNED });
});
test.afterAll(() => stack?.stop());

/** Opens a page whose scripts load only when the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const scripts = "**/_next/static/**/*.js*";
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${stack.url}${path}`, { waitUntil: "commit" });
  return async () => {
    release();
    await page.waitForLoadState();
    await page.unroute(scripts);
  };
}

test("a password typed before hydration signs in with one press", async ({ page }) => {
  const loadScripts = await openWithoutScripts(page, "/sign-in");
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByLabel("Password").fill(OWNER.password);
  const button = page.getByRole("button", { name: "Sign in" });
  await expect(button).toBeDisabled();
  await expect(button).toHaveCSS("opacity", "0.5");
  await page.getByLabel("Password").press("Enter");
  await expect(page.getByLabel("Email")).toHaveValue(OWNER.email);
  await loadScripts();
  await expect(button).toHaveCSS("opacity", "1");
  await button.click();
  await page.waitForURL(`${stack.url}/`);
});

test("a press of Sign in before hydration is not lost", async ({ page }) => {
  const loadScripts = await openWithoutScripts(page, "/sign-in");
  const pressed = giveCredentials(page);
  await loadScripts();
  await pressed;
  await page.waitForURL(`${stack.url}/`);
});

test("an incident form filled in before hydration is submitted as entered", async ({ page }) => {
  const api = await apiClient(stack, 1);
  const shop = await addShopMonitor(api, stack);
  await signIn(page, stack);
  const loadScripts = await openWithoutScripts(page, "/incidents/new");
  await page.getByLabel("Impact").selectOption({ label: "Major outage" });
  await page.getByText("More options").click();
  await page.getByLabel("Description").fill("Reported by phone.");
  await page.getByRole("checkbox", { name: "Shop" }).check();
  await page.getByLabel("Message").fill("We are looking.");
  const title = page.getByLabel("Title");
  await title.fill("Checkout slow");
  for (const _letter of "slow") await title.press("ArrowLeft");
  await loadScripts();
  await expect(page.getByRole("button", { name: "Open incident" })).toBeEnabled();
  // The caret kept its position.
  await page.keyboard.type("is ");
  await expect(title).toHaveValue("Checkout is slow");
  await page.getByRole("button", { name: "Open incident" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Checkout is slow");
  expect(await api.get("/uptime/incidents/1")).toMatchObject({
    title: "Checkout is slow",
    impact: "major_outage",
    description: "Reported by phone.",
    monitors: [shop],
  });
  await expect(page.getByText("We are looking.")).toBeVisible();
});
