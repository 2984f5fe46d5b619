import { expect, type Locator, type Page, test } from "@playwright/test";
import { HOUR_MS } from "@/lib/shared/durations";
import { type ApiClient, apiClient } from "./support/api-client";
import { expectSound, expectSoundDialog } from "./support/look";
import { visit } from "./support/pages";
import { OWNED, signIn } from "./support/people";
import { addShopMonitor, publishAcme } from "./support/shop";
import { type Stack, startStack } from "./support/stack";

/** The dialogs of each page: what to press, one after the other, to open each. */
const DIALOGS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "/": [["Control+k"], ["?"], ["More"]],
  "/monitors": [["Saved filters"], ["Select all on this page", "Tags…"], ["Delete"]],
  "/monitors/1": [["Mark a deployment"], ["Try other settings"], ["More actions", "Delete…"]],
  "/incidents": [["Monitor: all"]],
  "/incidents/1": [
    ["More actions", "Edit…"],
    ["More actions", "Delete…"],
    ["Update actions", "Edit…"],
    ["Update actions", "Delete…"],
  ],
  "/maintenance": [["Schedule maintenance"], ["Actions for Database upgrade", "Edit…"]],
  "/status-pages/1": [["Add…"], ["Import…"], ["More actions", "Delete…"]],
  "/integrations": [
    ["Alert the team"],
    ["Add integration"],
    ["Actions for Ops", "Edit…"],
    ["Actions for Ops", "Delete…"],
    ["Create alert rule"],
    ["Edit alert rule: An incident opens"],
    ["Send a test incident"],
    ["Send a test"],
  ],
  "/settings": [["Create key"], ["Revoke e2e"]],
  "/settings/members": [
    ["Invite member"],
    ["Actions for Ada", "Edit role and projects"],
    ["Actions for Ada", "Leave organization"],
  ],
  "/settings/projects": [["Blog", "Delete project…"]],
  "/settings/regions": [["Add runner"]],
  "/settings/security": [["Turn on"]],
  "/settings/tags": [["Rename web"]],
  "/settings/templates": [["Create template"], ["Copy We're investigating"], ["Delete Slow"]],
};
/** Pages that the demo doesn't have, with what to press first. */
const PAGES = [
  ["/monitors/new", "Paste several URLs…"],
  ["/monitors/2"],
  ["/monitors/3"],
  ["/docs"],
  ["/docs/how-vedette-decides"],
] as const;
const KEYS = ["Control+k", "?"];
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
let stack: Stack;

/** Creates one of everything that has a dialog. */
async function fill(api: ApiClient): Promise<void> {
  const shop = await addShopMonitor(api, stack);
  await publishAcme(api, shop, { subscription_channels: ["email", "webhook"] });
  const { id } = await api.post<{ id: number }>("/uptime/incidents", { title: "Slow", impact: "unknown" });
  await api.post(`/uptime/incidents/${id}/updates`, { state: "investigating", content: "We're looking." });
  await api.post("/projects", { name: "Blog", members: [1] });
  await api.post("/uptime/incident-templates", { name: "Slow", title: "Slow" });
  const at = (hours: number) => new Date(Math.ceil(Date.now() / HOUR_MS + hours) * HOUR_MS).toISOString();
  const window = { title: "Database upgrade", starts_at: at(1), ends_at: at(2), monitors: [shop] };
  await api.post("/uptime/maintenance-windows", window);
  const settings = {
    url: "https://hooks.example.com/alerts",
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  };
  const ops = await api.post<{ id: number }>("/apps/outgoing_webhook/integrations", {
    name: "Ops",
    settings,
  });
  const reported = { tags: ["web"], regions: ["eu-deu-fra"] };
  await api.post("/uptime/monitors", { ...reported, name: "Backup", protocol: "heartbeat", request: {} });
  await api.post("/uptime/monitors", { ...reported, name: "Grafana", protocol: "external", request: {} });
  const schema = '{"text":"{{ incident.title }}"}';
  const rule = { integration_id: ops.id, integration_settings: { schema } };
  await api.post("/alert-rules", { ...rule, event: "uptime.incident.created" });
}

function controlNamed(page: Page, name: string): Locator {
  const [first, ...others] = (["button", "menuitem", "checkbox", "link"] as const).map((role) =>
    page.getByRole(role, { name, exact: true }),
  );
  const fold = page.locator("summary").filter({ hasText: name });
  const all = others.reduce((some, one) => some.or(one), (first as Locator).or(fold));
  return all.and(page.locator(":not(:disabled)")).filter({ visible: true }).first();
}

/** Opens the dialog, inspects it, and closes it again. */
async function inspect(page: Page, path: string, steps: readonly string[]): Promise<void> {
  // A bar at the bottom has the only button named "More".
  await page.setViewportSize(steps[0] === "More" ? PHONE : DESKTOP);
  for (const step of steps) {
    if (KEYS.includes(step)) await page.keyboard.press(step);
    else await controlNamed(page, step).click();
  }
  await expectSoundDialog(page, `${path} ${steps.join(" ")}`.replaceAll("/", "_"));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test.beforeAll(async () => {
  stack = await startStack({ variables: OWNED });
  await fill(await apiClient(stack, 1));
});
test.afterAll(() => stack?.stop());

test("pages of reported monitors, pasted URLs, and guides are sound", async ({ page }) => {
  await signIn(page, stack);
  for (const [path, press] of PAGES) {
    await page.goto(`${stack.url}${path}`);
    if (press) await page.getByRole("button", { name: press }).click();
    await expectSound(page, path.replaceAll("/", "_"));
  }
});

test("dialogs have no axe violations", async ({ page }) => {
  await signIn(page, stack);
  for (const [path, dialogs] of Object.entries(DIALOGS)) {
    await page.setViewportSize(DESKTOP);
    await visit(page, stack, path);
    for (const steps of dialogs) await inspect(page, path, steps);
  }
});
