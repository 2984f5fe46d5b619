import { expect, test } from "vitest";
import { db } from "@/lib/store/core/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { completeRecoveries } from "./flapping";
import { ingest } from "./ingest";
import { replayMonitor } from "./replay";
import { reportMonitors } from "./report";

useDatabase();
const NOW = Math.floor(Date.now() / 1000) * 1000;
const ago = (minutes: number) => NOW - minutes * 60_000;
const quick = { incident_confirmations: 1, recovery_confirmations: 1 };

async function setUp(change: Parameters<typeof makeMonitor>[1] = {}) {
  const { projectId } = await makeScene(`F${Math.floor(Math.random() * 1e6)}`);
  const id = await makeMonitor(projectId, { ...quick, ...change });
  const ups = async () =>
    (await run`select observed_up from incident_monitors where monitor_id = ${id} order by incident_id`).at(
      -1,
    )?.observed_up;
  const send = (minutes: number, outcome: "up" | "down") =>
    ingest([check(id, ago(minutes), outcome)], null, NOW);
  const incidents = () =>
    db().selectFrom("incidents").selectAll().where("project_id", "=", projectId).orderBy("id").execute();
  const announced = async () =>
    (await run`select key from events where project_id = ${projectId} order by id`).map((row) =>
      row.key.replace("uptime.incident.", ""),
    );
  const kinds = async () =>
    (
      await run`select kind, reason from incident_timeline where project_id = ${projectId} order by id desc`
    ).map((row) => row.kind);
  /** Sends a failure and then a success at each pair of times. */
  const flap = async (...pairs: readonly (readonly [number, number])[]) => {
    for (const [down, up] of pairs) {
      await send(down, "down");
      await send(up, "up");
    }
  };
  return { id, projectId, ups, send, flap, incidents, announced, kinds };
}

test("from the third recovery within an hour, the incident waits and continues without alerts if it fails again", async () => {
  const { flap, incidents, announced, kinds } = await setUp();
  await flap([50, 48], [45, 43], [40, 38], [36, 35], [34, 33]);
  expect(await incidents()).toHaveLength(3);
  expect(await announced()).toEqual(["created", "recovered", "created", "recovered", "created"]);
  const [, , last] = await incidents();
  expect(last).toMatchObject({ status: "recovering", recovery_at: null, up_since: new Date(ago(33)) });
  expect((await kinds()).filter((kind) => kind === "waiting_for_stable_recovery")).toHaveLength(3);

  await completeRecoveries(new Date(ago(24)));
  expect((await incidents())[2]?.status).toBe("recovering");
  await completeRecoveries(new Date(ago(22)));
  expect((await incidents())[2]).toMatchObject({ status: "recovered", recovery_at: new Date(ago(33)) });
  expect((await announced()).slice(-1)).toEqual(["recovered"]);
});

test("an outage while waiting makes the incident ongoing and restarts the ten minutes", async () => {
  const { send, flap, incidents } = await setUp();
  await flap([50, 48], [45, 43], [40, 38]);
  await send(32, "down");
  const [, , last] = await incidents();
  expect(last).toMatchObject({ status: "ongoing", stable_at: null });
  await completeRecoveries(new Date(ago(20)));
  expect((await incidents())[2]?.status).toBe("ongoing");
  await send(19, "up");
  await completeRecoveries(new Date(ago(8)));
  expect((await incidents())[2]).toMatchObject({ status: "recovered", recovery_at: new Date(ago(19)) });
});

test("damping delays the recovery without counting observed uptime as downtime", async () => {
  const { id, projectId, send, flap, ups } = await setUp();
  const downtime = async (to: Date) =>
    (await reportMonitors(projectId, [id], new Date(ago(60)), to))[0]?.downtime;
  await flap([50, 48], [45, 43], [40, 38]);
  // It waits for stable recovery and is up meanwhile.
  expect(await downtime(new Date(ago(33)))).toBe(360);
  await send(32, "down");
  await send(31, "up");
  expect(await ups()).toEqual([
    { from: ago(38), to: ago(32) },
    { from: ago(31), to: null },
  ]);
  await completeRecoveries(new Date(ago(20)));
  expect(await ups()).toEqual([{ from: ago(38), to: ago(32) }]);
  expect(await downtime(new Date(NOW))).toBe(420);
  const monitor = { projectId, monitorId: id, regions: ["eu-deu-fra"], timeoutMs: 10_000 };
  const settings = {
    ...{ consecutiveFailures: 1, consecutiveSuccesses: 1 },
    ...{ regionsRequired: 1, intervalSeconds: 60 },
  };
  const replayed = await replayMonitor({ ...monitor, settings }, {}, new Date(ago(60)), new Date(NOW));
  expect(replayed.downtime.present).toBe(420);
});

test("successes before a new failure are not downtime, whatever a recovery requires", async () => {
  const { id, projectId, send, ups } = await setUp({ recovery_confirmations: 3 });
  for (const [minutes, outcome] of [
    [30, "down"],
    [29, "up"],
    [28, "up"],
    [27, "down"],
    [26, "up"],
    [25, "up"],
    [24, "up"],
  ] as const)
    await send(minutes, outcome);
  expect(await ups()).toEqual([{ from: ago(29), to: ago(27) }]);
  const [report] = await reportMonitors(projectId, [id], new Date(ago(60)), new Date(NOW));
  expect(report?.downtime).toBe(120);
});

test("up and down in one batch continue the same incident", async () => {
  const { id, flap, incidents } = await setUp();
  await flap([50, 48], [45, 43]);
  await ingest([check(id, ago(40), "down"), check(id, ago(39)), check(id, ago(38), "down")], null, NOW);
  expect((await incidents()).map((row) => row.status)).toEqual(["recovered", "recovered", "ongoing"]);
});
