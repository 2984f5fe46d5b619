import { beforeAll, expect, test } from "vitest";
import { dropOldResults, rollUp } from "@/lib/engine/retention/rollup";
import { HOUR_MS } from "@/lib/shared/durations";
import { db } from "@/lib/store/core/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { ingest } from "./ingest";
import { markSilentRegions } from "./silence";

useDatabase();
let projectId = 0;
beforeAll(async () => {
  projectId = (await makeScene()).projectId;
});

const NOW = Math.floor(Date.now() / 1000) * 1000;

async function stateOf(id: number) {
  return db().selectFrom("monitor_states").selectAll().where("monitor_id", "=", id).executeTakeFirstOrThrow();
}

/** Moves a region's last contact into the past, as if it had been silent since. */
async function silentFor(id: number, region: string, seconds: number): Promise<void> {
  const at = new Date(NOW - seconds * 1000);
  await run`update region_states set last_checked_at = ${at} where monitor_id = ${id} and region = ${region}`;
  await db().updateTable("monitor_states").set({ status_since: at }).where("monitor_id", "=", id).execute();
}

const A = "eu-deu-fra";
const B = "na-usa-iad";

test("a silent region stops counting; if all are silent, the status stays and data is missing", async () => {
  const id = await makeMonitor(projectId, {
    regions: [A, B],
    incident_confirmations: 1,
    recovery_confirmations: 1,
    region_threshold: 2,
  });
  await ingest([check(id, NOW - 12_000, "down"), check(id, NOW - 12_000, "up", { region: B })], null, NOW);
  expect((await stateOf(id)).status).toBe("partial");
  await silentFor(id, B, 2 * 60);
  await markSilentRegions(new Date(NOW));
  expect((await stateOf(id)).status).toBe("partial");
  await silentFor(id, B, 5 * 60);
  await markSilentRegions(new Date(NOW));
  expect(await stateOf(id)).toMatchObject({ status: "offline", data_missing: false });
  await silentFor(id, A, 5 * 60);
  await markSilentRegions(new Date(NOW));
  expect(await stateOf(id)).toMatchObject({ status: "offline", data_missing: true });
  expect(
    await db().selectFrom("open_monitor_incidents").selectAll().where("monitor_id", "=", id).execute(),
  ).toEqual([]);
  await ingest([check(id, NOW - 1000)], null, NOW);
  expect(await stateOf(id)).toMatchObject({ status: "online", data_missing: false });
});

test("silence neither closes nor opens an incident; reporting regions close it", async () => {
  const id = await makeMonitor(projectId, {
    regions: [A, B],
    incident_confirmations: 1,
    recovery_confirmations: 1,
  });
  await ingest([check(id, NOW - 12_000, "down"), check(id, NOW - 12_000, "up", { region: B })], null, NOW);
  await silentFor(id, A, 1000);
  await markSilentRegions(new Date(NOW));
  const open = () =>
    db().selectFrom("open_monitor_incidents").selectAll().where("monitor_id", "=", id).execute();
  expect(await open()).toHaveLength(1);
  await ingest([check(id, NOW - 2000, "up", { region: B })], null, NOW);
  expect(await open()).toHaveLength(0);
});

test("rollups match the raw results and replace themselves, and raw results are dropped by whole days", async () => {
  const id = await makeMonitor(projectId);
  const day = Math.floor((NOW - 24 * HOUR_MS) / (24 * HOUR_MS)) * 24 * HOUR_MS;
  const hour = day + 12 * HOUR_MS;
  const at = Math.max(NOW - 23 * HOUR_MS, hour);
  const slow = { total: 100_000, dns: 0, connect: 0, tls: 0, send: 0, first_byte: 0, transfer: 0 };
  await ingest(
    [
      check(id, at),
      check(id, at + 1000, "up", { timings: slow }),
      check(id, at + 2000, "down"),
      check(id, at + 3000, "missed"),
    ],
    null,
    NOW,
  );
  await rollUp(new Date(NOW + 24 * HOUR_MS));
  await rollUp(new Date(NOW + 24 * HOUR_MS));
  const hours = await db().selectFrom("rollups_hourly").selectAll().where("monitor_id", "=", id).execute();
  expect(hours).toHaveLength(1);
  const counted = {
    up: 2,
    down: 1,
    inconclusive: 0,
    missed: 1,
    sum_us: 142_000,
    min_us: 42_000,
    max_us: 100_000,
  };
  expect(hours[0]).toMatchObject({ ...counted, p50_us: 42_000, p99_us: 100_000 });
  const days = await db().selectFrom("rollups_daily").selectAll().where("monitor_id", "=", id).execute();
  expect(days).toHaveLength(1);
  expect(days[0]).toMatchObject(counted);
  await dropOldResults(new Date(NOW + 9 * 24 * HOUR_MS));
  expect(await db().selectFrom("results").select("region").where("monitor_id", "=", id).execute()).toEqual(
    [],
  );
  await ingest([check(id, NOW)], null, NOW);
});
