import { createHmac } from "node:crypto";
import { expect, test } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import type { Received } from "@/lib/testing/notifications/receiver";
import { waitFor } from "@/lib/testing/processes/wait";
import { type ApiClient, apiClient } from "./support/api-client";
import { guidePicture, picture } from "./support/look";
import { type MailServer, startMailServer } from "./support/mail-server";
import { type Stack, startStack } from "./support/stack";
import { startWebTarget, type WebTarget } from "./support/web-target";

// The main user journey with real parts: a server started as a user would, a target that fails on command, a mailbox,
// and a webhook.
const SECRET = "whsec_c2lnbmVkIGJ5IHZlZGV0dGUgaW4gdGhlIHN0b3J5";
const DETECTED_MS = 120_000;

// The other journeys prefer less motion, which saves CPU.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

interface Monitor {
  id: number;
  status: string;
}
interface Incident {
  id: number;
  title: string;
  slug: string;
  status: string;
  incident_at: string;
  recovery_at: string | null;
}
interface Report {
  downtime: number;
  incident_count: number;
}

let stack: Stack;
let mail: MailServer;
let target: WebTarget;
let hooks: WebTarget;

test.beforeAll(async () => {
  [mail, target, hooks] = await Promise.all([startMailServer(), startWebTarget(), startWebTarget()]);
  stack = await startStack({ variables: { SMTP_URL: mail.url, API_RATE_LIMIT: "10000" } });
});

test.afterAll(async () => {
  await stack?.stop();
  await Promise.all([mail?.stop(), target?.stop(), hooks?.stop()]);
});

async function addWebhook(api: ApiClient): Promise<void> {
  const integration = await api.post<{ id: number }>("/apps/outgoing_webhook/integrations", {
    name: "Ops",
    settings: { url: hooks.url, secret: SECRET },
  });
  const schema = JSON.stringify({
    event: "{{ event.key }}",
    id: "{{ incident.id }}",
    title: "{{ incident.title }}",
  });
  for (const event of ["uptime.incident.created", "uptime.incident.recovered"]) {
    await api.post("/alert-rules", {
      event,
      integration_id: integration.id,
      rate_limit: 0,
      integration_settings: { schema },
    });
  }
}

function expectSigned({ headers, body }: Received): void {
  const stamp = String(headers["x-service-request-timestamp"]);
  const expected = createHmac("sha256", SECRET).update(`v0:${stamp}:${body}`).digest("hex");
  expect(headers["x-service-request-signature"]).toBe(expected);
  const verified = new Webhook(SECRET).verify(body, headers as Record<string, string>);
  expect(verified).toMatchObject(JSON.parse(body));
}

