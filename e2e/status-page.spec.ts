import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { MINUTE_MS } from "@/lib/shared/durations";
import { waitFor } from "@/lib/testing/processes/wait";
import { type ApiClient, apiClient } from "./support/api-client";
import { expectSound } from "./support/look";
import { OWNED, signIn } from "./support/people";
import { addShopMonitor, publishAcme } from "./support/shop";
import { type Stack, startStack } from "./support/stack";

// What a visitor can do on the status page without a script, during and after an incident.
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

let stack: Stack;
let api: ApiClient;
let incident: { id: number; slug: string };

test.beforeAll(async () => {
  stack = await startStack({ variables: OWNED });
  api = await apiClient(stack, 1);
  const shop = await addShopMonitor(api, stack);
  await publishAcme(api, shop);
  await waitFor("the first check", async () => (await publicText()).includes("All systems operational"));
  incident = await api.post("/uptime/incidents", {
    title: "Orders can't be placed",
    impact: "partial_outage",
    monitors: [shop],
    incident_at: ago(90),
  });
  await api.post(`/uptime/incidents/${incident.id}/updates`, {
    state: "investigating",
    content: "We're looking into it.",
    published_at: ago(60),
    next_update_at: ago(30),
  });
});
test.afterAll(() => stack?.stop());

const publicText = async () => (await fetch(`${stack.url}/status/acme`)).text();

/** Opens the page once it contains a text. */
async function visit(page: Page, text: string, path = ""): Promise<void> {
  await waitFor(`"${text}" on the page`, async () => {
    await page.goto(`${stack.url}/status/acme${path}`);
    return (await page.content()).includes(text);
  });
}

test("a missed update turns amber on the page and in the dashboard, until one is posted", async ({
  page,
  browser,
}) => {
  const visitor = await browser.newPage();
  await visit(visitor, "was due by");
  await expectSound(visitor, "page-missed-update");
  await signIn(page, stack);
  await page.goto(`${stack.url}/incidents`);
  await expect(page.getByText("Update was due")).toBeVisible();
  await page.goto(`${stack.url}/incidents/${incident.id}`);
  await expect(page.getByText("Update was due")).toBeVisible();
  await page.getByRole("button", { name: "Post an update" }).click();
  await page.getByLabel("Message").fill("We found the **cause**.");
  await page.getByText("Options", { exact: true }).click();
  await page.getByLabel("Next update").selectOption({ label: "In 30 min" });
  await expectSound(page, "incident-next-update");
  await page.getByRole("button", { name: "Post update" }).click();
  await expect(page.getByText("Update posted")).toBeVisible();
  await expect(page.getByText("Update was due")).toHaveCount(0);
  await visit(visitor, "Next update by");
  await expect(visitor.getByText("was due by")).toHaveCount(0);
});

test("the card of a day opens on hover, focus, and tap, and leads to the incident", async ({
  page,
  browser,
}) => {
  await visit(page, "We found the");
  const day = page.locator(".n[tabindex]").last();
  const card = day.getByRole("link", { name: "Orders can't be placed" });
  const isShown = () => card.evaluate((link) => getComputedStyle(link.closest(".n > div") ?? link).opacity);
  expect(await isShown()).toBe("0");
  await day.hover();
  expect(await isShown()).toBe("1");
  await expect(day).toContainText(/Partial outage, (1 h|\d+ min)/);
  await page.mouse.move(0, 0);
  await day.focus();
  expect(await isShown()).toBe("1");
  await page.keyboard.press("Tab");
  await expect(card).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Orders can't be placed");

  const phone = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const touched = await phone.newPage();
  await visit(touched, "We found the");
  const bar = touched.locator(".n[tabindex]").last();
  await bar.tap();
  await expect(bar.locator("> div")).toHaveCSS("opacity", "1");
  const box = await bar.locator("> div").boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 390).toBe(true);

  await touched
    .locator(".b")
    .first()
    .tap({ position: { x: 40, y: 12 }, force: true });
  await expect(touched).toHaveURL(/\/components\/\d+$/);
  const days = touched.locator(".n[tabindex]");
  await expect(days).toHaveCount(90);
  const shown = await days.evaluateAll((all) =>
    all.filter((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".n") === each;
    }),
  );
  expect(shown).toHaveLength(90);
  const third = days.nth(-3);
  await third.tap();
  await expect(third.locator("> div")).toHaveCSS("opacity", "1");
  await expect(third).toContainText(/%|No data/);
  await phone.close();
});

test('"Get updates" opens above the page without moving it', async ({ page }) => {
  await visit(page, "We found the");
  const heading = page.getByRole("heading", { level: 1 });
  const before = await heading.boundingBox();
  await page.getByText("Get updates").click();
  await expect(page.getByRole("link", { name: "RSS feed" })).toBeVisible();
  expect(await heading.boundingBox()).toEqual(before);
  await expectSound(page, "page-get-updates");
});

test("another site shows the state in a frame and as a notice, and links preview an image", async ({
  page,
}) => {
  const [base, limit] = [`${stack.url}/status/acme`, 2048];
  const site = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(
      `<!DOCTYPE html><iframe src="${base}/embed"></iframe><script src="${base}/embed.js" async></script>`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  try {
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
    await expect(page.frameLocator("iframe").getByRole("link", { name: "Partial outage" })).toBeVisible();
    const notice = page.getByRole("status");
    await expect(notice.getByRole("link")).toHaveAttribute("href", /\/status\/acme$/);
    await notice.getByRole("button").click();
    await page.reload();
    await expect(page.frameLocator("iframe").getByRole("link")).toBeVisible();
    await expect(notice).toHaveCount(0);
  } finally {
    site.close();
  }
  for (const part of ["embed", "embed.js"])
    expect((await (await fetch(`${base}/${part}`)).text()).length).toBeLessThan(limit);
  const image = Buffer.from(await (await fetch(`${base}/opengraph-image`)).arrayBuffer());
  expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([1200, 630]);
});

test("a post-mortem written in the dashboard appears on the incident's page", async ({ page, browser }) => {
  await api.post(`/uptime/incidents/${incident.id}/recover`, {});
  await signIn(page, stack);
  await page.goto(`${stack.url}/incidents/${incident.id}`);
  await page.getByRole("button", { name: "Write post-mortem" }).click();
  await page.getByRole("textbox", { name: "Post-mortem" }).fill("A **full** disk.");
  await expectSound(page, "post-mortem-form");
  await page.getByRole("button", { name: "Publish post-mortem" }).click();
  await expect(page.getByText("Post-mortem published")).toBeVisible();
  const visitor = await browser.newPage();
  await visit(visitor, "A <strong>full</strong> disk.", `/incidents/${incident.slug}`);
  await expect(visitor.getByRole("heading", { name: "Post-mortem" })).toBeVisible();
  await expectSound(visitor, "page-post-mortem");
  await visit(visitor, "#post-mortem");
  await expectSound(visitor, "page-after-incident");
});
