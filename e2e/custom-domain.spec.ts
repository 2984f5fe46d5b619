import { expect, test } from "@playwright/test";
import { type Caddy, missingCaddy, startCaddy } from "@/lib/testing/caddy";
import { freePort } from "@/lib/testing/processes/ports";
import { dnsName, dnsRecord } from "@/lib/testing/targets/dns-bytes";
import { type NameServer, startNameServer } from "@/lib/testing/targets/name-server";
import config from "../playwright.config";
import { apiClient } from "./support/api-client";
import { pressEnterOn } from "./support/keyboard";
import { expectSound } from "./support/look";
import { OWNED, signInByForm } from "./support/people";
import { addShopMonitor, publishAcme } from "./support/shop";
import { type Stack, startStack } from "./support/stack";

// A page's own domain, from the form to HTTPS, with a real name server and Caddy in front of the product.
const DOMAIN = "status.example.com";
const DASHBOARD = "vedette.localhost";
/** The automatic check comes a minute after the one on demand, and the job that runs it every half minute. */
const GOES_LIVE_MS = 120_000;

const { launchOptions } = config.use ?? {};
test.use({
  ignoreHTTPSErrors: true,
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), `--host-resolver-rules=MAP ${DOMAIN} 127.0.0.1`],
  },
});
test.skip(missingCaddy !== null, missingCaddy ?? "");

let names: NameServer;
let alias: string | null = null;
let caddy: Caddy;
let stack: Stack;

test.beforeAll(async () => {
  names = await startNameServer((name, type) => {
    if (name !== DOMAIN || alias === null) return "nxdomain";
    return type === "CNAME" ? [dnsRecord("CNAME", dnsName(alias))] : [];
  });
  const port = await freePort();
  caddy = await startCaddy(port, DASHBOARD);
  const url = `https://${DASHBOARD}:${caddy.httpsPort}`;
  const variables = {
    ...OWNED,
    APP_URL: url,
    TRUSTED_PROXIES: "127.0.0.1",
    STATUS_PAGES_HOST: "pages.example.net",
    STATUS_PAGES_NAME_SERVERS: names.address,
  };
  const started = await startStack({ port, variables });
  const api = await apiClient(started, 1);
  await publishAcme(api, await addShopMonitor(api, started));
  stack = { ...started, url };
});
test.afterAll(async () => {
  await stack?.stop();
  await caddy?.stop();
  names?.stop();
});

test("a custom domain waits for its DNS record, goes live by itself and is served over HTTPS", async ({
  page,
  browser,
}) => {
  await signInByForm(page, stack);
  await page.goto(`${stack.url}/status-pages/1`);
  await page.locator("summary", { hasText: "Custom domain" }).click();
  await page.getByLabel("Custom domain").fill(DOMAIN);
  await expect(page.getByText(`Save the page to get the DNS records for ${DOMAIN}.`)).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Waiting for DNS")).toBeVisible();
  await expect(page.getByText("Save the page to get the DNS records")).toHaveCount(0);
  await expect(page.getByText(`DNS has no record for ${DOMAIN} yet.`)).toBeVisible();
  await expect(page.getByText("acme.pages.example.net", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy CNAME value" })).toBeVisible();
  await expect(caddy.ask(DOMAIN)).rejects.toThrow(/alert internal error/);
  await page.getByText("Other ways to verify the domain").click();
  await expect(page.getByText(`_vedette.${DOMAIN}`)).toBeVisible();
  await expectSound(page, "domain-waiting");

  alias = "old.example.org";
  await pressEnterOn(page.getByRole("button", { name: "Check now" }));
  await expect(page.getByText("Domain checked")).toBeVisible();
  await expect(page.getByText(`${DOMAIN} has DNS records, but they don't point here yet.`)).toBeVisible();
  await expect(page.getByText("CNAME old.example.org")).toBeVisible();
  await expect(page.getByText("Verifying")).toBeVisible();

  alias = "acme.pages.example.net";
  await expect(page.getByText("The page is live at this domain.")).toBeVisible({ timeout: GOES_LIVE_MS });
  await expectSound(page, "domain-active");
  expect(await caddy.ask(DOMAIN)).toMatchObject({
    status: 200,
    text: expect.stringContaining("Acme status"),
  });
  alias = "old.example.org";
  await page.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText("Proof missing")).toBeVisible();
  await expect(page.getByText(/The page goes offline at this domain on .* unless/)).toBeVisible();
  await expectSound(page, "domain-losing");
  expect(await caddy.ask(DOMAIN)).toMatchObject({ status: 200 });
  const visitor = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  await visitor.goto(`${stack.url}/status/acme/history`);
  await expect(visitor).toHaveURL(`https://${DOMAIN}:${caddy.httpsPort}/history`);
  await expect(visitor).toHaveTitle(/Acme status/);
  for (const path of ["/api/healthz", "/sign-in", "/status/acme"])
    expect((await visitor.goto(`https://${DOMAIN}:${caddy.httpsPort}${path}`))?.status()).toBe(404);
});
