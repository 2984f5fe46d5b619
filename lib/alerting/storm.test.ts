import { describe, expect, test, vi } from "vitest";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { drain } from "@/lib/testing/notifications/notification-setup";
import { useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { moveBack, run } from "@/lib/testing/sql";
import { deliver } from "./deliveries/deliver";

const stage = useNotificationStage({ mail: true });

const count = async (status: string) =>
  (await stage.deliveries()).filter((one) => one.status === status).length;

describe("a storm", () => {
  test("sends a few emails and one digest to people, and every event to webhooks", async () => {
    // One moment, however long this takes: a minute later, the next emails would be sent individually.
    const at = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: at });
    const mail = await stage.makeIntegration("email", {
      members: [await stage.makeUser("Ada")],
    });
    const hook = await stage.makeWebhook(stage.receiver.url);
    for (const key of ["uptime.incident.created", "uptime.incident.recovered"] as const) {
      await stage.makeRule(mail, key, { plain: true });
    }
    await stage.makeRule(hook, "uptime.incident.created");
    const incidents: number[] = [];
    for (let n = 1; n <= 60; n += 1)
      incidents.push((await stage.openIncident({ title: `Shop ${n} is down` })).id);
    await drain();
    expect(stage.receiver.received).toHaveLength(60);
    const alone = stage.mailServer.mails.length;
    expect(alone).toBeGreaterThanOrEqual(10);
    expect(alone).toBeLessThanOrEqual(14);
    expect(await count("pending")).toBe(60 - alone);
    // Recovered before the digest was sent, so it is included and not sent again as a start.
    for (const id of incidents.slice(50)) await recoverIncident(stage.scene.caller(), id);
    await drain();
    const leader = (await stage.deliveries()).find((one) => one.is_digest);
    vi.setSystemTime(at + 61_000);
    await deliver(leader?.id ?? 0);
    const digest = stage.mailServer.mails[alone];
    expect(digest?.headers.subject).toContain("incidents opened");
    expect(digest?.raw).toContain("APP-");
    expect(stage.mailServer.mails).toHaveLength(alone + 1);
    await drain();
    expect(stage.mailServer.mails).toHaveLength(alone + 1);
    expect([await count("pending"), await count("superseded")]).toEqual([0, 10]);
  });
});

describe("what a killed process left behind", () => {
  test("is found by its rows: events without deliveries", async () => {
    await stage.makeRule(await stage.makeWebhook(stage.receiver.url), "uptime.incident.created");
    await stage.openIncident();
    await stage.openIncident();
    // The first event is reserved by a process that died before it was fanned out.
    await run`update events set fan_out_after = now() + interval '30 seconds'
      where id = (select min(id) from events where fanned_out_at is null)`;
    await drain();
    expect(await count("delivered")).toBe(1);
    await moveBack("events", ["fan_out_after"], 30);
    await drain();
    expect(stage.receiver.received).toHaveLength(2);
    expect(await count("delivered")).toBe(2);
  });
});
