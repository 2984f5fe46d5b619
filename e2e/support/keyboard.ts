import { expect, type Locator } from "@playwright/test";

/** Presses Enter on a focused button. Waits for hydration first, because a disabled button can't have focus. */
export async function pressEnterOn(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.focus();
  await expect(button).toBeFocused();
  await button.page().keyboard.press("Enter");
}

const MOST_TABS = 80;

/** Presses Tab until the control has the focus. Fails if Tab never reaches it. */
export async function tabTo(control: Locator): Promise<void> {
  await expect(control).toBeEnabled();
  const isFocused = () => control.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await isFocused()) return;
    await control.page().keyboard.press("Tab");
  }
  await expect(control).toBeFocused();
}
