import { expect, test } from "@playwright/test";
import { MINUTE_MS } from "@/lib/shared/durations";
import { waitFor } from "@/lib/testing/processes/wait";
import { type ApiClient, apiClient } from "./support/api-client";
import { expectSound } from "./support/look";
import { OWNED, signIn } from "./support/people";
import { addShopMonitor, publishAcme } from "./support/shop";
import { type Stack, startStack } from "./support/stack";

// A user in Kolkata (UTC+5:30) records an outage that no monitor detected: from a template, backdated, with a scheduled update.
const KOLKATA_MS = 330 * 60_000;

let stack: Stack;
let api: ApiClient;
test.use({ timezoneId: "Asia/Kolkata" });

test.beforeAll(async () => {
  stack = await startStack({ variables: OWNED });
  api = await apiClient(stack, 1);
  await publishAcme(api, await addShopMonitor(api, stack));
});
test.afterAll(() => stack?.stop());

/** Returns a time as a datetime-local value in Kolkata. */
const wall = (at: number) => new Date(at + KOLKATA_MS).toISOString().slice(0, 16);
const minuteOf = (at: number) => Math.floor(at / MINUTE_MS) * MINUTE_MS;
const iso = (at: number) => new Date(at).toISOString().replace(".000Z", "Z");
const publicText = async () => (await fetch(`${stack.url}/status/acme`)).text();

test("an incident from a template, backdated and with a scheduled update, appears on the status page on time", async ({
  page,
}) => {
  await signIn(page, stack);

  await test.step("a template is created, with errors next to their fields", async () => {
    await page.goto(`${stack.url}/settings/templates`);
    await page.getByRole("button", { name: "Create template" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Payment provider down");
    await dialog.getByRole("button", { name: "Create template" }).click();
    await expect(dialog.getByRole("alert")).toContainText("needs a title, a public update, or both");
    await dialog.getByLabel("Incident title").fill("Payments fail in {what}");
    await dialog.getByLabel("Impact").selectOption("major_outage");
    await dialog.getByLabel("Description").fill("Call the provider first.");
    await dialog.getByLabel("Tags").fill("team:pay");
    await dialog.getByLabel("Update state").selectOption("identified");
    await dialog.getByLabel("Update message").fill("{what} can't **charge cards**.");
    await expectSound(page, "template-form");
    await dialog.getByRole("button", { name: "Create template" }).click();
    await expect(page.getByText("Payments fail in {what} · Major outage · Update: Identified")).toBeVisible();
    await expectSound(page, "templates");
  });

  const started = minuteOf(Date.now() - 90 * MINUTE_MS);
  let publishedAt = 0;

  await test.step("the template fills in a new incident with the monitors' names and keeps what was typed", async () => {
    await page.goto(`${stack.url}/incidents/new`);
    await page.getByText("More options").click();
    await page.getByLabel("Description").fill("Reported by phone.");
    const picker = page.getByLabel("Template");
    await picker.focus();
    // One letter, because a select forgets what was typed a second ago.
    await page.keyboard.press("P");
    await expect(page.getByLabel("Title")).toHaveValue("Payments fail in our service");
    await page.getByRole("checkbox", { name: "Shop" }).check();
    await expect(page.getByLabel("Title")).toHaveValue("Payments fail in Shop");
    await expect(page.getByLabel("Message")).toHaveValue("Shop can't **charge cards**.");
    await expect(page.getByLabel("Description")).toHaveValue("Reported by phone.");
    await expect(page.getByText("The description was kept as you entered it.")).toBeVisible();
    await expect(page.getByText(/^Asia\/(Kolkata|Calcutta), UTC\+5:30$/).first()).toBeVisible();
  });

  await test.step("out-of-range dates are rejected next to their fields; valid ones open the incident", async () => {
    await page.getByLabel("Started at").fill(wall(Date.now() + 120 * MINUTE_MS));
    await page.getByRole("button", { name: "Create incident" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "at most 10 minutes ahead" })).toHaveCount(1);
    await expect(page.getByLabel("Started at")).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Started at").fill(wall(started));
    await page.getByLabel("Publish at").fill(wall(Date.now() + 60 * MINUTE_MS));
    await page.getByRole("button", { name: "Create incident" }).click();
    await expect(page.getByLabel("Publish at")).toHaveAttribute("aria-invalid", "true");
    expect(await api.get("/uptime/incidents")).toMatchObject({ data: [] });
    await expectSound(page, "incident-form");
    // The first full minute at least 20 seconds from now.
    publishedAt = minuteOf(Date.now() + 20_000) + MINUTE_MS;
    await page.getByLabel("Publish at").fill(wall(publishedAt));
    await page.getByRole("button", { name: "Create incident" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payments fail in Shop");
    expect(await api.get("/uptime/incidents/1")).toMatchObject({
      title: "Payments fail in Shop",
      impact: "major_outage",
      description: "Reported by phone.",
      tags: ["team:pay"],
      monitors: [1],
      incident_at: iso(started),
      state: "unknown",
      status: "ongoing",
    });
  });

  await test.step("the status page shows the update at its scheduled minute, not before", async () => {
    await expect(page.getByText("Scheduled").first()).toBeVisible();
    expect(await publicText()).not.toContain("charge cards");
    expect(Date.now()).toBeLessThan(publishedAt);
    await waitFor("the update", async () => (await publicText()).includes("charge cards"), 100_000);
    const late = Date.now() - publishedAt;
    console.log(`shown ${late} ms after its scheduled time`);
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(20_000);
    expect(await publicText()).toContain("Payments fail in Shop");
    expect(await api.get("/uptime/incidents/1")).toMatchObject({ state: "identified" });
  });

  await test.step("on a phone, a new update is posted without scrolling", async () => {
    const desktop = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await page.getByRole("button", { name: "Post an update" }).click();
    await expect(page.getByLabel("Message")).toBeInViewport({ ratio: 1 });
    // The navigation covers the last 56 px.
    const bottom = await page.getByRole("button", { name: "Post update" }).boundingBox();
    expect((bottom?.y ?? 844) + (bottom?.height ?? 0)).toBeLessThan(780);
    if (desktop) await page.setViewportSize(desktop);
  });

  await test.step("an update starts from a built-in template, which replaces typed text only on request", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Post an update" }).click();
    await page.getByLabel("Message").fill("My own words.");
    await page.getByText("Options", { exact: true }).click();
    await page.getByLabel("Template").selectOption({ label: "A fix is in place" });
    await expect(page.getByText("The message was kept as you entered it.")).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("My own words.");
    await expectSound(page, "incident-update");
    await page.getByRole("button", { name: "Replace with the template" }).click();
    await expect(page.getByLabel("Message")).toHaveValue(
      "A fix for Shop is in place. We're monitoring the results.",
    );
    await page.getByRole("button", { name: "Post update" }).click();
    await waitFor("the second update", async () => (await publicText()).includes("monitoring the results"));
  });

  await test.step("the edit form corrects the recovery time", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Edit…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Started at")).toHaveValue(wall(started));
    await dialog.getByLabel("Recovered at").fill(wall(started - MINUTE_MS));
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toContainText("must come after the start");
    await expectSound(page, "incident-edit");
    await dialog.getByLabel("Recovered at").fill(wall(started + 30 * MINUTE_MS));
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("lasted 30 min")).toBeVisible();
    expect(await api.get("/uptime/incidents/1")).toMatchObject({
      incident_at: iso(started),
      recovery_at: iso(started + 30 * MINUTE_MS),
      status: "recovered",
    });
  });
});
