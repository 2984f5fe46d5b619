import { beforeEach, expect, test, vi } from "vitest";
import type { CheckResult } from "@/lib/contract/checks/check";
import { db } from "@/lib/store/core/pool";
import * as sharding from "@/lib/store/core/sharding/projects";
import { byPart } from "@/lib/store/core/sharding/projects";
import { quarantinedRegions } from "@/lib/store/runners/region-quarantines";
import { insertRemoteRunner } from "@/lib/store/runners/tokens";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { statements } from "@/lib/testing/statements/statements";
import { ingest } from "./ingest";

useDatabase();
type Place = CheckResult["region"];
const ODD: Place = "as-sgp-sin";
const REST: Place[] = ["eu-deu-fra", "na-usa-iad"];
const START = Math.floor(Date.now() / 1000) * 1000 - 3600_000;

/** Each test uses its own hour, so that the pause between two evaluations doesn't carry over. */
let base = START;
let projects: number[] = [];
beforeEach(async () => {
  base += 600_000;
  await db().deleteFrom("monitors").execute();
  await db().deleteFrom("region_quarantines").execute();
  await db().deleteFrom("audit_log").execute();
  projects = [];
  for (let index = 0; index < 6; index += 1) projects.push((await makeScene()).projectId);
});

/** Gives a region a live runner elsewhere, so that texts name it. */
async function serveRemotely(region: Place): Promise<void> {
  const id = await insertRemoteRunner("Remote", region, Buffer.from(region));
  await db().updateTable("runners").set({ last_seen_at: new Date() }).where("id", "=", id).execute();
}

function monitors(number: number, regions: readonly Place[], inProjects = projects): Promise<number[]> {
  const one = (index: number) =>
    makeMonitor(inProjects[index % inProjects.length] ?? 0, { regions: [...regions] });
  return Promise.all(Array.from({ length: number }, (_, index) => one(index)));
}

/** One check of monitors from a region, `seconds` after the start of the test. */
async function look(
  region: Place,
  ids: readonly number[],
  seconds: number,
  outcome: "up" | "down",
  arrival = seconds,
) {
  const results = ids.map((id) => check(id, base + seconds * 1000, outcome, { region }));
  return ingest(results, region, base + arrival * 1000 + 100);
}

async function checkFromAll(
  ids: readonly number[],
  seconds: number,
  odd: "up" | "down",
  rest: "up" | "down",
) {
  await look(ODD, ids, seconds, odd);
  for (const region of REST) await look(region, ids, seconds + 1, rest);
}

async function openMonitors(): Promise<number> {
  const rows = await db()
    .selectFrom("incident_monitors as m")
    .innerJoin("incidents as i", (on) =>
      on.onRef("i.project_id", "=", "m.project_id").onRef("i.id", "=", "m.incident_id"),
    )
    .select("m.monitor_id")
    .where("i.status", "in", ["ongoing", "recovering"])
    .execute();
  return rows.length;
}

async function reasons(): Promise<string[]> {
  const rows = await run`select status_reason from monitor_states where status_reason is not null`;
  return rows.map((row) => row.status_reason ?? "");
}

test("quarantines a region that alone reports failures before it opens an incident, and releases it when it agrees", async () => {
  const ids = await monitors(5, [ODD, ...REST]);
  await checkFromAll(ids, 0, "up", "up");
  await checkFromAll(ids, 60, "down", "up");
  await checkFromAll(ids, 70, "down", "up");
  expect(await quarantinedRegions()).toEqual([]);
  await look(ODD, ids, 80, "down");
  const [quarantine] = await quarantinedRegions();
  expect(quarantine).toMatchObject({
    region: ODD,
    kind: "quarantined",
    reason: "it alone reports 5 of 5 shared monitors down, for 3 consecutive checks",
  });
  expect(await openMonitors()).toBe(0);
  const audited = await db().selectFrom("audit_log").select(["action", "organization_id"]).execute();
  expect(audited.map(({ action }) => action)).toEqual(ids.map(() => "region.quarantined"));

  await checkFromAll(ids, 140, "up", "up");
  expect(await quarantinedRegions()).toEqual([]);
  expect(await openMonitors()).toBe(0);
});

test("failures in other regions still open incidents during a quarantine, with a reason that names it", async () => {
  await serveRemotely(ODD);
  const ids = await monitors(5, [ODD, ...REST]);
  const [one = 0] = ids;
  await checkFromAll(ids, 0, "up", "up");
  for (const seconds of [60, 70, 80]) await checkFromAll(ids, seconds, "down", "up");
  for (const seconds of [90, 100, 110]) for (const region of REST) await look(region, [one], seconds, "down");
  expect(await openMonitors()).toBe(1);
  const [line] = await db().selectFrom("incident_timeline").select("reason").orderBy("id", "desc").execute();
  expect(line?.reason).toContain("; Singapore has been quarantined since ");
  expect((await reasons()).join()).toContain("it alone reports 5 of 5 shared monitors down");
});

