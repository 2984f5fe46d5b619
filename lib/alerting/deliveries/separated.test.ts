import { expect, test } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { unmergeIncident } from "@/lib/services/incidents/unmerge";
import { check, makeMonitor } from "@/lib/testing/checks";
import { drain } from "@/lib/testing/notifications/notification-setup";
import { CREATED, RECOVERED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { run } from "@/lib/testing/sql";

const PARTLY = "uptime.incident.partially_recovered";
const quick = { incident_confirmations: 1, recovery_confirmations: 1 };

const stage = useNotificationStage();

async function report(monitorId: number, outcome: "up" | "down", secondsAgo: number) {
  const at = Date.now();
  await ingest([check(monitorId, at - secondsAgo * 1000, outcome)], null, at);
  await drain();
}

/** Returns the notifications that a webhook got since the last call: the kind of event and the number of the incident. */
function sent(path: string): string[] {
  const { received } = stage.receiver;
  const own = received.filter((one) => one.path === `/${path}`);
  for (const one of own) received.splice(received.indexOf(one), 1);
  return own.map(({ body }) => {
    const { type, data } = JSON.parse(body) as { type: string; data: { incident: { slug: string } } };
    return `${type.replace("uptime.incident.", "")} ${data.incident.slug.split("-")[1]}`;
  });
}

async function separate(monitorId: number): Promise<void> {
  const [incident] = await run`select id from incidents where project_id = ${stage.scene.projectId}`;
  await unmergeIncident(stage.scene.caller(), incident.id, { monitor_id: monitorId });
  await drain();
}

test.each([0, 60])(
  "a separated monitor moves its alerts with it, with a rate limit of %i min",
  async (limit) => {
    const first = await makeMonitor(stage.scene.projectId, { ...quick, name: "Shop" });
    const second = await makeMonitor(stage.scene.projectId, { ...quick, name: "Blog" });
    const hooks = { all: [], first: [first], second: [second] };
    for (const [path, monitors] of Object.entries(hooks)) {
      const id = await stage.makeWebhook(`${stage.receiver.url}/${path}`);
      for (const event of [CREATED, PARTLY, RECOVERED] as const)
        await stage.makeRule(id, event, { monitors, rate_limit: limit });
    }
    await report(first, "down", 100);
    await report(second, "down", 95);
    expect(Object.keys(hooks).map(sent)).toEqual([["created 1"], ["created 1"], ["propagated 1"]]);
    await separate(first);
    expect(Object.keys(hooks).map(sent)).toEqual([["created 2"], ["created 2", "recovered 1"], []]);
    await report(first, "up", 50);
    await report(second, "up", 40);
    expect(Object.keys(hooks).map(sent)).toEqual([
      ["recovered 2", "recovered 1"],
      ["recovered 2"],
      ["recovered 1"],
    ]);
  },
);

test("the start of the separated incident is sent whatever the rate limit if it ends the other one", async () => {
  const id = await stage.makeWebhook(`${stage.receiver.url}/all`);
  for (const event of [CREATED, RECOVERED] as const) await stage.makeRule(id, event, { rate_limit: 60 });
  const first = await makeMonitor(stage.scene.projectId, quick);
  const second = await makeMonitor(stage.scene.projectId, quick);
  await report(first, "down", 100);
  await report(second, "down", 95);
  await report(first, "up", 90);
  await separate(second);
  expect(sent("all")).toEqual(["created 1", "created 2", "recovered 1"]);
});
