import { mkdirSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { apiClient } from "./support/api-client";
import { type Stack, startStack } from "./support/stack";

// More planned windows than a page holds, made in the wrong order, and one that repeats every four hours.
const PASSWORD = "correct horse battery staple";
const SHOTS = process.env.SCREENSHOTS_DIR ?? "test-results/screenshots";
const WINDOWS = 24;

let stack: Stack;

test.beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  stack = await startStack({ variables: { OWNER_EMAIL: "ada@example.com", OWNER_PASSWORD: PASSWORD } });
  const api = await apiClient(stack, 1);
  const monitor = await api.post<{ id: number }>("/uptime/monitors", {
    name: "Shop",
    protocol: "http",
    request: { method: "GET", url: `${stack.url}/api/healthz` },
    regions: ["eu-deu-fra"],
  });
  const plan = (title: string, inHours: number, rest: object = {}) => {
    const starts = Math.floor(Date.now() / 60_000) * 60_000 + inHours * 3600_000;
    return api.post("/uptime/maintenance-windows", {
      title,
      starts_at: new Date(starts).toISOString(),
      ends_at: new Date(starts + 1800_000).toISOString(),
      monitors: [monitor.id],
      ...rest,
    });
  };
  for (let day = WINDOWS; day >= 1; day -= 1) await plan(`Upgrade of day ${day}`, day * 24);
  await plan("Frequent backup", 1, { recurrence: "FREQ=HOURLY;INTERVAL=4", time_zone: "UTC" });
});
test.afterAll(() => stack?.stop());

test("what comes next stands first, a repetition once, and the keyboard reaches the rest", async ({
  page,
}) => {
  await page.goto(`${stack.url}/sign-in`);
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto(`${stack.url}/maintenance`);
  const titles = () => page.getByRole("listitem").getByText(/^(Frequent backup|Upgrade of day \d+)$/);
  await expect(titles()).toHaveCount(20);
  await expect(titles().nth(0)).toHaveText("Frequent backup");
  await expect(titles().nth(1)).toHaveText("Upgrade of day 1");
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.screenshot({ path: `${SHOTS}/maintenance-pages-${width}.png`, fullPage: true });
  }
  await page.getByRole("button", { name: "Next page" }).focus();
  await page.keyboard.press("Enter");
  await expect(titles()).toHaveCount(WINDOWS + 1 - 20);
  await expect(titles().last()).toHaveText(`Upgrade of day ${WINDOWS}`);
  await page.reload();
  await expect(titles().last()).toHaveText(`Upgrade of day ${WINDOWS}`);
  await page.getByRole("button", { name: "Previous page" }).click();
  await expect(titles().nth(0)).toHaveText("Frequent backup");
});