test("evaluates a region before a failure is confirmed, even in the pause after a slow evaluation", async () => {
  const ids = await monitors(30, [ODD, ...REST]);
  const [first = 0, ...others] = ids;
  await checkFromAll(ids, 0, "up", "up");
  const began = performance.now();
  let reads = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => {
    reads += 1;
    return began + reads * 2000;
  });
  await look(ODD, [first], 60, "down");
  await look(ODD, [first], 70, "down");
  for (const region of REST) await look(region, ids, 71, "up");
  await look(ODD, others, 75, "down");
  await look(ODD, [first], 79, "down");
  clock.mockRestore();
  expect(await openMonitors()).toBe(0);
  expect(await quarantinedRegions()).toMatchObject([{ region: ODD, kind: "gated" }]);
});

test("never ignores a real outage in all regions, even if one region reports it first", async () => {
  const ids = await monitors(5, [ODD, ...REST]);
  await checkFromAll(ids, 0, "up", "up");
  for (const seconds of [60, 70, 80]) await checkFromAll(ids, seconds, "down", "down");
  expect(await quarantinedRegions()).toEqual([]);
  expect(await openMonitors()).toBe(5);
});

test("never quarantines a region whose failures arrive after the outage ended for the others", async () => {
  const ids = await monitors(5, [ODD, ...REST]);
  await checkFromAll(ids, 0, "up", "up");
  for (const seconds of [61, 71, 81]) for (const region of REST) await look(region, ids, seconds, "down");
  for (const seconds of [91, 101, 111]) for (const region of REST) await look(region, ids, seconds, "up");
  for (const seconds of [60, 70, 80]) await look(ODD, ids, seconds, "down", seconds + 55);
  expect(await quarantinedRegions()).toEqual([]);
});

test("alerts on one project's outage in one region", async () => {
  const own = await monitors(15, [ODD, ...REST], projects.slice(0, 1));
  const others = await monitors(5, [ODD, ...REST], projects.slice(1));
  await checkFromAll([...own, ...others], 0, "up", "up");
  for (const seconds of [60, 70, 80]) {
    await checkFromAll(own, seconds, "down", "up");
    await checkFromAll(others, seconds, "up", "up");
  }
  expect(await quarantinedRegions()).toEqual([]);
  expect(await openMonitors()).toBe(15);
});

test("does not quarantine with only two regions", async () => {
  const ids = await monitors(5, [ODD, "eu-deu-fra"]);
  await checkFromAll(ids, 0, "up", "up");
  for (const seconds of [60, 70, 80]) await checkFromAll(ids, seconds, "down", "up");
  expect(await quarantinedRegions()).toEqual([]);
  expect(await openMonitors()).toBe(5);
});

test("a mass failure across projects waits for other regions, is rechecked soon, and alerts within a minute", async () => {
  const ids = await monitors(18, [ODD, "eu-deu-fra"]);
  await checkFromAll(ids, 0, "up", "up");
  const ack = await look(ODD, ids, 60, "down");
  expect((await quarantinedRegions())[0]?.kind).toBe("gated");
  expect(ack.rechecks).toHaveLength(18);
  for (const seconds of [70, 80]) await look(ODD, ids, seconds, "down");
  expect(await openMonitors()).toBe(0);
  // Another region also reports five of them down, so they alert immediately.
  await look("eu-deu-fra", ids.slice(0, 5), 85, "down");
  expect(await openMonitors()).toBe(5);
  const later = await look(ODD, ids, 90, "down");
  expect(later.rechecks.length).toBeGreaterThanOrEqual(13);
  await look(ODD, ids, 121, "down");
  expect(await quarantinedRegions()).toEqual([]);
  expect(await openMonitors()).toBe(18);
});

test("regions that fail together on the same monitors release each other's gates at once", async () => {
  const ids = await monitors(18, [ODD, ...REST]);
  await checkFromAll(ids, 0, "up", "up");
  // Each region notices other monitors first.
  for (const [index, region] of [ODD, ...REST].entries())
    await look(region, ids.slice(index * 6, index * 6 + 6), 60 + index, "down");
  expect(await quarantinedRegions()).toHaveLength(3);
  for (const region of [ODD, ...REST]) await look(region, ids, 70, "down");
  for (const region of [ODD, ...REST]) await look(region, ids, 72.5, "down");
  expect(await quarantinedRegions()).toEqual([]);
  await look(ODD, ids, 80, "down");
  await look(ODD, ids, 90, "down");
  expect(await openMonitors()).toBe(18);
});

