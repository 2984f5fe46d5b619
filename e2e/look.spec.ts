import { expect, type Page, test } from "@playwright/test";
import { expectSound } from "./support/look";

// The helper that inspects every page must itself detect faults.
const show = (page: Page, style: string) =>
  page.setContent(
    `<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title>
     <style>body { background: #fff } button { color: #000; background: #eee } ${style}</style><main><button>Pay</button></main></html>`,
  );

test("accepts a sound page and waits for one that is still fading in", async ({ page }) => {
  await show(page, "");
  await expectSound(page, "plain");
  await show(page, "button { animation: fade 400ms } @keyframes fade { from { opacity: 0.1 } }");
  await expectSound(page, "fading");
});

test("names the violation, the device, and the color scheme", async ({ page }) => {
  await show(page, "@media (min-width: 1000px) and (prefers-color-scheme: dark) { button { color: #ccc } }");
  await expect(expectSound(page, "pale")).rejects.toThrow(
    /pale on a desktop, dark[\s\S]*color-contrast: <button>/,
  );
  await show(page, "button { width: 500px }");
  await expect(expectSound(page, "wide", { axe: false })).rejects.toThrow(/wide on a small phone/);
});
