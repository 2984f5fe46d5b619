import { expect, test } from "@playwright/test";
import { apiClient } from "./support/api-client";
import { tabTo } from "./support/keyboard";
import { OWNED, signInByForm } from "./support/people";
import { addShopMonitor } from "./support/shop";
import { type Stack, startStack } from "./support/stack";

let stack: Stack;

test.beforeAll(async () => {
  stack = await startStack({ variables: OWNED });
  await addShopMonitor(await apiClient(stack, 1), stack);
});
test.afterAll(() => stack?.stop());

test("creates, finds and pauses monitors without a pointer", async ({ page }) => {
  const { keyboard } = page;
  const live = () => expect(page.getByText("Live", { exact: true }).first()).toBeAttached();
  await signInByForm(page, stack);

  await test.step("creates a monitor", async () => {
    await live();
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
});
