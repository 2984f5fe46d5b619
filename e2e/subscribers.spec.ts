import { expect, test } from "@playwright/test";
import { waitFor } from "@/lib/testing/processes/wait";
import { apiClient } from "./support/api-client";
import { expectSound } from "./support/look";
import { type MailServer, startMailServer } from "./support/mail-server";
import { OWNED, OWNER, signIn } from "./support/people";
import { addShopMonitor, publishAcme } from "./support/shop";
import { type Stack, startStack } from "./support/stack";

// A visitor subscribes without a script, and the owner sees, imports, and finds subscribers.
let stack: Stack;
let mailServer: MailServer;
let settingsUrl: string;

test.beforeAll(async () => {
  mailServer = await startMailServer();
  stack = await startStack({ variables: { ...OWNED, SMTP_URL: mailServer.url } });
  const api = await apiClient(stack, 1);
  await publishAcme(api, await addShopMonitor(api, stack));
  const { data } = await api.get<{ data: { id: number }[] }>("/uptime/status-pages");
  const path = `/status-pages/${data[0]?.id}`;
  settingsUrl = `${stack.url}${path}`;
  await api.post(`/uptime${path}`, { subscription_channels: ["email", "webhook"] });
});
test.afterAll(async () => {
  await stack?.stop();
  await mailServer?.stop();
});

test("a visitor chooses what to get and confirms; the owner sees it and imports others", async ({
  page,
  browser,
}) => {
  const visitor = await browser.newPage();
  await waitFor("the page's form", async () =>
    (await visitor.goto(`${stack.url}/status/acme/subscribe`))?.ok(),
  );
  await visitor.locator("main").getByLabel("Email address").fill("visitor@example.com");
  await expect(visitor.getByLabel("Scheduled maintenance")).toBeHidden();
  await visitor.getByText("Choose what you get").click();
  await visitor.getByLabel("Scheduled maintenance").check();
  await expectSound(visitor, "page-subscribe");
  await visitor.locator("main").getByRole("button", { name: "Subscribe" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Check your inbox");
  const mail = await mailServer.waitForMail("visitor@example.com");
  const [, token] = /List-Unsubscribe:\s+<[^>]*token=([\w.-]+)>/.exec(mail) ?? [];
  await visitor.goto(`${stack.url}/status/acme/subscribe/confirm?token=${token}`);
  await visitor.getByRole("button", { name: "Confirm" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("You're subscribed");
  await visitor.goto(`${stack.url}/status/acme/subscribe/manage?token=${token}`);
  await expect(visitor.getByLabel("Scheduled maintenance")).toBeChecked();
  await visitor.goto(`${stack.url}/status/acme/subscribe/webhook`);
  await expectSound(visitor, "page-subscribe-webhook");

  await signIn(page, stack);
  await page.goto(settingsUrl);
  const row = (address: string) => page.getByRole("listitem").filter({ hasText: address });
  await expect(row("visitor@example.com")).toContainText("maintenance · all components");
  await page.getByRole("button", { name: "Import…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import subscribers" });
  await dialog.getByLabel("CSV", { exact: true }).fill("ben@example.com\nvisitor@example.com\nnobody");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Import only people who agreed");
  await dialog.getByLabel("These people agreed").check();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByRole("status")).toContainText("1 new subscriber, 2 lines skipped");
  await expect(dialog.getByRole("status")).toContainText("Line 3: nobody Not a valid email address.");
  await expectSound(page, "subscribers-import");
  await dialog.getByRole("button", { name: "Import 1 subscriber" }).click();
  await expect(page.getByText("1 subscriber added")).toBeVisible();
  await expect(page.getByText("2 confirmed")).toBeVisible();
  await page.getByLabel("Search by address").fill("BEN@");
  await expect(row("visitor@example.com")).toHaveCount(0);
  await expect(row("ben@example.com")).toContainText("all components");
  await expectSound(page, "subscribers");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  expect((await download).suggestedFilename()).toMatch(/^subscribers-\d+\.csv$/);
  // The owner gets one about the new device.
  expect(mailServer.mails.filter((mail) => !mail.includes(OWNER.email))).toHaveLength(1);
});

test("the owner adds a webhook and sees its secret once", async ({ page }) => {
  await signIn(page, stack);
  await page.goto(settingsUrl);
  await page.getByRole("button", { name: "Add…" }).click();
  const dialog = page.getByRole("dialog", { name: "Add subscriber" });
  await dialog.getByText("Webhook").click();
  await dialog.getByLabel("URL").fill("http://127.0.0.1:9/hook");
  await dialog.getByRole("button", { name: "Add subscriber" }).click();
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await expectSound(page, "subscribers-secret");
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "http://127.0.0.1:9/hook" });
  await expect(row).toContainText("waiting for the webhook to return the challenge");
});
