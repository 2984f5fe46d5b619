import { expect, type Page } from "@playwright/test";
import type { Stack } from "./stack";

export const OWNER = { email: "ada@example.com", password: "correct horse battery staple" };

/** The variables that start a stack with Ada as its owner. */
export const OWNED = { OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password };

/** Fills in the sign-in form and submits it. */
export async function giveCredentials(page: Page, who = OWNER): Promise<void> {
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password").fill(who.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Submits email and password; accounts with two-factor are asked for a code next. */
export async function beginSignIn(page: Page, stack: Stack, who = OWNER): Promise<void> {
  await page.goto(`${stack.url}/sign-in`);
  await giveCredentials(page, who);
}

/** Signs in without a page, because loading the form and the overview takes two seconds of CPU. */
export async function signIn(page: Page, stack: Stack, who = OWNER): Promise<void> {
  const headers = { Origin: stack.url };
  await expect(await page.request.post(`${stack.url}/api/session`, { data: who, headers })).toBeOK();
}

/** Signs in by the form and waits for the overview. Works with hosts that only the browser finds, too. */
export async function signInByForm(page: Page, stack: Stack, who = OWNER): Promise<void> {
  await beginSignIn(page, stack, who);
  await page.waitForURL(`${stack.url}/`);
}
