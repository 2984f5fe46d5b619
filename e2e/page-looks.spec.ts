import { expect, test } from "@playwright/test";
import { PRESETS } from "@/lib/contract/status-pages/presets/registry";
import { pageScenes } from "@/lib/testing/pages/page-scenes";
import { waitFor } from "@/lib/testing/processes/wait";
import { type ApiClient, apiClient } from "./support/api-client";
import { expectSound } from "./support/look";
import { OWNED, signIn } from "./support/people";
import { addShopMonitor, publishAcme } from "./support/shop";
import { type Stack, startStack } from "./support/stack";

const SVG = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="32"><rect width="120" height="32" fill="${color}"/></svg>`;
const file = (name: string, content: string) => ({
  name,
  mimeType: "image/svg+xml",
  buffer: Buffer.from(content),
});
let stack: Stack;
let api: ApiClient;

test.beforeAll(async () => {
  stack = await startStack({ variables: OWNED });
  api = await apiClient(stack, 1);
  await publishAcme(api, await addShopMonitor(api, stack));
});
test.afterAll(() => stack?.stop());

test("public pages have no axe violations", async ({ page }) => {
  await waitFor("the public page", async () => (await page.goto(`${stack.url}/status/acme`))?.ok());
  await expectSound(page, "status page");
  await page.goto(`${stack.url}/sign-in`);
  await expectSound(page, "sign-in");
});

test("nothing moves for people who prefer less motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
  await page.goto(`${stack.url}/sign-in`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate(() => {
    document.body.dataset.begun = "0";
    document.addEventListener("transitionrun", () => {
      document.body.dataset.begun = String(Number(document.body.dataset.begun) + 1);
    });
  });
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  const light = await ink();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(ink).not.toBe(light);
  await expect(page.locator("body")).toHaveAttribute("data-begun", "0");
});

test("every document and preset fits phones and desktops and has no axe violations, in light and dark", async ({
  page,
}) => {
  for (const [name, theme] of Object.entries(PRESETS)) {
    for (const [scene, html] of pageScenes({ theme })) {
      if (name !== "standard" && scene !== "outage" && scene !== "component") continue;
      await page.setContent(html);
      await expectSound(page, `${name}-${scene}`, { axe: "phone" });
    }
  }
});

test("a long name leaves the figures beside it on one line", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const theme of Object.values(PRESETS)) {
    const html = new Map(pageScenes({ theme })).get("long-names");
    await page.setContent(html ?? "");
    const lines = await page
      .locator(".f:visible")
      .evaluateAll((all) =>
        all.map((each) => Math.round(each.clientHeight / parseFloat(getComputedStyle(each).lineHeight))),
      );
    expect(new Set(lines)).toEqual(new Set([1]));
  }
});

test("a preset and images chosen in the editor arrive on the page", async ({ page, browser }) => {
  await signIn(page, stack);
  await page.goto(`${stack.url}/status-pages/1`);
  await page.locator("summary", { hasText: "Appearance" }).click();
  await page.getByText("Soft", { exact: true }).click();
  await page.getByText("Customize").click();
  await expectSound(page, "page-editor");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel("Corner radius").fill("20");
  await expect(page.getByRole("radio", { name: "Custom" })).toBeChecked();
  await page.locator("summary", { hasText: "Logo and favicon" }).click();
  await page.getByLabel("Upload logo, light").setInputFiles(file("logo.svg", SVG("white")));
  await page.getByLabel("Upload logo, dark").setInputFiles(file("logo.svg", SVG("yellow")));
  await page.getByLabel("Upload favicon, light").setInputFiles(file("icon.svg", SVG("blue")));
  await expect(page.getByRole("img", { name: "Logo, light" })).toBeVisible();
  await expectSound(page, "page-editor-images");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Page saved")).toBeVisible();

  const visitor = await browser.newPage({ colorScheme: "light" });
  await waitFor("the logo on the page", async () => {
    await visitor.goto(`${stack.url}/status/acme`);
    return (await visitor.content()).includes("logo_light");
  });
  const logo = visitor.getByRole("img", { name: "Acme" });
  await expect(logo).toHaveJSProperty("naturalWidth", 120);
  await expect(logo).toHaveAttribute("src", /logo_light/);
  await visitor.emulateMedia({ colorScheme: "dark" });
  await expect(logo).toHaveAttribute("src", /logo_dark/);
  await expect(visitor.locator('link[rel="icon"]')).toHaveAttribute("href", /files\/favicon_light/);
  await expect(visitor.locator(".card").first()).toHaveCSS("border-top-left-radius", "30px");
  await expectSound(visitor, "page-with-logo");

  await page.reload();
  await page.locator("summary", { hasText: "Logo and favicon" }).click();
  await page.getByRole("button", { name: "Remove logo, light" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Page saved")).toBeVisible();
  await visitor.emulateMedia({ colorScheme: "light" });
  await waitFor("the page without the logo", async () => {
    await visitor.reload();
    return !(await visitor.content()).includes("logo_light");
  });
  await expect(logo).toHaveAttribute("src", /logo_dark/);
});

test("the editor names the pairs of colors that are hard to read", async ({ page }) => {
  await signIn(page, stack);
  await page.goto(`${stack.url}/status-pages/1`);
  await page.locator("summary", { hasText: "Appearance" }).click();
  await page.getByText("Customize").click();
  await expect(page.getByText("Muted text on cards, light")).toHaveCount(0);
  await page.getByLabel("Muted text", { exact: true }).fill("#bbbbbb");
  await expect(
    page.getByText(/^Muted text on cards, light: the contrast is 1\.\d, but should be at least 4.5\.$/),
  ).toBeVisible();
});

test("a page in the dashboard's font loads it from its own host only", async ({ page }) => {
  await api.post("/uptime/status-pages/1", { theme: { font: "geist" } });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await waitFor("the font on the page", async () => {
    await page.goto(`${stack.url}/status/acme`);
    return (await page.content()).includes("@font-face");
  });
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.fonts.check("16px Geist"))).toBe(true);
  expect(asked).toContain(`${stack.url}/status/acme/files/geist.woff2`);
  expect(asked.filter((url) => !url.startsWith(stack.url))).toEqual([]);
});
