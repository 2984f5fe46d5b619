import { expect, test } from "@playwright/test";
import { type ApiClient, apiClient } from "./support/api-client";
import { pressEnterOn, tabTo } from "./support/keyboard";
import { expectFits } from "./support/look";
import { visit } from "./support/pages";
import { OWNED, signIn } from "./support/people";
import { addShopMonitor } from "./support/shop";
import { type Stack, startStack } from "./support/stack";

// More scheduled windows than fit on a page, created out of order, and one that repeats every four hours.
const WINDOWS = 24;

let stack: Stack;
let api: ApiClient;

test.beforeAll(async () => {
  stack = await startStack({ variables: OWNED });
  api = await apiClient(stack, 1);
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

test("handles incidents, monitors, and maintenance with the keyboard only", async ({ page }) => {
  await signIn(page, stack);
  await visit(page, stack, "/");
  const { keyboard } = page;
  const title = page.getByRole("heading", { level: 1 });

  await test.step("reports an incident, acknowledges it, and posts an update", async () => {
    await keyboard.type("ni");
    await expect(title).toHaveText("Create incident");
    await tabTo(page.getByLabel("Title"));
    await keyboard.type("Checkout is slow");
    await tabTo(page.getByRole("button", { name: "Create incident" }));
    await keyboard.press("Enter");
    await expect(title).toHaveText("Checkout is slow");
    await expect(page.getByRole("button", { name: "Acknowledge" })).toBeEnabled();
    await keyboard.press("a");
    await expect(page.getByText("Assigned to Ada")).toBeVisible();
    await keyboard.press("u");
    await expect(page.getByLabel("Message")).toBeFocused();
    await keyboard.type("We are looking into it.");
    await keyboard.press("Control+Enter");
    await expect(page.getByText("Update posted")).toBeVisible();
  });

  await test.step("selects, opens, and pauses a monitor, and undoes the pause", async () => {
    await keyboard.type("gm");
    await expect(title).toHaveText("Monitors");
    await expect(page.getByRole("link", { name: "Shop" })).toBeVisible();
    await keyboard.type("jx");
    await expect(page.getByText("1 monitor selected")).toBeVisible();
    await keyboard.press("j");
    await keyboard.press("Enter");
    await expect(title).toHaveText("Shop");
    await expect(page.getByRole("button", { name: "Pause" })).toBeEnabled();
    await keyboard.press("p");
    await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
    const toast = page.getByRole("status").locator("div", { hasText: "Monitor paused" });
    await tabTo(toast.getByRole("button", { name: "Undo" }));
    await keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  });

  await test.step("opens and leaves the form of a window, and finds one on the server", async () => {
    await keyboard.type("nw");
    await expect(page.getByRole("dialog", { name: "Schedule maintenance" })).toBeVisible();
    await keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Search or run a command" })).toBeFocused();
    await keyboard.type(`upgrade of day ${WINDOWS}`);
    await expect(page.getByRole("option", { name: `Upgrade of day ${WINDOWS}` })).toBeVisible();
    await keyboard.press("Enter");
    await expect(title).toHaveText(`Upgrade of day ${WINDOWS}`);
    await keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Next row");
  });
});

test("creates, finds, and pauses monitors without a pointer", async ({ page }) => {
  const { keyboard } = page;
  await signIn(page, stack);
  await visit(page, stack, "/");

  await test.step("creates a monitor", async () => {
    await keyboard.press("c");
    await tabTo(page.getByLabel("URL"));
    await keyboard.type(`${stack.url}/api/healthz`);
    await tabTo(page.getByRole("textbox", { name: /^Name/ }));
    await keyboard.type("שירות התשלומים");
    await keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "שירות התשלומים" })).toBeVisible();
  });

  await test.step("pauses both monitors from the list and undoes it", async () => {
    await keyboard.type("gm");
    // Until both have a state, the list may still change its order.
    await expect(page.getByRole("row").filter({ hasText: "Online" })).toHaveCount(2);
    await keyboard.type("jxjx");
    const toolbar = page.getByRole("toolbar", { name: "Selected monitors" });
    await expect(toolbar).toContainText("2 monitors selected");
    await tabTo(toolbar.getByRole("button", { name: "Pause" }));
    await keyboard.press("Enter");
    await expect(page.getByRole("row").filter({ hasText: "Paused" })).toHaveCount(2);
    await tabTo(page.getByRole("button", { name: "Undo: 2 monitors paused" }));
    await keyboard.press("Enter");
    await expect(page.getByRole("row").filter({ hasText: "Paused" })).toHaveCount(0);
  });

  await test.step("finds a monitor with the command palette", async () => {
    await keyboard.press("Control+k");
    // Playwright types letters that its keyboard lacks without key events, so only a focused field receives them.
    await expect(page.getByPlaceholder(/^Search monitors, incidents/)).toBeFocused();
    await keyboard.type("התשלומים");
    // Once the palette offers to pause the monitor too, Enter must still open it.
    await expect(page.getByRole("option", { name: "Pause שירות התשלומים" })).toBeVisible();
    await expect(page.getByRole("option", { name: "שירות התשלומים Monitors", selected: true })).toBeVisible();
    await keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "שירות התשלומים" })).toBeVisible();
  });

  // The other journeys expect one monitor.
  await api.delete(`/uptime${new URL(page.url()).pathname}`);
});
