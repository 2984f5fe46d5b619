import { expect, test } from "@playwright/test";
import { expectSound } from "./support/look";
import { OWNER } from "./support/people";
import { type Stack, startStack } from "./support/stack";

// From the owner's first form to a webhook that is told: errors that people can read, rules by one click, a secret that is replaced.

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ variables: { RUNNER: "off" } });
});
test.afterAll(() => stack?.stop());

test("set up, add a webhook, its first rules, a repeated rule, another secret", async ({ page }) => {
  const secretsSent: string[] = [];
  page.on("request", (request) => {
    const secret = /"secret":"([^"]+)"/.exec(request.postData() ?? "")?.[1];
    if (secret) secretsSent.push(secret);
  });

  await test.step("errors name the fields as the form does", async () => {
    await page.goto(await stack.ownerLink());
    await page.getByRole("button", { name: "Make my account" }).click();
    await expect(page.getByText("Organization is empty. It must have 1 to 100 characters.")).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: /\bfield\b|_/ })).toHaveCount(0);
    await expectSound(page, "setup-errors");
    await page.getByLabel("Organization").fill("Acme");
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("E-mail").fill("ada@example.com");
    await page.getByLabel("Password").fill(OWNER.password);
    await page.getByRole("button", { name: "Make my account" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("What should we watch?");
  });

  await test.step("a webhook is offered its first two rules", async () => {
    await page.goto(`${stack.url}/integrations`);
    await page.getByRole("button", { name: "Add a destination" }).click();
    await page.getByLabel("Kind").selectOption("outgoing_webhook");
    await page.getByLabel("Name").fill("Shop hook");
    await page.getByLabel("Address").fill("https://example.com/hooks/vedette");
    await page.getByLabel("Secret").fill("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    await page.getByRole("dialog").getByRole("button", { name: "Add destination" }).click();
    await expect(
      page.getByText("When an incident opens or recovers, tell Shop hook, every time."),
    ).toBeVisible();
    await expectSound(page, "first-rules");
    await page.getByRole("button", { name: /^Add rules/ }).click();
    await expect(page.getByText("Two rules added")).toBeVisible();
    await expect(page.getByText("When an incident opens, tell Shop hook.")).toBeVisible();
    await expect(page.getByText("When an incident recovers, tell Shop hook.")).toBeVisible();
  });

  await test.step("a repeated rule is warned about, and marked when it is made", async () => {
    await page.getByRole("button", { name: "Add rule" }).click();
    const dialog = page.getByRole("dialog");
    await expect(
      dialog.getByText("This repeats a rule: “When an incident opens, tell Shop hook.”"),
    ).toBeVisible();
    await expectSound(page, "repeated-rule");
    await dialog.getByLabel("When").selectOption("uptime.incident.propagated");
    await expect(dialog.getByText("This repeats a rule")).toHaveCount(0);
    await dialog.getByLabel("When").selectOption("uptime.incident.recovered");
    await expect(dialog.getByText("This repeats a rule: “When an incident recovers")).toBeVisible();
    await dialog.getByRole("button", { name: "Add rule" }).click();
    await expect(page.getByText("Another rule says the same: this one never sends.")).toHaveCount(1);
  });

  await test.step("another secret: shown once, the old one signs along", async () => {
    await page.getByRole("button", { name: "More for Shop hook" }).click();
    await page.getByRole("menuitem", { name: "Edit…" }).click();
    const dialog = page.getByRole("dialog");
    await expectSound(page, "secret-before");
    await dialog.getByRole("button", { name: "Replace the secret" }).click();
    const field = dialog.getByLabel("New secret");
    const secret = await field.inputValue();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await field.fill("short");
    await dialog.getByRole("button", { name: "Replace it" }).click();
    await expect(
      dialog.getByText("New secret must have at least 10 characters; got 5."),
    ).toBeVisible();
    await field.fill(secret);
    await expectSound(page, "secret-new");
    await dialog.getByRole("button", { name: "Replace it" }).click();
    await expect(dialog.getByText(/the old one signs along until \d/)).toBeVisible();
    await expect(field).toHaveValue(secret);
    await expect(dialog.getByRole("button", { name: "Replace it" })).toHaveCount(0);
    await expectSound(page, "secret-replaced");
    expect(secretsSent.at(-1)).toBe(secret);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(page.getByText(/Two secrets are in force: the old one signs along until \d/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/Two secrets are in force/)).toBeVisible();
    expect(await page.content()).not.toContain(secret);
    await expectSound(page, "secret-state");
  });
});
