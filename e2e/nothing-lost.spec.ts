import { expect, type Locator, type Page, test } from "@playwright/test";
import { apiClient } from "./support/api-client";
import { giveCredentials, OWNED, OWNER, signIn } from "./support/people";
import { addShopMonitor } from "./support/shop";
import { type Stack, startStack } from "./support/stack";

// What people type survives a slow start of the page, an expired session, a reload, and a server that restarts.
const CLEO = { email: "cleo@example.com", password: "another long enough password" };
const TITLE = "Checkout is slow";

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ variables: { ...OWNED, RUNNER: "off" } });
});
test.beforeEach(({ page }) => signIn(page, stack));
test.afterAll(() => stack?.stop());

const title = (page: Page) => page.getByLabel("Title", { exact: true });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

async function beginIncident(page: Page): Promise<void> {
  await page.goto(`${stack.url}/incidents/new`);
  await title(page).fill(TITLE);
}

async function giveIn(dialog: Locator, who = OWNER): Promise<void> {
  await dialog.getByLabel("Email").fill(who.email);
  await dialog.getByLabel("Password").fill(who.password);
  await dialog.getByRole("button", { name: "Sign in" }).click();
}

/** Creates Cleo's account through an invitation, as the signed-in owner. */
async function invite(page: Page): Promise<void> {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`${stack.url}/api${path}`, {
      data,
      headers: { Origin: stack.url },
    });
    await expect(answer).toBeOK();
    return answer.json();
  };
  const { link } = await post("/invitations", { email: CLEO.email, role: "member", project_ids: [1] });
  const token = new URL(link).pathname.split("/").at(-1);
  await post(`/setup/${token}`, { name: "Cleo", password: CLEO.password });
}

