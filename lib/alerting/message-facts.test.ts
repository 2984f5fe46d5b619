import { expect, test } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { composeMessage } from "@/lib/notify/message/compose";
import { selectEventFacts } from "@/lib/store/alerting/event-facts";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";

useDatabase();
const NOW = Math.floor(Date.now() / 1000) * 1000;
const ago = (seconds: number) => NOW - seconds * 1000;
const send = (...results: Parameters<typeof ingest>[0]) => ingest(results, null, NOW);
const PLACES = ["eu-deu-fra", "eu-fra-cdg", "na-usa-iad"];
const monitor = (projectId: number, name: string, regions: string[]) => {
  const request = JSON.stringify({ method: "GET", url: `https://shop.example.com/${name}` });
  return makeMonitor(projectId, {
    name,
    regions,
    request,
    incident_confirmations: 1,
    recovery_confirmations: 1,
  });
};

async function eventsOf(projectId: number) {
  const events = await run`select id from events where project_id = ${projectId} order by id`;
  const facts = await Promise.all(events.map(({ id }) => selectEventFacts(projectId, id)));
  return facts.map((one) => one && composeMessage(one));
}

test("a message states the engine's decision: cause, regions, joined monitor, and number down", async () => {
  const { projectId } = await makeScene();
  const a = await monitor(projectId, "Cart", PLACES);
  const b = await monitor(projectId, "Login", ["eu-fra-cdg"]);
  await send(check(a, ago(100), "down"), check(a, ago(99), "up", { region: "eu-fra-cdg" }));
  await send(check(b, ago(90), "down", { region: "eu-fra-cdg" }));
  const [created, joined] = await eventsOf(projectId);
  expect(created?.title).toBe("Down: Cart – connection refused");
  expect(created?.lines).toEqual([]);
  expect(created?.facts).toContainEqual({ label: "Seen from", value: "this server (1 of 3 regions)" });
  expect(joined?.title).toBe("Also down: Login – connection refused (2 monitors down)");
  expect(joined?.facts).toContainEqual({ label: "Seen from", value: "this server" });
  await send(check(a, ago(60)));
  await send(check(b, ago(50), "up", { region: "eu-fra-cdg" }));
  const [, , partly, over] = await eventsOf(projectId);
  // The facts are loaded when the message is built. By then the rest has recovered too.
  expect(partly?.title).toBe("Partially recovered: Cart is up");
  expect(over?.title).toBe("Recovered after 50 s: 2 monitors – connection refused");
});
