import { expect, test } from "@playwright/test";
import pg from "pg";
import { waitFor } from "@/lib/testing/processes/wait";
import { type ApiClient, apiClient } from "./support/api-client";
import { type Database, startDatabase } from "./support/database";
import { expectSound } from "./support/look";
import { OWNED, signIn } from "./support/people";
import { startShortLived } from "./support/short-certificate";
import { type Stack, startStack } from "./support/stack";
import { startWebTarget, type WebTarget } from "./support/web-target";

// What a monitor's page keeps: a certificate that expires in five days with its alerts, and each failure's request and response.

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const FAILURES = 23;

let database: Database;
let variables: Record<string, string>;
let stack: Stack;
let api: ApiClient;
let shop: Awaited<ReturnType<typeof startShortLived>>;
let broken: WebTarget;
let hooks: WebTarget;

test.beforeAll(async () => {
  [database, shop, broken, hooks] = await Promise.all([
    startDatabase(),
    startShortLived(5),
    startWebTarget(),
    startWebTarget(),
  ]);
  broken.answer(503);
  const own = { DATABASE_URL: database.url, APP_SECRET: "a secret for this journey, 32 characters long" };
  variables = { ...OWNED, ...own, ALLOW_PRIVATE_TARGETS: "127.0.0.0/8", API_RATE_LIMIT: "10000" };
  stack = await startStack({ variables });
  api = await apiClient(stack, 1);
});
test.afterAll(async () => {
  await stack?.stop();
  await Promise.all([shop?.stop(), broken?.stop(), hooks?.stop()]);
  await database?.stop();
});

async function addCertificateRules(): Promise<void> {
  const settings = { url: hooks.url, secret: SECRET };
  const { id } = await api.post<{ id: number }>("/apps/outgoing_webhook/integrations", {
    name: "Ops",
    settings,
  });
  const schema =
    '{"event":"{{ event.key }}","at":"{{ event.occurred_at }}","name":"{{ certificate.subject_common_name }}"}';
  const rule = { integration_id: id, integration_settings: { schema } };
  await api.post("/alert-rules", { ...rule, event: "uptime.monitor_certificate.discovered" });
  const days = { event_settings: { days_before_expiry: 14 } };
  await api.post("/alert-rules", { ...rule, ...days, event: "uptime.monitor_certificate.expiring" });
}

const addMonitor = async (name: string, request: object) => {
  const monitor = { name, protocol: "http", interval: 30, timeout: 5000, regions: ["eu-deu-fra"], request };
  return (await api.post<{ id: number }>("/uptime/monitors", monitor)).id;
};

/** Copies the recorded failure to many earlier days, which no test can wait for. */
async function backdateFailures(monitorId: number): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const columns = "project_id, monitor_id, region, outcome, status_code, total_us, error_code, detail";
  const copy = () =>
    client.query(
      `insert into kept_failures (${columns}, scheduled_at, started_at)
       select ${columns}, scheduled_at - n * interval '23 hours', started_at - n * interval '23 hours'
       from results, generate_series(1, ${FAILURES - 1}) n where monitor_id = $1 and detail ? 'trace'`,
      [monitorId],
    );
  await waitFor("a recorded failure", async () => ((await copy()).rowCount ?? 0) > 0);
  await client.end();
}

test("a certificate that expires in five days is discovered, warned about, and marked everywhere", async ({
  page,
}) => {
  await addCertificateRules();
  const id = await addMonitor("Shop", { method: "GET", url: shop.url, tls_skip_verify: true });
  const notificationOf = async (event: string) => {
    const { body } = await hooks.waitForRequest(event, (one) => one.body.includes(event));
    return JSON.parse(body) as { at: string; name: string };
  };
  expect((await notificationOf("monitor_certificate.discovered")).name).toBe("shop.localhost");

  // Hourly jobs also run when a server starts.
  const { port, dataDir } = stack;
  await stack.terminate();
  stack = await startStack({ variables, port, dataDir });
  const warned = await notificationOf("monitor_certificate.expiring");
  expect(warned.name).toBe("shop.localhost");
  expect(Math.abs(Date.now() - Date.parse(warned.at))).toBeLessThan(60_000);

  await signIn(page, stack);
  await page.goto(stack.url);
  const attention = page.getByRole("listitem").filter({ hasText: "Its certificate expires in 5 days" });
  await expect(attention).toContainText("Shop");
  await expect(attention).toContainText("Expires soon");
  await expectSound(page, "certificate-overview", { axe: false });
  await page.goto(`${stack.url}/monitors/${id}`);
  await expect(page.getByText("in 5 days")).toBeVisible();
  await expect(page.getByText("An alert rule warns 14 days before it expires.")).toBeVisible();
  await expect(page.getByText("Acme Issuing 1", { exact: true })).toBeVisible();
  await expect(page.getByText("in 30 days")).toBeVisible();
  await expectSound(page, "certificate-monitor");
});

test("every recorded failure can be reached by paging and by its own link", async ({ page }) => {
  const id = await addMonitor("Broken", { method: "GET", url: broken.url });
  await backdateFailures(id);
  await signIn(page, stack);
  await page.goto(`${stack.url}/monitors/${id}`);
  const card = page.locator("#results");
  const rows = card.locator("li > details");
  await card.getByLabel("Result").selectOption("Failed, with request and response");
  await expect(rows).toHaveCount(20);
  await rows.first().locator("summary").first().click();
  await expectSound(page, "exchanges");
  await card.getByRole("button", { name: "Next page" }).click();
  await expect(rows).toHaveCount(FAILURES - 20);
  await rows.last().locator("summary").first().click();
  await rows.last().getByRole("link", { name: "Link to this check" }).click();
  await expect(rows).toHaveCount(1);
  await page.goto(page.url());
  await expect(rows).toHaveCount(1);
  await expect(card.getByText("it broke")).toBeVisible();
  await expectSound(page, "exchanges-link");
  await card.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows).toHaveCount(20);
});

test("a link to a time range lists its checks without scripts", async ({ browser }) => {
  const id = await addMonitor("Linked", { method: "GET", url: broken.url });
  await backdateFailures(id);
  const page = await browser.newPage();
  await signIn(page, stack);
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const linked = await plain.newPage();
  const from = new Date(Date.now() - 3 * 86_400_000).toISOString().replace(/\.\d+/, "");
  await linked.goto(`${stack.url}/monitors/${id}?checks=down&checks_from=${from}#results`);
  await expect(linked.locator("#results li > details")).not.toHaveCount(20);
  await expect(linked.locator("#results").getByText("HTTP 503").first()).toBeVisible();
  await plain.close();
  await page.close();
});

test("a page that can't be shown gives the ID of its error in the server log", async ({ page }) => {
  await signIn(page, stack);
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    await client.query("alter table incident_templates rename to moved");
    await page.goto(`${stack.url}/settings/templates`);
    const text = await page.getByText("The error ID in the server log is").textContent();
    const id = /log is (\d+)/.exec(text ?? "")?.[1] ?? "missing";
    const logged = () =>
      stack
        .output()
        .split("\n")
        .find((one) => one.includes(`"error_id":"${id}"`));
    const line = await waitFor("the log", logged, 10_000);
    expect(JSON.parse(line)).toMatchObject({
      path: "/settings/templates",
      error: { message: expect.stringContaining("request ID") },
    });
  } finally {
    await client.query("alter table moved rename to incident_templates");
    await client.end();
  }
});
