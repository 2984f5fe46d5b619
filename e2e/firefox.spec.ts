import { expect, test } from "@playwright/test";
import { apiClient } from "./support/api-client";
import { FIREFOX, Firefox } from "./support/firefox";
import { OWNED, OWNER } from "./support/people";
import { addShopMonitor, publishAcme } from "./support/shop";
import { type Stack, startStack } from "./support/stack";

test.skip(FIREFOX === undefined, "Firefox isn't installed");

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
