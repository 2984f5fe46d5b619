import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { apiClient } from "./support/api-client";
import { type Stack, startStack } from "./support/stack";
import { waitFor } from "./support/wait";

const PASSWORD = "correct horse battery staple";
let stack: Stack;

test.beforeAll(async () => {
  stack = await startStack({ variables: { OWNER_EMAIL: "ada@example.com", OWNER_PASSWORD: PASSWORD } });
  const api = await apiClient(stack, 1);
  const monitor = await api.post<{ id: number }>("/uptime/monitors", {
    name: "Shop",
    protocol: "http",
    request: { method: "GET", url: `${stack.url}/api/healthz` },
    regions: ["eu-deu-fra"],
    interval: 30,
  });
  await api.post("/uptime/status-pages", {
    name: "Acme",
    subdomain: "acme",
    title: "Acme status",
    description: "What works at Acme.",
    website_url: "https://example.com",
    search_engine_indexed: false,
    components: [{ componentable_type: "uptime/monitor", componentable_id: monitor.id, display_name: null }],
  });
});

test.afterAll(() => stack?.stop());

async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"])
    .analyze();
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
  );
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [390, 1440]) {
    test(`no page has an accessibility fault that axe knows: ${colorScheme}, ${width} px`, async ({
      browser,
    }) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      await waitFor("the public page", async () => (await page.goto(`${stack.url}/status/acme`))?.ok());
      expect(await violations(page), "status page").toEqual([]);
      await page.goto(`${stack.url}/sign-in`);
      expect(await violations(page), "sign-in").toEqual([]);
      await page.getByLabel("E-mail").fill("ada@example.com");
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/sign in/i);
      for (const path of [
        "/",
        "/monitors",
        "/monitors/1",
        "/monitors/new",
        "/incidents",
        "/incidents/new",
        "/maintenance",
        "/status-pages",
        "/integrations",
        "/settings",
        "/settings/members",
        "/settings/security",
        "/settings/audit-log",
        "/settings/account",
        "/settings/regions",
        "/settings/templates",
      ]) {
        await page.goto(`${stack.url}${path}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        expect(await violations(page), path).toEqual([]);
      }
    });
  }
}
