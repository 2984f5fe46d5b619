import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AppId } from "@/lib/contract/apps/registry";
import { ADAPTERS } from "@/lib/notify/apps/registry";
import { forget } from "@/lib/shared/once";
import { useDatabase } from "@/lib/testing/database";
import { type MailServer, startMailServer } from "@/lib/testing/notifications/mail-server";
import {
  allowLoopback,
  deliveriesOf,
  drain,
  makeIntegration,
  makeRule,
  makeUser,
  openIncident,
} from "@/lib/testing/notifications/notification-setup";
import { type Receiver, startReceiver } from "@/lib/testing/notifications/receiver";
import { allProviders } from "@/lib/testing/providers/all";
import { behave } from "@/lib/testing/providers/provider";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { deliver } from "./deliveries/deliver";

allowLoopback();
useDatabase();

/** Set STORM_INCIDENTS=1000 for the long run. */
const INCIDENTS = Number(process.env.STORM_INCIDENTS ?? 100);
/** Apps that send a few at once, then one digest a minute. */
const ALONE_MAX = 14;
/** One simulated vendor per app. */
const PROVIDERS = (await allProviders()).filter(
  ({ app }, index, all) => all.findIndex((one) => one.app === app) === index,
);

let mailServer: MailServer;
let scene: Scene;
const receivers = new Map<AppId, Receiver>();
const before = { ...process.env };

beforeEach(async () => {
  [mailServer, scene] = [await startMailServer(), await makeScene()];
  for (const provider of PROVIDERS) {
    const receiver = await startReceiver();
    receiver.respond = behave(provider, null);
    receivers.set(provider.app, receiver);
    Object.assign(process.env, provider.env(receiver.url));
  }
  process.env.SMTP_URL = mailServer.url;
  forget("env");
});
afterEach(async () => {
  vi.useRealTimers();
  await mailServer.close();
  for (const receiver of receivers.values()) await receiver.close();
  process.env = { ...before };
  forget("env");
});

const got = (app: AppId) =>
  app === "email" ? mailServer.mails.length : (receivers.get(app)?.received.length ?? 0);

test(`${INCIDENTS} incidents at once: people get a few messages and a digest per app, webhooks get each incident once`, async () => {
  const mail = await makeIntegration(scene, "email", { members: [await makeUser(scene, "Ada")] });
  await makeRule(scene, mail, "uptime.incident.created", { plain: true });
  for (const { app, settings, messageSettings } of PROVIDERS) {
    const id = await makeIntegration(scene, app, settings(receivers.get(app)?.url ?? ""));
    await makeRule(scene, id, "uptime.incident.created", { integration_settings: messageSettings });
  }
  for (let n = 1; n <= INCIDENTS; n += 1) await openIncident(scene, { title: `Shop ${n} is down` });
  await drain();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  for (const { id, is_digest } of await deliveriesOf(scene.projectId)) if (is_digest) await deliver(id);
  await drain();
  const apps: AppId[] = ["email", ...PROVIDERS.map(({ app }) => app)];
  const counts = Object.fromEntries(apps.map((app) => [app, got(app)]));
  process.stdout.write(`storm: ${JSON.stringify(counts)}\n`);
  for (const app of apps) {
    if (ADAPTERS[app].wantsEveryEvent) expect(counts[app], app).toBe(INCIDENTS);
    else expect(counts[app], app).toBeLessThanOrEqual(ALONE_MAX + 1);
    expect(counts[app], app).toBeGreaterThan(1);
  }
  const left = (await deliveriesOf(scene.projectId)).filter(
    ({ status }) => status === "pending" || status === "failed",
  );
  expect(left.map(({ status, reason }) => [status, reason])).toEqual([]);
}, 600_000);
