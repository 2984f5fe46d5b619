import { expect, test } from "@playwright/test";
import { OWNED, signIn } from "./support/people";
import { type Stack, startStack } from "./support/stack";

/** Browsers open six connections to a server over HTTP/1.1. */
const TABS = 8;

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ variables: OWNED });
});
test.afterAll(() => stack?.stop());

test("every one of eight tabs loads and gets live updates", async ({ page, context }) => {
  await signIn(page, stack);
  for (let count = 0; count < TABS; count += 1) {
    const tab = await context.newPage();
    await tab.goto(`${stack.url}/monitors`, { timeout: 20_000 });
    await expect(tab.getByText("Live", { exact: true }).first()).toBeVisible({ timeout: 20_000 });
  }
  // One page for the sign-in, and one stream for all of them.
  await page.goto(`${stack.url}/incidents`, { timeout: 20_000 });
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible();
});
