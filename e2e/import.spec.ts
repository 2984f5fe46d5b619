import { expect, test } from "@playwright/test";
import { kumaDatabase } from "@/lib/testing/kuma-database";
import { expectSound } from "./support/look";
import { OWNED, signIn } from "./support/people";
import { type Stack, startStack } from "./support/stack";

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ variables: OWNED });
});
test.afterAll(() => stack?.stop());

test("someone with an Uptime Kuma database sees what an import does, imports it, and imports it again without a change", async ({
  page,
}) => {
  const upload = async () => {
    const buffer = await kumaDatabase("acme");
    await page
      .getByLabel("File")
      .setInputFiles({ name: "kuma.db", mimeType: "application/octet-stream", buffer });
    await page.getByRole("button", { name: "Preview" }).click();
  };
  await signIn(page, stack);
  await page.goto(stack.url);
  await page.getByRole("link", { name: "Import from another product" }).click();
  await expect(page.getByLabel("Product")).toHaveValue("uptime_kuma");
  await upload();
  await expect(page.getByText("4 will be created.")).toBeVisible();
  await expect(page.getByText("timeout: 48 s becomes 30 s.")).toBeVisible();
  await expectSound(page, "import preview");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("link", { name: "View monitors" }).click();
  await expect(page.getByRole("link", { name: "Database" }).first()).toBeVisible();
  await page.goto(`${stack.url}/settings/import`);
  await upload();
  await expect(page.getByText("4 unchanged.")).toBeVisible();
});
