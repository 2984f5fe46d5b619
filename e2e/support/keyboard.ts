import { expect, type Locator } from "@playwright/test";

/** Presses Enter on a button as somebody without a mouse does: one that is still off, before the page's script, can't be focused. */
export async function pressEnterOn(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.focus();
  await expect(button).toBeFocused();
  await button.page().keyboard.press("Enter");
}
