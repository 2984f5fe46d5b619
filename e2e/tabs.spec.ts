import { expect, type Page, test } from "@playwright/test";
import { apiClient } from "./support/api-client";
import { OWNED, signIn } from "./support/people";
import { type Stack, startStack } from "./support/stack";

/** Browsers open six connections to a server over HTTP/1.1. */
const TABS = 8;

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack({ variables: { ...OWNED, RUNNER: "off" } });
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

test("two tabs in two projects each get their own project's changes", async ({ page, context }) => {
  const owner = await apiClient(stack, 1);
  const blog = await owner.post<{ id: number }>("/projects", { name: "Blog", members: [1] });
  const projects = [1, blog.id];
  const add = async (projectId: number, name: string) =>
    (await apiClient(stack, projectId)).post("/uptime/monitors", {
      name,
      protocol: "http",
      request: { method: "GET", url: "https://shop.example.com" },
      regions: ["eu-deu-fra"],
    });
  await signIn(page, stack);
  const tabs: Page[] = [];
  for (const projectId of projects) {
    await add(projectId, `First of ${projectId}`);
    const headers = { Origin: stack.url };
    const data = { project_id: projectId };
    await expect(await page.request.post(`${stack.url}/api/session/project`, { data, headers })).toBeOK();
    const tab = await context.newPage();
    await tab.goto(`${stack.url}/monitors`);
    await expect(tab.getByText(`First of ${projectId}`).first()).toBeVisible();
    tabs.push(tab);
  }
  for (const tab of tabs) await expect(tab.getByText("Live", { exact: true }).first()).toBeVisible();
  // One after the other, because a tab also fetches after a foreign change.
  for (const [at, tab] of tabs.entries()) {
    await add(Number(projects[at]), `Second of ${projects[at]}`);
    await expect(tab.getByText(`Second of ${projects[at]}`).first()).toBeVisible({ timeout: 20_000 });
  }
});
