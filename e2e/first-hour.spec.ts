import { expect, type Page, test } from "@playwright/test";
import { expectSound } from "./support/look";
import { type MailServer, startMailServer } from "./support/mail-server";
import { OWNED, signInByForm } from "./support/people";
import { type Stack, startStack } from "./support/stack";
import { WHOLE_BROWSER } from "./support/whole-browser";

// One of the ways to get alerts is the browser itself.
test.use(WHOLE_BROWSER);

let stack: Stack;
let mail: MailServer | undefined;
test.afterEach(async () => {
  await stack?.stop();
  await mail?.stop();
  mail = undefined;
});

/** Adds the first monitor, so that the next steps are on screen. */
async function addFirstMonitor(page: Page): Promise<void> {
  await signInByForm(page, stack);
  await page.getByLabel("Address").fill(`${stack.url}/api/healthz`);
  await page.getByRole("button", { name: "Run check" }).click();
  await page.getByRole("button", { name: /^Check this/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Monitoring /);
}

test("without a mail server, onboarding offers another way to get alerts and says how to set up email", async ({
  page,
}) => {
  stack = await startStack({ variables: OWNED });
  await addFirstMonitor(page);
  await expect(page.getByText("Email isn't configured yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Turn on", exact: true })).toBeEnabled();
  await page.getByText("Set up email").click();
  await expect(page.getByText(/SMTP_URL=smtp/)).toBeVisible();
  await expectSound(page, "onboarding-without-mail");
  await page.getByRole("link", { name: "Add Slack, a webhook, or another app" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Integrations");
});

test("with a mail server, onboarding sends a test and shows what the server answered", async ({ page }) => {
  mail = await startMailServer();
  stack = await startStack({ variables: { ...OWNED, SMTP_URL: mail.url } });
  await addFirstMonitor(page);
  await page.getByRole("button", { name: "Turn on alerts" }).click();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByRole("dialog").getByText("250", { exact: false }).first()).toBeVisible();
  await mail.waitForMail("ada@example.com");
});
