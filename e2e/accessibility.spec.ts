import { expect, type Locator, type Page, test } from "@playwright/test";
import { apiClient } from "./support/api-client";
import { expectSound, expectSoundDialog } from "./support/look";
import { OWNED, signIn } from "./support/people";
import { addShopMonitor, publishAcme } from "./support/shop";
import { type Stack, startStack } from "./support/stack";
import { waitFor } from "./support/wait";

// Every page in light and dark, on a phone and on a desktop.
const PAGES = [
  "/",
  "/monitors",
  "/monitors/1",
  "/monitors/new",
  "/incidents",
  "/incidents/new",
  "/maintenance",
  "/status-pages",
  "/status-pages/1",
  "/integrations",
  "/reports",
  "/settings",
  "/settings/members",
  "/settings/security",
  "/settings/audit-log",
  "/settings/account",
  "/settings/regions",
  "/settings/templates",
];
/** The dialogs of a page: what to press, one after the other, to open each. */
const DIALOGS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "/": [["Control+k"], ["?"], ["More"]],
  "/monitors": [["Saved filters"], ["Select all on this page", "Tags…"], ["Delete"]],
};
const KEYS = ["Control+k", "?"];
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
let stack: Stack;

function controlNamed(page: Page, name: string): Locator {
  const [first, ...others] = (["button", "menuitem", "checkbox", "link"] as const).map((role) =>
    page.getByRole(role, { name, exact: true }),
  );
  return others.reduce((all, one) => all.or(one), first as Locator).first();
}

/** Opens each dialog of the page that is shown, inspects it, and closes it again. */
async function inspectDialogs(page: Page, path: string): Promise<void> {
  for (const steps of DIALOGS[path] ?? []) {
    // A bar at the bottom has the only button named "More".
    await page.setViewportSize(steps[0] === "More" ? PHONE : DESKTOP);
    for (const step of steps) {
      if (KEYS.includes(step)) await page.keyboard.press(step);
      else await controlNamed(page, step).click();
    }
    await expectSoundDialog(page, `${path} ${steps.join(" ")}`);
    await page.keyboard.press("Escape");
  }
}

test.beforeAll(async () => {
  stack = await startStack({ variables: OWNED });
  const api = await apiClient(stack, 1);
  await publishAcme(api, await addShopMonitor(api, stack));
});

test.afterAll(() => stack?.stop());

test("public pages have no axe violations", async ({ page }) => {
  await waitFor("the public page", async () => (await page.goto(`${stack.url}/status/acme`))?.ok());
  await expectSound(page, "status page");
  await page.goto(`${stack.url}/sign-in`);
  await expectSound(page, "sign-in");
});

test("dashboard pages have no axe violations", async ({ page }) => {
  await signIn(page, stack);
  for (const path of PAGES) {
    await page.goto(`${stack.url}${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectSound(page, path);
    await inspectDialogs(page, path);
  }
});
