import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { waitFor } from "@/lib/testing/processes/wait";
import {
  type PushService,
  type Shown,
  startPushService,
  type TestBrowser,
} from "@/lib/testing/providers/push-service";
import { apiClient } from "./support/api-client";
import { expectSound } from "./support/look";
import { giveCredentials, OWNED } from "./support/people";
import { type Stack, startStack } from "./support/stack";
import { WHOLE_BROWSER } from "./support/whole-browser";

// A member turns on notifications, an outage starts and recovers, and the real service worker shows both. A fake push service replaces
// the browser's own: it receives what the server sends, and the browser's debugger delivers it to the worker.

test.use(WHOLE_BROWSER);

let stack: Stack;
let push: PushService;

test.beforeAll(async () => {
  push = await startPushService();
  stack = await startStack({ variables: { ...OWNED, RUNNER: "off" } });
});
test.afterAll(async () => {
  await stack?.stop();
  await push?.close();
});

/** Signs in on the account page, in a browser whose subscriptions come from the fake push service. */
async function accountPage(context: BrowserContext, browsers: TestBrowser[]): Promise<Page> {
  const page = await context.newPage();
  await page.exposeFunction("subscribeAtFake", async (key: string) => {
    const browser = await push.browser(key);
    browsers.push(browser);
    return browser.subscription;
  });
  await page.addInitScript(fakeSubscriptions);
  await page.goto(`${stack.url}/sign-in?next=/settings/account`);
  await giveCredentials(page);
  await expect(page.getByRole("heading", { name: "Browser notifications" })).toBeVisible();
  return page;
}

/** Runs in the page. Installs a push manager that subscribes at the fake push service and survives reloads. */
function fakeSubscriptions(): void {
  const asSubscription = (kept: { endpoint: string; keys: object; key: string }) => ({
    endpoint: kept.endpoint,
    options: {
      applicationServerKey: Uint8Array.from(atob(kept.key.replaceAll("-", "+").replaceAll("_", "/")), (one) =>
        one.charCodeAt(0),
      ).buffer,
    },
    toJSON: () => ({ endpoint: kept.endpoint, expirationTime: null, keys: kept.keys }),
    unsubscribe: async () => {
      localStorage.removeItem("fake-subscription");
      return true;
    },
  });
  const kept = () => JSON.parse(localStorage.getItem("fake-subscription") ?? "null");
  Object.assign(PushManager.prototype, {
    getSubscription: async () => kept() && asSubscription(kept()),
    subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
      const { subscribeAtFake } = window as unknown as { subscribeAtFake(key: string): Promise<object> };
      localStorage.setItem("fake-subscription", JSON.stringify({ ...(await subscribeAtFake(key)), key }));
      return asSubscription(kept());
    },
  });
}

/**
 * Delivers a message from the fake push service to the service worker, as the browser would, and waits until the worker has shown it.
 * Don't call `getNotifications` meanwhile: during `showNotification` it makes Chromium drop the new notification as no longer displayed.
 */
async function deliver(page: Page, sent: Shown): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    }),
  );
  const worker = page.context().serviceWorkers()[0];
  if (!worker) throw new Error("the page has no service worker");
  await worker.evaluate(countShown);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.deliverPushMessage", {
    origin: stack.url,
    registrationId: await registration,
    data: JSON.stringify(sent),
  });
  await waitFor(`the worker to show "${sent.title}"`, () =>
    worker.evaluate(() => (globalThis as unknown as { shown: number }).shown > 0),
  );
  await session.detach();
}

/** Runs in the worker. Counts the notifications shown from now on. */
function countShown(): void {
  const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: number };
  const show = ServiceWorkerRegistration.prototype.showNotification;
  scope.shown = 0;
  scope.registration.showNotification = async (...what) => {
    await show.apply(scope.registration, what);
    scope.shown += 1;
  };
}

const notifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, data }) => ({ title, body, data }));
  });