/** Returns six projects of at most two shards. Results of a region wait over a connection per shard, of which there are ten in all. */
async function nearProjects(): Promise<number[]> {
  for (;;) {
    const parts = (await byPart(projects, (id) => id)).map(([own]) => own);
    const near = parts.sort((a, b) => b.length - a.length).slice(0, 2);
    if (near.flat().length >= 6) return near.flat().slice(0, 6);
    projects.push((await makeScene()).projectId);
  }
}

/** One check from every region, each of its own monitors. All regions are compared before any result is stored. */
async function checkAtOnce(own: ReadonlyMap<Place, readonly number[]>, seconds: number): Promise<void> {
  // Citus would merge those that wait for the same node.
  vi.spyOn(sharding, "nodeOf").mockReturnValue(undefined);
  let ingested = Promise.resolve<unknown>(null);
  await db()
    .transaction()
    .execute(async (trx) => {
      for (const id of projects)
        await trx.selectFrom("monitors").select("id").where("project_id", "=", id).forUpdate().execute();
      ingested = Promise.all([...own].map(([region, ids]) => look(region, ids, seconds, "down")));
      const waiting = async () =>
        (
          await run`
        select 1 from pg_stat_activity where datname = current_database() and state = 'active'
          and query like '%for no key update%' and pid <> pg_backend_pid()`
        ).length;
      const parts = await byPart(projects, (id) => id);
      await expect.poll(waiting).toBe(own.size * parts.length);
    });
  await ingested;
}

test.each([
  [1, [60]],
  [3, [60, 70, 80]],
])(
  "a mass failure that all regions notice in the same second waits for none, confirmed by %i checks",
  async (confirmations, times) => {
    projects = await nearProjects();
    const ids = await monitors(18, [ODD, ...REST]);
    await db().updateTable("monitors").set({ incident_confirmations: confirmations }).execute();
    await checkFromAll(ids, 0, "up", "up");
    // Each region notices other monitors, so that none confirms another.
    const own = new Map([ODD, ...REST].map((region, index) => [region, ids.slice(index * 6, index * 6 + 6)]));
    for (const seconds of times) await checkAtOnce(own, seconds);
    expect((await quarantinedRegions()).map(({ kind }) => kind)).toEqual(["gated", "gated", "gated"]);
    expect(await openMonitors()).toBe(18);
  },
);

/** Adds a live runner. */
function runner(kind: "local" | "remote", region: Place | null) {
  return db()
    .insertInto("runners")
    .values({
      name: kind,
      kind,
      region,
      token_hash: Buffer.from(`${kind}${region}`),
      last_seen_at: new Date(),
    })
    .execute();
}

test("regions served by the built-in runner count as one against a remote runner", async () => {
  await runner("local", null);
  await runner("remote", ODD);
  const ids = await monitors(5, [ODD, ...REST]);
  await checkFromAll(ids, 0, "up", "up");
  for (const seconds of [60, 70, 80, 90]) await checkFromAll(ids, seconds, "down", "up");
  expect(await quarantinedRegions()).toEqual([]);
  expect(await openMonitors()).toBe(5);
  await db().deleteFrom("runners").execute();
});

test("compares regions before it locks a monitor", async () => {
  const ids = await monitors(5, [ODD, ...REST]);
  await checkFromAll(ids, 0, "up", "up");
  for (const seconds of [60, 70]) await checkFromAll(ids, seconds, "down", "up");
  let ingested = Promise.resolve<unknown>(null);
  await db()
    .transaction()
    .execute(async (trx) => {
      for (const id of projects)
        await trx
          .selectFrom("monitors")
          .select("id")
          .where("project_id", "=", id)
          .where("id", "in", ids)
          .forUpdate()
          .execute();
      ingested = look(ODD, ids, 80, "down");
      await expect.poll(quarantinedRegions).toHaveLength(1);
    });
  await ingested;
  expect(await openMonitors()).toBe(0);
});

test("reads no other monitors while one machine checks from all regions, which nothing can contradict", async () => {
  await runner("local", null);
  const ids = await monitors(3, [ODD, ...REST]);
  await checkFromAll(ids, 0, "up", "up");
  const sent = await statements(() => checkFromAll(ids, 60, "down", "up"));
  expect(sent.filter((text) => text.includes("region_states r"))).not.toEqual([]);
  expect(sent.filter((text) => text.includes("with machines as"))).toEqual([]);
  await db().deleteFrom("runners").execute();
});
