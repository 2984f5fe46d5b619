import { expect, test } from "@playwright/test";
import { apiClient } from "./support/api-client";
import { expectSound } from "./support/look";
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
let stack: Stack;

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
  }
});
