import { expect, test } from "@playwright/test";
import { apiClient } from "./support/api-client";
import { pressEnterOn } from "./support/keyboard";
import { expectFits } from "./support/look";
import { OWNED, signIn } from "./support/people";
import { addShopMonitor } from "./support/shop";
import { type Stack, startStack } from "./support/stack";

// More scheduled windows than fit on a page, created out of order, and one that repeats every four hours.
const WINDOWS = 24;

let stack: Stack;

test.beforeAll(async () => {
  stack = await startStack({ variables: OWNED });
  const api = await apiClient(stack, 1);
  const shop = await addShopMonitor(api, stack);
  const plan = (title: string, inHours: number, rest: object = {}) => {
    const starts = Math.floor(Date.now() / 60_000) * 60_000 + inHours * 3600_000;
    return api.post("/uptime/maintenance-windows", {
      title,
      starts_at: new Date(starts).toISOString(),
      ends_at: new Date(starts + 1800_000).toISOString(),
      monitors: [shop],
      ...rest,
    });
  };
  for (let day = WINDOWS; day >= 1; day -= 1) await plan(`Upgrade of day ${day}`, day * 24);
  await plan("Frequent backup", 1, { recurrence: "FREQ=HOURLY;INTERVAL=4", time_zone: "UTC" });
});
test.afterAll(() => stack?.stop());

test("lists the next window first and a recurring window once, and pages by keyboard", async ({ page }) => {
  await signIn(page, stack);
  await page.goto(`${stack.url}/maintenance`);
  const titles = () => page.getByRole("listitem").getByText(/^(Frequent backup|Upgrade of day \d+)$/);
  await expect(titles()).toHaveCount(20);
  await expect(titles().nth(0)).toHaveText("Frequent backup");
  await expect(titles().nth(1)).toHaveText("Upgrade of day 1");
  await expectFits(page, "maintenance-pages");
  await pressEnterOn(page.getByRole("button", { name: "Next page" }));
  await expect(titles()).toHaveCount(WINDOWS + 1 - 20);
  await expect(titles().last()).toHaveText(`Upgrade of day ${WINDOWS}`);
  await page.reload();
  await expect(titles().last()).toHaveText(`Upgrade of day ${WINDOWS}`);
  await page.getByRole("button", { name: "Previous page" }).click();
  await expect(titles().nth(0)).toHaveText("Frequent backup");
});
