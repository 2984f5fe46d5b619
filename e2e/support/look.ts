import path from "node:path";
import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

const DEVICES = [
  ["phone", 390, 844],
  ["desktop", 1440, 900],
] as const;
const SETTLE_MS = 1000;
const LOOK_AGAIN_MS = 500;
const LOOKS = 5;
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"];

export interface Look {
  schemes?: readonly ("light" | "dark")[];
  /** Whether axe looks, too. */
  axe?: boolean;
}

/** The page as phones and desktops show it in each scheme: nothing sticks out sideways, and axe finds no fault. */
export async function expectSound(page: Page, name: string, look: Look = {}): Promise<void> {
  const { schemes = ["light", "dark"], axe: axeLooks = true } = look;
  for (const [device, width, height] of DEVICES) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of schemes) {
      const where = `${name} on a ${device}, ${colorScheme}`;
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width);
      if (axeLooks) await expectNoFaults(page, where);
      await picture(page, `${name}-${device}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/**
 * A fault stays one: what was seen of a button that turned on just then is gone at the next look. Looks are counted, not timed: one at a
 * large page takes seconds on a busy machine.
 */
async function expectNoFaults(page: Page, where: string): Promise<void> {
  let found = await faults(page);
  for (let again = 1; again < LOOKS && found.length > 0; again += 1) {
    await page.waitForTimeout(LOOK_AGAIN_MS);
    found = await faults(page);
  }
  expect(found, where).toEqual([]);
}

/** As phones and desktops show it by daylight: nothing sticks out sideways. */
export function expectFits(page: Page, name: string): Promise<void> {
  return expectSound(page, name, { schemes: ["light"], axe: false });
}

/** For people's eyes: taken only when SCREENSHOTS_DIR says where to. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS_DIR;
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}

/** What axe finds against WCAG 2.1 A and AA, once nothing moves any more: a button that is half faded in has no contrast yet. */
async function faults(page: Page): Promise<string[]> {
  await settle(page);
  // Once a document: the library is large, and taking it in costs as much as looking.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const { axe: library } = window as unknown as { axe: typeof axe };
    const found = await library.run(document, {
      runOnly: { type: "tag", values },
      resultTypes: ["violations"],
    });
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
    );
  }, RULES);
}

/** Waits for what fades or slides to come to its end; what moves for ever, and what never ends, is left alone. */
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