test("a new user adds a monitor, is alerted when it goes down and shows it on a status page", async ({
  page,
  browser,
}) => {
  await test.step("the one-time link creates the owner", async () => {
    await page.goto(await stack.ownerLink());
    await page.getByLabel("Organization").fill("Acme");
    await page.getByLabel("Your name").fill("Ada Lovelace");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password").fill("correct horse battery staple");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("heading", { name: "What do you want to monitor?" })).toBeVisible();
  });

  await test.step("an address is checked live, phase by phase, before anything is saved", async () => {
    await page.getByLabel("Address").fill(target.url);
    await page.getByRole("button", { name: "Run check" }).click();
    await expect(page.getByRole("button", { name: /^Check this/ })).toBeVisible();
    for (const phase of ["DNS", "Connect", "First byte"])
      await expect(page.getByText(phase).first()).toBeVisible();
    // The runner, which has checked by now, printed nothing below the link.
    expect(stack.output().split("/setup/")[1]).not.toContain("runner");
    await guidePicture(page, "first-check");
    await page.getByRole("button", { name: /^Check this/ }).click();
  });

  const statusUrl =
    await test.step("one click publishes a status page, one more sends alerts to the owner's email", async () => {
      await page.getByRole("button", { name: "Publish page" }).click();
      const link = page.getByRole("link", { name: "Open page" });
      await expect(link).toBeVisible();
      await page.getByRole("button", { name: "Turn on alerts" }).click();
      await expect(page.getByText("Alerts go to ada@example.com")).toBeVisible();
      return String(await link.getAttribute("href"));
    });

  const api = await apiClient(stack, 1);
  await addWebhook(api);
  const [monitor] = (await api.get<{ data: Monitor[] }>("/uptime/monitors")).data;
  if (!monitor) throw new Error("the monitor was not saved");
  await api.post(`/uptime/monitors/${monitor.id}`, { name: "Shop" });
  const statusOf = async () => (await api.get<Monitor>(`/uptime/monitors/${monitor.id}`)).status;
  const visitor = await browser.newPage();

  await test.step("the first result turns the monitor online without a reload", async () => {
    await page.goto(`${stack.url}/monitors/${monitor.id}`);
    await expect(page.getByText("Online", { exact: false }).first()).toBeVisible();
    await visitor.goto(statusUrl);
    await expect(visitor.getByText("All systems operational")).toBeVisible();
    await expect(visitor.locator("script")).toHaveCount(0);
  });

  const incident =
    await test.step("an outage opens an incident and reaches the signed webhook, the email, and the status page", async () => {
      target.answer(500);
      await expect(page.getByText("Offline", { exact: false }).first()).toBeVisible({ timeout: DETECTED_MS });
      expect(await statusOf()).toBe("offline");
      const hook = await hooks.waitForRequest("the webhook of the outage", ({ body }) =>
        body.includes("uptime.incident.created"),
      );
      expectSigned(hook);
      await mail.waitForMail("ada@example.com");
      const [open] = (await api.get<{ data: Incident[] }>("/uptime/incidents")).data;
      if (!open) throw new Error("no incident was opened");
      expect(open.status).toBe("ongoing");
      expect(JSON.parse(hook.body)).toMatchObject({ id: open.id });
      await waitFor("the page to show the outage", async () => {
        await visitor.goto(statusUrl);
        return /outage/i.test(await visitor.title());
      });
      await expect(visitor.getByRole("heading", { name: "Shop is unavailable" })).toBeVisible();
      await expect(visitor.locator("body")).not.toContainText("No incidents");
      await expect(visitor.locator("body")).not.toContainText(open.title);
      await page.goto(`${stack.url}/`);
      await expect(
        page.getByText(open.slug).or(page.getByText("Shop")).or(page.getByText("127.0.0.1")).first(),
      ).toBeVisible();
      await picture(page, "story-overview");
      return open;
    });

  await test.step("a posted update appears on the status page", async () => {
    await page.goto(`${stack.url}/incidents/${incident.id}`);
    await page.getByRole("button", { name: "Post an update" }).click();
    await page.getByText("Options", { exact: true }).click();
    await expect(page.getByLabel("Public title")).toHaveValue("Shop is unavailable");
    await page.getByLabel("Public title").fill("Orders can't be placed");
    await page.getByLabel("Message").fill("We found the broken **deployment** and are rolling it back.");
    await page.getByRole("button", { name: "Post update" }).click();
    await expect(page.getByText("Update posted")).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveCount(0);
    await expect(page.getByText("rolling it back")).toBeVisible();
    await guidePicture(page, "incident", true);
    await waitFor(
      "the update on the page",
      async () => {
        await visitor.goto(statusUrl);
        return visitor.getByText("rolling it back").first().isVisible();
      },
      10_000,
    );
    await expect(visitor.getByRole("heading", { name: "Orders can't be placed" })).toBeVisible();
    expect(await visitor.content()).not.toContain(incident.title);
    await visitor.setViewportSize({ width: 1440, height: 900 });
    await picture(visitor, "story-status-page");
    await visitor.setViewportSize({ width: 390, height: 844 });
    await guidePicture(visitor, "status-page-phone");
  });

  await test.step("the status page's own host serves the page and nothing else", async () => {
    const [own] = (await api.get<{ data: { id: number }[] }>("/uptime/status-pages")).data;
    await api.post(`/uptime/status-pages/${own?.id}`, { domain: "status.acme.localhost" });
    const origin = `http://status.acme.localhost:${stack.port}`;
    await waitFor(
      "the page on its own host",
      async () => {
        await visitor.goto(`${origin}/`);
        return visitor.getByText("rolling it back").first().isVisible();
      },
      15_000,
    );
    for (const path of ["/api/whoami", "/sign-in", "/monitors"]) {
      expect((await visitor.goto(`${origin}${path}`))?.status(), path).toBe(404);
    }
  });

  await test.step("a recovery shows everywhere, with downtime to the second", async () => {
    target.answer(200);
    await waitFor("the recovery", async () => (await statusOf()) === "online");
    expectSigned(
      await hooks.waitForRequest("the webhook of the recovery", ({ body }) =>
        body.includes("uptime.incident.recovered"),
      ),
    );
    const closed = await api.get<Incident>(`/uptime/incidents/${incident.id}`);
    expect(closed.status).toBe("recovered");
    const seconds = (Date.parse(String(closed.recovery_at)) - Date.parse(closed.incident_at)) / 1000;
    const report = await api.get<Report>(`/uptime/monitors/${monitor.id}/report`);
    expect(report.incident_count).toBe(1);
    expect(Math.abs(report.downtime - seconds)).toBeLessThanOrEqual(1);
    await waitFor("the page to be green", async () => {
      await visitor.goto(statusUrl);
      return visitor.getByText("All systems operational").isVisible();
    });
    await page.goto(`${stack.url}/monitors/${monitor.id}`);
    await expect(page.getByText("Online", { exact: false }).first()).toBeVisible();
    await picture(page, "story-monitor");
    await expect.poll(() => mail.mails.length).toBeGreaterThanOrEqual(2);
  });
});

test("SIGTERM stops everything with exit code 0", async () => {
  expect(await stack.terminate()).toBe(0);
});
