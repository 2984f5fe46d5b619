import { beforeEach, expect, test } from "vitest";
import { UpdateMonitor } from "@/lib/contract/monitors/input";
import { updateMonitor } from "@/lib/services/monitors/edit";
import { db } from "@/lib/store/core/pool";
import { allParts } from "@/lib/store/core/sharding/projects";
import { tx } from "@/lib/store/core/tx";
import { closeManualPauses, openManualPauses } from "@/lib/store/monitors/pauses";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { statements } from "@/lib/testing/statements/statements";
import { ingest } from "./ingest";
import { markSilentRegions } from "./silence";

useDatabase();
const START = Math.floor(Date.now() / 1000) * 1000 - 3600_000;
const at = (seconds: number) => START + seconds * 1000;
const HERE = { region: "eu-deu-fra" } as const;
const THERE = { region: "na-usa-iad" } as const;
/** Three intervals of a minute and a timeout of 10 seconds. */
const SILENT_S = 190;
let id = 0;
let projectId = 0;
let scene: Scene;

/** The first region sees a failure, and then its runner dies. The second one stays up. */
beforeEach(async () => {
  scene = await makeScene();
  ({ projectId } = scene);
  const rules = { incident_confirmations: 1, recovery_confirmations: 1 };
  id = await makeMonitor(projectId, { ...rules, regions: [HERE.region, THERE.region] });
  await run`update monitors set created_at = ${new Date(at(-60))} where id = ${id}`;
  await ingest([check(id, at(-57), "up", THERE), check(id, at(0), "down", HERE)], null, at(1));
  for (let seconds = 3; seconds < SILENT_S + 40; seconds += 60)
    await ingest([check(id, at(seconds), "up", THERE)], null, at(seconds + 1));
});

async function incidents() {
  const rows =
    await run`select incident_at, recovery_at from incidents where project_id = ${projectId} order by id`;
  const seconds = (time: Date) => (time.getTime() - START) / 1000;
  return rows.map((row) => [seconds(row.incident_at), row.recovery_at && seconds(row.recovery_at)]);
}

test("when a failing region is marked silent, the other region's results since then recover the incident", async () => {
  expect(await incidents()).toEqual([[0, null]]);
  await markSilentRegions(new Date(at(SILENT_S)));
  expect(await incidents()).toEqual([[0, null]]);
  await ingest([check(id, at(SILENT_S + 53), "up", THERE)], null, at(SILENT_S + 54));
  await markSilentRegions(new Date(at(SILENT_S + 55)));
  // The region that was up all along recovers it with its first result after the silence began.
  expect(await incidents()).toEqual([[0, SILENT_S + 53]]);
});

test("a region that reports again before it is marked silent was silent nevertheless", async () => {
  await ingest([check(id, at(SILENT_S + 53), "up", THERE)], null, at(SILENT_S + 54));
  expect(await incidents()).toEqual([[0, null]]);
  await ingest([check(id, at(SILENT_S + 60), "down", HERE)], null, at(SILENT_S + 61));
  expect(await incidents()).toEqual([
    [0, SILENT_S + 53],
    [SILENT_S + 53, null],
  ]);
});

test("a gate does not change the shown status of a monitor with an open incident", async () => {
  const third = { region: "as-sgp-sin" } as const;
  const rules = { incident_confirmations: 1, recovery_confirmations: 1 };
  const own = await makeMonitor(projectId, { ...rules, regions: [HERE.region, THERE.region, third.region] });
  const first = [
    check(own, at(0), "up", THERE),
    check(own, at(1), "up", third),
    check(own, at(2), "down", HERE),
  ];
  await ingest(first, null, at(3));
  const status = async () =>
    (await run`select status from monitor_states where monitor_id = ${own}`)[0]?.status;
  expect(await status()).toBe("partial");
  for (let seconds = 60; seconds < SILENT_S + 40; seconds += 60) {
    const results = [check(own, at(seconds), "down", HERE), check(own, at(seconds + 1), "up", THERE)];
    await ingest(results, null, at(seconds + 2));
  }
  const gate = {
    region: HERE.region,
    kind: "gated" as const,
    since: new Date(at(SILENT_S)),
    reason: "20 of 40 monitors",
  };
  await db().insertInto("region_quarantines").values(gate).execute();
  await markSilentRegions(new Date(at(SILENT_S + 10)));
  expect(await status()).toBe("partial");
  await db().deleteFrom("region_quarantines").execute();
});

test("after a pause, a failing region counts until it had time to report, even if it is marked before late results come in", async () => {
  await tx((trx) => openManualPauses(trx, projectId, [id], new Date(at(240))));
  await tx((trx) => closeManualPauses(trx, projectId, new Map([[id, "partial"]]), new Date(at(1000))));
  await markSilentRegions(new Date(at(1000 + SILENT_S + 1)));
  const late = [check(id, at(1003), "up", THERE), check(id, at(1006), "up", HERE)];
  await ingest(late, null, at(1300));
  expect(await incidents()).toEqual([[0, 1006]]);
});

test.each([
  ["after its silence", () => markSilentRegions(new Date(at(SILENT_S + 1)))],
  [
    "during a pause",
    async () => {
      await tx((trx) => openManualPauses(trx, projectId, [id], new Date(at(SILENT_S))));
      await tx((trx) =>
        closeManualPauses(trx, projectId, new Map([[id, "online"]]), new Date(at(SILENT_S + 1))),
      );
    },
  ],
])(
  "when the failing region is removed %s, the next result of the other one recovers the incident",
  async (_, before) => {
    await before();
    await updateMonitor(scene.caller(), id, UpdateMonitor.parse({ regions: [THERE.region] }));
    const [{ config_version }] = await run`select config_version from monitors where id = ${id}`;
    const result = { ...check(id, at(SILENT_S + 53), "up", THERE), config_version };
    await ingest([result], null, at(SILENT_S + 54));
    expect(await incidents()).toEqual([[0, SILENT_S + 53]]);
  },
);

test("marks more monitors than fit into a transaction with one scan of the region states per part", async () => {
  const made = await run<{ id: number }>`
    insert into monitors (project_id, name, protocol, request, regions, interval_seconds, timeout_ms, incident_confirmations,
      recovery_confirmations, region_threshold, config_version, created_at)
    select ${projectId}, 'Monitor ' || n, 'tcp', '{"host": "shop.example.com", "port": 1}', '{eu-deu-fra}', 60, 10000, 1, 1, 1, 1, now()
    from generate_series(1, 1001) n returning id`;
  const ids = made.map((one) => one.id);
  await run`insert into monitor_states (monitor_id, project_id, status, status_since)
    select id, ${projectId}, 'online', ${new Date(at(0))} from unnest(${ids}::bigint[]) id`;
  await run`insert into region_states (monitor_id, region, project_id, health, last_checked_at)
    select id, 'eu-deu-fra', ${projectId}, 'healthy', ${new Date(at(0))} from unnest(${ids}::bigint[]) id`;
  const sent = await statements(() => markSilentRegions(new Date(at(SILENT_S + 1))));
  expect(sent.filter((text) => text.includes("select distinct m.id"))).toHaveLength(
    (await allParts()).length,
  );
  const silent =
    await run`select count(*) from region_states where silent and monitor_id = any (${ids}::bigint[])`;
  expect(silent).toEqual([{ count: 1001 }]);
});
