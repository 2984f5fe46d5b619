import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import type { RuleObject, RunOnly } from "axe-core";

/** Each document gets its own copy, through three processes, so it is the short one. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const DEVICES = [
  ["phone", 390, 844],
  ["desktop", 1440, 900],
] as const;
/** The narrowest screens: of a phone, or a laptop at 400 % zoom, and of one with a sidebar. */
const NARROW = [
  ["small phone", 320, 640],
  ["laptop", 1024, 768],
] as const;
const SETTLE_MS = 1000;
const RETRY_MS = 500;
const MAX_RUNS = 5;
interface Rules {
  readonly runOnly: RunOnly;
  readonly rules?: RuleObject;
}
const ALL: Rules = { runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] } };
/** Of the dialogs, the command palette isn't an element of its own kind. */
const OPENED = "dialog[open], [role=dialog]:not(dialog)";
/** Rules that another color scheme can break. They take most of the time. */
const COLORS = ["color-contrast", "link-in-text-block"];
const OF_COLORS: Rules = { runOnly: { type: "rule", values: COLORS } };
const BUT_COLORS: Rules = {
  ...ALL,
  rules: Object.fromEntries(COLORS.map((name) => [name, { enabled: false }])),
};

export interface Look {
  schemes?: readonly ("light" | "dark")[];
  /** Whether to run axe too, or only on a phone, then with colors. */
  axe?: boolean | "phone";
}

/** Expects the page to fit every screen without horizontal scrolling, and to have no axe violations on a phone and a desktop, in each color scheme. */
export async function expectSound(page: Page, name: string, look: Look = {}): Promise<void> {
  const { schemes = ["light", "dark"], axe: runsAxe = true } = look;
  for (const [device, width, height] of NARROW) {
    await page.setViewportSize({ width, height });
    await expectToFit(page, width, `${name} on a ${device}`);
  }
  for (const [device, width, height] of DEVICES) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of schemes) {
      const where = `${name} on a ${device}, ${colorScheme}`;
      await page.emulateMedia({ colorScheme });
      await expectToFit(page, width, where);
      const isFirst = colorScheme === schemes[0];
      // A desktop shows the colors that a phone shows, and the sidebar.
      const ofFirst = device === "phone" && runsAxe === true ? BUT_COLORS : ALL;
      const isNew = isFirst || device === "desktop";
      if ((runsAxe === true && isNew) || runsAxe === device)
        await expectNoViolations(page, where, isFirst ? ofFirst : OF_COLORS);
      await picture(page, `${name}-${device}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** Expects no horizontal scrolling. Charts take on a new width a moment after the window. */
function expectToFit(page: Page, width: number, where: string): Promise<void> {
  const widths = () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    // A scroll bar may take a part of the window.
    return [window.innerWidth, scrollWidth - clientWidth];
  };
  return expect.poll(() => page.evaluate(widths), where).toEqual([width, 0]);
}

/** Expects the open dialog to fit the screen and to have no axe violations, in both color schemes, at the page's current size. */
export async function expectSoundDialog(page: Page, name: string): Promise<void> {
  await page.locator(OPENED).first().waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const where = `${name}, ${colorScheme}`;
    const width = page.viewportSize()?.width ?? 0;
    const right = await page.evaluate((opened) => {
      const dialog = document.querySelector(opened);
      return dialog && dialog.getBoundingClientRect().left + dialog.scrollWidth;
    }, OPENED);
    expect(right ?? Number.NaN, where).toBeLessThanOrEqual(width);
    await expectNoViolations(page, where, colorScheme === "light" ? ALL : OF_COLORS, OPENED);
    await picture(page, `${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/**
 * Expects no axe violations. A real violation persists, but one of a button that was just enabled is gone on the next run. Runs are
 * counted, not timed, because one run on a large page takes seconds on a busy machine.
 */
async function expectNoViolations(page: Page, where: string, rules: Rules, within?: string): Promise<void> {
  let found = await violations(page, rules, within);
  for (let again = 1; again < MAX_RUNS && found.length > 0; again += 1) {
    await page.waitForTimeout(RETRY_MS);
    found = await violations(page, rules, within);
  }
  expect(found, where).toEqual([]);
}

/** Expects the light page to fit a phone and a desktop without horizontal scrolling. */
export function expectFits(page: Page, name: string): Promise<void> {
  return expectSound(page, name, { schemes: ["light"], axe: false });
}

/** Takes a screenshot for manual review if SCREENSHOTS_DIR is set. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS_DIR;
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}

/** Takes the picture that README or a guide shows: into docs/images if GUIDE_PICTURES is set, and like `picture`. */
export async function guidePicture(page: Page, name: string, fullPage = false): Promise<void> {
  await picture(page, name);
  if (!process.env.GUIDE_PICTURES) return;
  await expect(page.getByText("Loading…")).toHaveCount(0);
  await page.screenshot({ path: path.join("docs/images", `${name}.png`), fullPage });
}

/** Returns the axe violations of WCAG 2.1 A and AA, or of some rules, after animations end, because a half-faded button lacks contrast. */
async function violations(page: Page, rules: Rules, within?: string): Promise<string[]> {
  await settle(page);
  // Inject axe once per document; loading it takes as long as a run.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const run = async ([rules, selector]: readonly [Rules, string | undefined]) => {
    const { axe: library } = window as unknown as { axe: typeof axe };
    const found = await library.run(selector ?? document, {
      ...rules,
      resultTypes: ["violations"],
      // Only experimental rules and those of sound read what axe would load first.
      preload: false,
    });
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
    );
  };
  return page.evaluate(run, [rules, within] as const);
}

/** Waits for finite animations to end, for at most SETTLE_MS; ignores infinite ones. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async (mostMs) => {
    const ending = document
      .getAnimations()
      .filter((one) => one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.race([
      Promise.allSettled(ending.map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, mostMs)),
    ]);
  }, SETTLE_MS);
}