test("notifications can be turned on, replace each other from start to recovery, and be turned off", async ({
  browser,
}) => {
  const context = await browser.newContext({ permissions: ["notifications"] });
  const browsers: TestBrowser[] = [];
  const page = await accountPage(context, browsers);
  const refused: string[] = [];
  page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
  await expect(page.getByText("Off in this browser")).toBeVisible();
  await expectSound(page, "notifications-off");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("On in this browser")).toBeVisible();
  await page.getByRole("button", { name: /^Send a test/ }).click();
  await expect(page.getByText("Test notification sent")).toBeVisible();
  await expect(page.getByText(/last notified/)).toBeVisible();
  const [own] = browsers;
  if (!own) throw new Error("no browser subscribed");
  const [sent] = own.shown;
  if (!sent) throw new Error("nothing arrived at the push service");
  await deliver(page, sent);
  expect((await notifications(page)).map(({ title }) => title)).toEqual(["Test: this browser works"]);

  const api = await apiClient(stack, 1);
  const incident = await api.post<{ id: number }>("/uptime/incidents", {
    title: "Checkout is slow",
    impact: "partial_outage",
  });
  await waitFor("the start", () => own.shown[1]);
  await api.post(`/uptime/incidents/${incident.id}/recover`, {});
  await waitFor("the end", () => own.shown[2]);
  for (const one of own.shown.slice(1)) await deliver(page, one);
  const shown = await notifications(page);
  expect(shown.map(({ title }) => title.replace(/ after .*: | \(.*/g, " ").trim()).sort()).toEqual([
    "Recovered Checkout is slow",
    "Test: this browser works",
  ]);
  expect(push.refusals).toEqual([]);

  // Ada has switched to another project; the click leads to the incident's project.
  await page.evaluate(async () => {
    const send = (path: string, body: object) =>
      fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }).then((answer) => answer.json());
    const project = await send("/api/projects", { name: "Other", members: [1] });
    await send("/api/session/project", { project_id: project.id });
  });
  const isFound = async () =>
    (await page.request.get(`${stack.url}/api/uptime/incidents/${incident.id}`)).ok();
  expect(await isFound()).toBe(false);
  const worker = context.serviceWorkers()[0];
  const opened = await worker?.evaluate(clickEach);
  expect(opened).toContain(`${stack.url}/incidents/${incident.id}`);
  await expect.poll(() => notifications(page)).toEqual([]);
  expect(await isFound()).toBe(true);

  await page.reload();
  await expect(page.getByText("On in this browser")).toBeVisible();
  push.misbehaviour = { kind: "status", status: 503 };
  await page.getByRole("button", { name: /^Send a test/ }).click();
  await expect(page.getByText(/^Failed .*returned 503/)).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expectSound(page, "notifications-on");
  push.misbehaviour = null;
  await page.getByRole("button", { name: /^Turn off/ }).click();
  await expect(page.getByText("Off in this browser")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("fake-subscription"))).toBeNull();
  expect(refused).toEqual([]);
  await context.close();
});

/** Runs in the worker. Clicks every notification and returns the URLs that would open. */
async function clickEach(): Promise<string[]> {
  const scope = globalThis as unknown as {
    registration: ServiceWorkerRegistration;
    clients: { openWindow(url: string): Promise<null> };
    dispatchEvent(event: Event): boolean;
  };
  const opened: string[] = [];
  scope.clients.openWindow = async (url) => {
    opened.push(url);
    return null;
  };
  const all = await scope.registration.getNotifications();
  const Click = (globalThis as unknown as Record<string, new (type: string, init: object) => Event>)
    .NotificationEvent;
  if (!Click) throw new Error("this browser has no notification events");
  for (const notification of all) scope.dispatchEvent(new Click("notificationclick", { notification }));
  for (let tries = 0; opened.length < all.length && tries < 50; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return opened;
}

test("explains why notifications are unavailable: blocked, unsupported, or no HTTPS", async ({ browser }) => {
  const states = [
    [
      "blocked",
      "Blocked by this browser",
      () => Object.defineProperty(Notification, "permission", { value: "denied" }),
    ],
    ["unsupported", "Not supported by this browser", () => Reflect.deleteProperty(window, "PushManager")],
    [
      "insecure",
      "Not available at this address",
      () => Object.defineProperty(window, "isSecureContext", { value: false }),
    ],
  ] as const;
  for (const [name, words, prepare] of states) {
    const context = await browser.newContext();
    const page = await accountPage(context, []);
    await page.addInitScript(prepare);
    await page.reload();
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByRole("button", { name: "Turn on" })).toHaveCount(0);
    await expectSound(page, `notifications-${name}`);
    await context.close();
  }
});
