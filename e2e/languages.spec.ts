import { test } from "@playwright/test";
import { PAGE_LANGUAGES } from "@/lib/contract/status-pages/languages";
import { pageScenes } from "@/lib/testing/pages/page-scenes";
import { expectSound } from "./support/look";

/** Documents with the longest labels: states, buttons, figures, months. */
const SHOWN = ["outage", "maintenance", "component", "incident", "subscribe", "private"];
/** A language of long words, and one that is read from right to left. Dark colors don't depend on the language (page-looks). */
const WITH_AXE: readonly string[] = ["de", "ar"];

for (const language of PAGE_LANGUAGES)
  test(`public pages in ${language} fit on a phone and on a desktop`, async ({ page }) => {
    const scenes = pageScenes({ language });
    for (const name of SHOWN) {
      await page.setContent(scenes.get(name) ?? "");
      await expectSound(page, `${name} in ${language}`, {
        schemes: ["light"],
        axe: WITH_AXE.includes(language),
      });
    }
  });
