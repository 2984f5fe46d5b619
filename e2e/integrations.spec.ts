import { expect, test } from "@playwright/test";
import { expectSound } from "./support/look";
import { OWNER } from "./support/people";
import { type Stack, startStack } from "./support/stack";

// From the owner's first form to a working webhook: readable errors, alert rules with one click, and a replaced secret.

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ variables: { RUNNER: "off" } });
});
test.afterAll(() => stack?.stop());

test("sets up an owner, a webhook, its first alert rules, a duplicate rule, and a new secret", async ({
  page,
}) => {
  const secretsSent: string[] = [];
  page.on("request", (request) => {
    const secret = /"secret":"([^"]+)"/.exec(request.postData() ?? "")?.[1];
    if (secret) secretsSent.push(secret);
  });

  await test.step("errors use the form's field labels", async () => {
    await page.goto(await stack.ownerLink());
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("Organization is required. It must have 1 to 100 characters.")).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: /\bfield\b|_/ })).toHaveCount(0);
    await expectSound(page, "setup-errors");
    await page.getByLabel("Organization").fill("Acme");
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password").fill(OWNER.password);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("What do you want to monitor?");
  });

  await test.step("a new webhook is offered two alert rules", async () => {
    await page.goto(`${stack.url}/integrations`);
    await page.getByRole("button", { name: "Add integration" }).first().click();
    await page.getByRole("group", { name: "Type" }).getByText("Webhook").click();
    await expectSound(page, "new-integration");
    await page.getByLabel("Name").fill("Shop hook");
    await page.getByLabel("URL").fill("https://example.com/hooks/vedette");
    await page.getByLabel("Secret").fill("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    await page.getByRole("dialog").getByRole("button", { name: "Add integration" }).click();
    await expect(
      page.getByText("When an incident opens or recovers, notify Shop hook every time."),
    ).toBeVisible();
    await expectSound(page, "first-rules");
    await page.getByRole("button", { name: /^Add rules/ }).click();
    await expect(page.getByText("Alert rules added")).toBeVisible();
    for (const rule of ["An incident opens", "An incident recovers"])
      await expect(page.getByRole("button", { name: `Edit alert rule: ${rule}` })).toBeVisible();
  });

  await test.step("a duplicate alert rule is warned about, and marked once it's saved", async () => {
    await page.getByRole("button", { name: "Create alert rule" }).click();
    const dialog = page.getByRole("dialog");
    await expect(
      dialog.getByText("This duplicates an alert rule: “When an incident opens, notify Shop hook.”"),
    ).toBeVisible();
    await expectSound(page, "repeated-rule");
    await dialog.getByLabel("When", { exact: true }).selectOption("uptime.incident.propagated");
    await expect(dialog.getByText("This duplicates an alert rule")).toHaveCount(0);
    await dialog.getByLabel("When", { exact: true }).selectOption("uptime.incident.recovered");
    await expect(dialog.getByText("This duplicates an alert rule: “When an incident recovers")).toBeVisible();
    await dialog.getByRole("button", { name: "Create alert rule" }).click();
    await expect(
      page.getByText("Another alert rule covers the same events, so this one never sends."),
    ).toHaveCount(1);
  });

  await test.step("a new secret is shown once, and the old one stays valid", async () => {
    await page.getByRole("button", { name: "Actions for Shop hook" }).click();
    await page.getByRole("menuitem", { name: "Edit…" }).click();
    const dialog = page.getByRole("dialog");
    await expectSound(page, "secret-before");
    await dialog.getByRole("button", { name: "Replace secret" }).click();
    const field = dialog.getByLabel("New secret");
    const secret = await field.inputValue();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await field.fill("short");
    await dialog.getByRole("button", { name: "Replace secret" }).click();
    await expect(dialog.getByText("New secret must have at least 10 characters; got 5.")).toBeVisible();
    await field.fill(secret);
    await expectSound(page, "secret-new");
    await dialog.getByRole("button", { name: "Replace secret" }).click();
    await expect(dialog.getByText(/The old one stays valid until \w/)).toBeVisible();
    await expect(field).toHaveValue(secret);
    await expect(dialog.getByRole("button", { name: "Replace secret" })).toHaveCount(0);
    await expectSound(page, "secret-replaced");
    expect(secretsSent.at(-1)).toBe(secret);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(page.getByText(/Two secrets are active. The old one stays valid until \w/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/Two secrets are active/)).toBeVisible();
    expect(await page.content()).not.toContain(secret);
    await expectSound(page, "secret-state");
  });
});
