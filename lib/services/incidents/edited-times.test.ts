import { beforeEach, describe, expect, test } from "vitest";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { ingest } from "@/lib/engine/ingest";
import { reportMonitors } from "@/lib/engine/report";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { recoverIncident } from "./incidents";
import { createIncident, updateIncident } from "./writes";

useDatabase();
const NOW = Math.floor(Date.now() / 1000) * 1000;
const ago = (seconds: number) => NOW - seconds * 1000;
const at = (seconds: number) => new Date(ago(seconds));
const send = (...results: Parameters<typeof ingest>[0]) => ingest(results, null, NOW);

let scene: Scene;
let a = 0;
let b = 0;
beforeEach(async () => {
  scene = await makeScene(`E${Math.floor(Math.random() * 1e6)}`);
  const quick = { incident_confirmations: 1, recovery_confirmations: 1 };
  a = await makeMonitor(scene.projectId, { ...quick, name: "Shop" });
  b = await makeMonitor(scene.projectId, { ...quick, name: "Cart" });
  await run`update monitors set created_at = ${at(86_400)}`;
});

const downtimes = async () =>
  (await reportMonitors(scene.projectId, [a, b], at(3600), new Date(NOW))).map(({ downtime }) => downtime);

async function onlyIncident(): Promise<number> {
  const [{ id }] = await run`select id from incidents where project_id = ${scene.projectId}`;
  return id;
}

const edit = async (change: Parameters<typeof updateIncident>[2]) =>
  updateIncident(scene.caller(), await onlyIncident(), change);

describe("edited times of a merged incident", () => {
  beforeEach(async () => {
    await send(check(a, ago(1000), "down"), check(b, ago(900), "down"));
    await send(check(b, ago(700)));
    await send(check(a, ago(600)));
    expect(await downtimes()).toEqual([400, 200]);
  });

  test("move the monitors that started and ended with it", async () => {
    await edit({ incident_at: at(1200), recovery_at: at(500) });
    expect(await downtimes()).toEqual([700, 200]);
    await edit({ incident_at: at(1000), recovery_at: at(600) });
    expect(await downtimes()).toEqual([400, 200]);
  });

  test("cut off the others, who get their time back with it", async () => {
    await edit({ incident_at: at(850), recovery_at: at(750) });
    expect(await downtimes()).toEqual([100, 100]);
    await edit({ incident_at: at(950), recovery_at: at(650) });
    expect(await downtimes()).toEqual([300, 200]);
  });
});

test("the start of an open incident moves its first monitor, even when another joins later", async () => {
  await send(check(a, ago(1000), "down"));
  await edit({ incident_at: at(1200) });
  await send(check(b, ago(900), "down"));
  await send(check(a, ago(700)));
  await send(check(b, ago(600)));
  expect(await downtimes()).toEqual([500, 300]);
});

test("a reopened manual incident affects its monitors until it recovers again", async () => {
  const input = { title: "Slow", impact: "major_outage", monitors: [a], incident_at: at(1000).toISOString() };
  const { id } = await createIncident(scene.caller(), CreateIncident.parse(input));
  const recoveredAt = async () =>
    (await run`select recovered_at from incident_monitors where incident_id = ${id}`)[0].recovered_at;
  await edit({ recovery_at: at(800) });
  expect(await recoveredAt()).toEqual(at(800));
  await edit({ recovery_at: null });
  expect(await recoveredAt()).toBeNull();
  await recoverIncident(scene.caller(), id);
  expect((await recoveredAt())?.getTime()).toBeGreaterThan(ago(10));
});
