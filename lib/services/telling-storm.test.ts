import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { recoverIncident } from "@/lib/services/incidents";
import { forget } from "@/lib/shared/once";
import { db } from "@/lib/store/pool";
import { useDatabase } from "@/lib/testing/database";
import { type SmtpSink, startSmtpSink } from "@/lib/testing/mail-sink";
import { type Receiver, startReceiver } from "@/lib/testing/receiver";
import { makeScene, type Scene } from "@/lib/testing/scene";
import {
  allowLoopback,
  deliveriesOf,
  drain,
  makeIntegration,
  makeRule,
  makeUser,
  makeWebhook,
  openIncident,
} from "@/lib/testing/telling";
import { deliver } from "./deliver";
import { sweepTelling } from "./telling-sweep";

allowLoopback();
useDatabase();

let sink: SmtpSink;
let receiver: Receiver;
let scene: Scene;
beforeEach(async () => {
  [sink, receiver, scene] = [await startSmtpSink(), await startReceiver(), await makeScene()];
  process.env.SMTP_URL = sink.url;
  forget("env");
});
afterEach(async () => {
  vi.useRealTimers();
  delete process.env.SMTP_URL;
  forget("env");
  await sink.close();
  await receiver.close();
});

const count = async (status: string) =>
  (await deliveriesOf(scene.projectId)).filter((one) => one.status === status).length;

describe("a storm", () => {
  test("is told in a few mails and one digest, to machines one by one", async () => {
    const mail = await makeIntegration(scene, "email", { members: [await makeUser(scene, "Ada")] });
    const hook = await makeWebhook(scene, receiver.url);
    for (const key of ["uptime.incident.created", "uptime.incident.recovered"] as const) {
      await makeRule(scene, mail, key, { plain: true });
    }
    await makeRule(scene, hook, "uptime.incident.created");
    const incidents: number[] = [];
    for (let n = 1; n <= 60; n += 1)
      incidents.push((await openIncident(scene, { title: `Shop ${n} is down` })).id);
    await drain();
    expect(receiver.received).toHaveLength(60);
    const alone = sink.mails.length;
    expect(alone).toBeGreaterThanOrEqual(10);
    expect(alone).toBeLessThanOrEqual(14);
    expect(await count("pending")).toBe(60 - alone);
    // Recovered before the digest left: told in it, and not again as a start.
    for (const id of incidents.slice(50)) await recoverIncident(scene.caller(), id);
    await drain();
    const leader = (await deliveriesOf(scene.projectId)).find((one) => one.is_digest);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    await deliver(leader?.id ?? 0);
    const digest = sink.mails[alone];
    expect(digest?.headers.subject).toContain("incidents opened");
    expect(digest?.raw).toContain("APP-");
    expect(sink.mails).toHaveLength(alone + 1);
    await drain();
    expect(sink.mails).toHaveLength(alone + 1);
    expect([await count("pending"), await count("superseded")]).toEqual([0, 10]);
  });
});

describe("what a killed process left behind", () => {
  test("is found by its rows: events without deliveries, deliveries without jobs", async () => {
    await makeRule(scene, await makeWebhook(scene, receiver.url), "uptime.incident.created");
    await openIncident(scene);
    await openIncident(scene);
    // The first event was never fanned out: its job is locked by a process that is gone.
    await db()
      .deleteFrom("graphile_worker._private_jobs" as never)
      .execute();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31_000 });
    await sweepTelling();
    await db()
      .deleteFrom("graphile_worker._private_jobs" as never)
      .execute();
    vi.setSystemTime(Date.now() + 31_000);
    await sweepTelling();
    await drain();
    expect(receiver.received).toHaveLength(2);
    expect(await count("delivered")).toBe(2);
  });
});