test("a form is sent after signing in again over it", async ({ page, context }) => {
  await beginIncident(page);
  await context.clearCookies();
  await page.getByRole("button", { name: "Create incident" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await expect(dialog.getByLabel("Email")).toHaveValue(OWNER.email);
  await giveIn(dialog, { ...OWNER, password: "wrong" });
  await expect(dialog.getByRole("alert")).toBeVisible();
  await giveIn(dialog);
  await expect(dialog).toBeHidden();
  await expect(title(page)).toHaveValue(TITLE);
  await page.getByRole("button", { name: "Create incident" }).click();
  await expect(heading(page)).toHaveText(TITLE);
});

test("someone else who signs in leaves the page and never sees what was typed", async ({ page, context }) => {
  await invite(page);
  await context.clearCookies();
  await signIn(page, stack);
  await beginIncident(page);
  await context.clearCookies();
  await page.getByRole("button", { name: "Create incident" }).click();
  await giveIn(page.getByRole("dialog", { name: "Sign in again" }), CLEO);
  await page.waitForURL(`${stack.url}/`);
  await page.goto(`${stack.url}/incidents/new`);
  await expect(page.getByRole("button", { name: "Create incident" })).toBeEnabled();
  await expect(title(page)).toHaveValue("");
});

test("a long text survives a reload until it is discarded or the person signs out", async ({ page }) => {
  await beginIncident(page);
  await page.reload();
  await expect(title(page)).toHaveValue(TITLE);
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect(title(page)).toHaveValue("");

  await title(page).fill(TITLE);
  await page.getByRole("button", { name: "Account menu for Ada" }).first().click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(`${stack.url}/sign-in`);
  await giveCredentials(page);
  await page.waitForURL(`${stack.url}/`);
  await page.goto(`${stack.url}/incidents/new`);
  await expect(page.getByRole("button", { name: "Create incident" })).toBeEnabled();
  await expect(title(page)).toHaveValue("");
});

test("a sent text leaves no draft behind", async ({ page }) => {
  await beginIncident(page);
  await page.getByRole("button", { name: "Create incident" }).click();
  await expect(heading(page)).toHaveText(TITLE);
  await page.getByRole("button", { name: "Post an update" }).click();
  await page.getByText("Private comment").click();
  const comment = page.getByLabel("Comment", { exact: true });
  await comment.fill("The cache is cold.");
  await page.reload();
  await expect(comment).toHaveValue("The cache is cold.");
  await page.getByRole("button", { name: "Add comment" }).click();
  await expect(comment).toBeHidden();
  // The palette keeps the pages visited last.
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((name) => !name.endsWith("/recent"))).toEqual([]);
});

/** Opens a page whose scripts load only when the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const scripts = "**/_next/static/**/*.js*";
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${stack.url}${path}`, { waitUntil: "commit" });
  return async () => {
    release();
    await page.waitForLoadState();
    await page.unroute(scripts);
  };
}

test("signing in, acknowledging, and posting an update work before any script has arrived", async ({
  page,
  context,
}) => {
  const api = await apiClient(stack, 1);
  const { id } = await api.post<{ id: number }>("/uptime/incidents", {
    title: TITLE,
    impact: "major_outage",
  });
  await context.clearCookies();
  const next = encodeURIComponent(`/incidents/${id}`);
  await openWithoutScripts(page, `/sign-in?next=${next}`);
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByLabel("Password").fill("wrong");
  await page.getByLabel("Password").press("Enter");
  await expect(heading(page)).toHaveText("Not saved");
  await page.goBack({ waitUntil: "commit" });
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`**/incidents/${id}`, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await expect(page.getByText(/^Assigned to/).first()).toBeVisible();
  await page.getByText("Post an update").click();
  await page.getByLabel("Message").fill("We are looking.");
  await page.getByRole("button", { name: "Post update" }).click();
  await expect(page.getByText("We are looking.").first()).toBeVisible();
  expect(await api.get(`/uptime/incidents/${id}`)).toMatchObject({ state: "investigating" });
});

test("an update begun before hydration is kept, and can be posted after it", async ({ page }) => {
  const api = await apiClient(stack, 1);
  const { id } = await api.post<{ id: number }>("/uptime/incidents", {
    title: TITLE,
    impact: "major_outage",
  });
  const loadScripts = await openWithoutScripts(page, `/incidents/${id}`);
  await page.getByText("Post an update").click();
  await page.getByLabel("Message").fill("We are looking.");
  await loadScripts();
  await expect(page.getByText("Options", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("We are looking.");
  await page.getByRole("button", { name: "Post update" }).click();
  await expect(page.getByText("Update posted")).toBeVisible();
});

test("an incident form filled in before hydration is submitted as entered", async ({ page }) => {
  const api = await apiClient(stack, 1);
  const shop = await addShopMonitor(api, stack);
  const loadScripts = await openWithoutScripts(page, "/incidents/new");
  await page.getByLabel("Impact").selectOption({ label: "Major outage" });
  await page.getByText("More options").click();
  await page.getByLabel("Description").fill("Reported by phone.");
  await page.getByRole("checkbox", { name: "Shop" }).check();
  await page.getByLabel("Message").fill("We are looking.");
  const title = page.getByLabel("Title");
  await title.fill("Checkout slow");
  for (const _letter of "slow") await title.press("ArrowLeft");
  await loadScripts();
  await expect(page.getByRole("button", { name: "Create incident" })).toBeEnabled();
  // The caret kept its position.
  await page.keyboard.type("is ");
  await expect(title).toHaveValue("Checkout is slow");
  await page.getByRole("button", { name: "Create incident" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Checkout is slow");
  expect(await api.get(`/uptime${new URL(page.url()).pathname}`)).toMatchObject({
    title: "Checkout is slow",
    impact: "major_outage",
    description: "Reported by phone.",
    monitors: [shop],
  });
  await expect(page.getByText("We are looking.")).toBeVisible();
});

test("navigation waits while the server restarts, and the page keeps what was typed", async ({ page }) => {
  await beginIncident(page);
  const { port, dataDir, variables } = stack;
  await stack.terminate();
  const banner = page.getByText("Vedette can't be reached");
  await expect(banner).toBeVisible();
  await page.getByRole("button", { name: "Create incident" }).click();
  await expect(page.getByText("The server can't be reached.")).toBeVisible();
  await expect(title(page)).toHaveValue(TITLE);
  await page.getByRole("link", { name: "Maintenance" }).first().click();

  stack = await startStack({ port, dataDir, variables });
  await expect(heading(page)).toHaveText("Maintenance");
  await expect(banner).toBeHidden();
  await expect(page.getByText("Live", { exact: true }).first()).toBeAttached();
  await page.goBack();
  await expect(title(page)).toHaveValue(TITLE);
});
