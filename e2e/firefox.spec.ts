import { expect, test } from "@playwright/test";
import { apiClient } from "./support/api-client";
import { FIREFOX, Firefox } from "./support/firefox";
import { OWNED, OWNER } from "./support/people";
import { addShopMonitor, publishAcme } from "./support/shop";
import { type Stack, startStack } from "./support/stack";

test.skip(FIREFOX === undefined, "Firefox isn't installed");
// The second journey goes on with the first one's session and page.
test.describe.configure({ mode: "serial" });

let stack: Stack;
let firefox: Firefox;
test.beforeAll(async () => {
  [stack, firefox] = await Promise.all([
    startStack({ variables: { ...OWNED, RUNNER: "off" } }),
    Firefox.start(),
  ]);
});
test.afterAll(() => Promise.all([firefox?.stop(), stack?.stop()]));

const button = (name: string) => `//button[normalize-space()="${name}"]`;
const text = (part: string) => `//*[text()[contains(., "${part}")]]`;

test("on a phone with Firefox, someone signs in and acknowledges before scripts run, and posts an update", async () => {
  const api = await apiClient(stack, 1);
  const monitor = await addShopMonitor(api, stack);
  await publishAcme(api, monitor);
  const incident = { title: "Checkout is slow", impact: "major_outage", monitors: [monitor] };
  const { id, slug } = await api.post<{ id: number; slug: string }>("/uptime/incidents", incident);

  await firefox.open(`${stack.url}/sign-in?next=${encodeURIComponent(`/incidents/${id}`)}`);
  await firefox.type('//input[@type="email"]', OWNER.email);
  await firefox.type('//input[@type="password"]', OWNER.password);
  await firefox.press(button("Sign in"));
  await firefox.press(button("Acknowledge"));
  await firefox.find(text("Assigned to"));

  await firefox.runScripts();
  await firefox.open(`${stack.url}/incidents/${id}`);
  // Before scripts run, it's a summary.
  await firefox.press(button("Post an update"));
  await firefox.type(`//form[.${button("Post update")}]//textarea`, "We are looking.");
  await firefox.press(button("Post update"));
  await firefox.find(text("Update posted"));
  expect(await api.get(`/uptime/incidents/${id}`)).toMatchObject({ state: "investigating" });
  const page = `${stack.url}/status/acme/incidents/${slug}`;
  // Rendered after the update was posted.
  await expect.poll(async () => (await fetch(page)).text()).toContain("We are looking.");
  await firefox.open(page);
  await firefox.find(text("We are looking."));
});

test("on a desktop with Firefox, someone resolves an incident, plans maintenance, edits a page, and prints a report", async () => {
  const api = await apiClient(stack, 1);
  await firefox.resize(1440, 900);

  await test.step("an incident is resolved", async () => {
    await firefox.open(`${stack.url}/incidents/1`);
    await firefox.press(button("Resolve"));
    await firefox.find(text("Incident resolved"));
    expect(await api.get("/uptime/incidents/1")).toMatchObject({ status: "recovered" });
  });

  await test.step("the times of a maintenance window show AM or PM", async () => {
    await firefox.open(`${stack.url}/maintenance?new`);
    await firefox.find('//dialog[@open]//input[@type="datetime-local"]');
    const cut = `[...document.querySelectorAll("input[type=datetime-local]")].map((input) => {
      const whole = input.cloneNode();
      whole.style.cssText = "width: max-content; position: absolute";
      input.after(whole);
      const missing = whole.offsetWidth - input.offsetWidth;
      whole.remove();
      // Less than a letter is rounding.
      return missing > 4;
    })`;
    expect(await firefox.read(cut)).toEqual([false, false]);
  });

  await test.step("a status page is edited", async () => {
    await firefox.open(`${stack.url}/status-pages/1`);
    await firefox.press('//summary[.//h2[normalize-space()="Page"]]');
    await firefox.type('//label[normalize-space()="Title"]/following::input[1]', " of Acme");
    await firefox.press(button("Save"));
    await firefox.find(text("Page saved"));
    expect(await api.get("/uptime/status-pages/1")).toMatchObject({ title: "Acme status of Acme" });
  });

  await test.step("the page shows a day's details, and its feed says what it is", async () => {
    await firefox.open(`${stack.url}/status/acme`);
    await firefox.press('(//*[contains(@class, "n")][@tabindex="0"])[last()]');
    expect(await firefox.read("document.activeElement.innerText")).toContain("Checkout is slow");
    await firefox.open(`${stack.url}/status/acme/history.rss`);
    // Its style sheet has the words, which elements wouldn't show in a reader.
    const shown = await firefox.read('getComputedStyle(document.documentElement, "::before").content');
    expect(shown).toContain("This is a feed.");
  });

  await test.step("a report prints its figures without navigation, each heading once", async () => {
    await firefox.open(`${stack.url}/reports`);
    await firefox.find(text("Downtime by day"));
    await firefox.printLook(true);
    const printed = await firefox.read("document.body.innerText");
    expect(String(printed).match(/Downtime by day/g)).toHaveLength(1);
    expect(printed).not.toContain("Print or save as PDF");
    await firefox.printLook(false);
  });
});
