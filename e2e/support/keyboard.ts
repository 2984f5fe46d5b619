import { expect, type Locator } from "@playwright/test";

/** Presses Enter on a focused button. Waits for hydration first, because a disabled button can't have focus. */
export async function pressEnterOn(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.focus();
  await expect(button).toBeFocused();
  await button.page().keyboard.press("Enter");
}
