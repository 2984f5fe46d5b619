import type { Page } from "@playwright/test";
import type { Stack } from "./stack";

export const OWNER = { email: "ada@example.com", password: "correct horse battery staple" };

/** Start a stack with these, and Ada is its owner at once. */
export const OWNED = { OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password };

/** Fills in the sign-in page and sends it off. */
export async function giveCredentials(page: Page, who = OWNER): Promise<void> {
  await page.getByLabel("E-mail").fill(who.email);
  await page.getByLabel("Password").fill(who.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** As far as the password goes: who has a second factor is asked for a code next. */
export async function beginSignIn(page: Page, stack: Stack, who = OWNER): Promise<void> {
  await page.goto(`${stack.url}/sign-in`);
  await giveCredentials(page, who);
}

/** Signs in and arrives at the overview. */
export async function signIn(page: Page, stack: Stack, who = OWNER): Promise<void> {
  await beginSignIn(page, stack, who);
  await page.waitForURL(`${stack.url}/`);
}
