import { expect, test } from "vitest";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { statements } from "@/lib/testing/statements/statements";
import { ingest } from "./ingest";

useDatabase();
const NOW = Math.floor(Date.now() / 1000) * 1000;
const ago = (seconds: number) => NOW - seconds * 1000;
const confirmations = { incident_confirmations: 1, recovery_confirmations: 1 };

async function monitors(projectId: number, count: number, host: string): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const request = JSON.stringify({ method: "GET", url: `https://${host}/${at}` });
    ids.push(await makeMonitor(projectId, { ...confirmations, request }));
  }
  return ids;
}

function send(ids: readonly number[], outcome: "up" | "down", at: number): Promise<string[]> {
  return statements(() =>
    ingest(
      ids.map((id) => check(id, at, outcome, { remote_address: null })),
      null,
      NOW,
    ),
  );
}

test("an outage of many monitors takes no more statements than one of few, and neither does its end", async () => {
  const { projectId } = await makeScene();
  const few = await monitors(projectId, 4, "few.example.com");
  const many = await monitors(projectId, 40, "many.example.com");
  await send([...few, ...many], "up", ago(300));
  const [fewDown, manyDown] = [await send(few, "down", ago(200)), await send(many, "down", ago(200))];
  const [fewUp, manyUp] = [await send(few, "up", ago(100)), await send(many, "up", ago(100))];
  expect(manyDown.length - fewDown.length).toBeLessThan(5);
  expect(manyUp.length - fewUp.length).toBeLessThan(5);
});

test("monitors that fail at once, join, leave, and rejoin are recorded one by one, in their order", async () => {
  const { projectId } = await makeScene();
  const [a = 0, b = 0, c = 0, d = 0] = await monitors(projectId, 4, "shop.example.com");
  await send([a, b, c], "down", ago(200));
  await send([a, b], "up", ago(150));
  await send([d, a], "down", ago(100));
  await send([a, c, d], "up", ago(50));
  const incidents =
    await run`select id, status, title, recovery_at from incidents where project_id = ${projectId}`;
  expect(incidents).toEqual([
    expect.objectContaining({
      status: "recovered",
      title: expect.stringMatching(/^4 monitors went down/),
      recovery_at: new Date(ago(50)),
    }),
  ]);
  const lines = await run`
    select kind, (detail ->> 'monitor_id')::int as monitor, reason from incident_timeline
    where project_id = ${projectId} and kind in ('opened', 'propagated', 'partially_recovered', 'recovered') order by id`;
  expect(lines.map(({ kind, monitor }) => [kind, monitor])).toEqual([
    ...[["opened", a]],
    ...[b, c].map((id) => ["propagated", id]),
    ...[a, b].map((id) => ["partially_recovered", id]),
    ...[a, d].map((id) => ["propagated", id]),
    ...[a, c].map((id) => ["partially_recovered", id]),
    ["recovered", null],
  ]);
  expect(lines[3]?.reason).toContain("2 other monitors in this incident are still down");
  expect(lines[4]?.reason).toContain("1 other monitor in this incident is still down");
  const spans = await run`
    select monitor_id, position, failing_since, recovered_at, observed_up from incident_monitors
    where project_id = ${projectId} order by position, monitor_id`;
  expect(spans.map((row) => [row.monitor_id, row.failing_since.getTime(), row.observed_up])).toEqual([
    [a, ago(200), [{ from: ago(150), to: ago(100) }]],
    [b, ago(200), []],
    [c, ago(200), []],
    [d, ago(100), []],
  ]);
  expect(new Set(spans.map(({ position }) => position)).size).toBe(4);
});
