import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { ProjectReport } from "@/lib/contract/reports/reports";
import { partialAvailabilities } from "@/lib/engine/report";
import { useDatabase } from "@/lib/testing/database";
import { expectedReport, expectedShare } from "@/lib/testing/histories/report-oracle";
import { storeWorld, type World, world } from "@/lib/testing/histories/report-world";
import { makeScene } from "@/lib/testing/scene";
import { getMonitorReport, getProjectReport } from "./reports";

vi.setConfig({ testTimeout: 600_000 });
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterAll(() => void vi.useRealTimers());
useDatabase();
/** REPORT_WORLDS and REPORT_SEED set the number of random worlds and the first of them. */
const WORLDS = Number(process.env.REPORT_WORLDS ?? 20);
const SEED = Number(process.env.REPORT_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Returns the figures that the oracle computes, with the places of incidents instead of their IDs. */
function figuresOf(report: ProjectReport, incidentIds: readonly number[]) {
  const { report_start_at: _, report_end_at: __, days, monitors, ...totals } = report;
  return {
    ...totals,
    days: days.map(({ downtime }) => downtime),
    monitors: monitors.map(({ id: _id, name: _name, response_time: { p95 }, incidents, ...figures }) => ({
      ...figures,
      p95,
      incidents: incidents.map(({ id }) => incidentIds.indexOf(id)),
    })),
  };
}

const textOf = (value: object) => JSON.stringify(Object.entries(value).sort());
const byText = (one: object, other: object) => (textOf(one) < textOf(other) ? -1 : 1);

async function compare(given: World): Promise<void> {
  // Hours that are old by now would count as deleted.
  vi.setSystemTime(given.to);
  const scene = await makeScene();
  const { monitorIds, incidentIds } = await storeWorld(scene.projectId, given);
  const range = { from: new Date(given.from), to: new Date(given.to) };
  const newestFirst = given.monitors.map((_, place) => place).reverse();
  const read = async (page: number, per_page: number, tag?: string[]) =>
    figuresOf(
      await getProjectReport(scene.caller(), { ...range, page, per_page, ...(tag && { tag }) }),
      incidentIds,
    );
  const whole = expectedReport(given, newestFirst);
  // In less than a second, no availability is known to sort by.
  const isSorted = given.to - given.from >= 1000;
  const found = await read(1, 100);
  if (isSorted) expect(await read(2, 3)).toEqual({ ...whole, monitors: whole.monitors.slice(3, 6) });
  else for (const { monitors } of [found, whole]) monitors.sort(byText);
  expect(found).toEqual(whole);
  const tagged = newestFirst.filter((place) => given.monitors[place]?.tag === "a");
  const [foundTagged, wholeTagged] = [await read(1, 100, ["a"]), expectedReport(given, tagged)];
  if (!isSorted) for (const { monitors } of [foundTagged, wholeTagged]) monitors.sort(byText);
  expect(foundTagged).toEqual(wholeTagged);
  const one = await getMonitorReport(scene.caller(), monitorIds[0] ?? 0, {
    ...range,
    page: 1,
    per_page: 100,
  });
  expect(one.downtime).toBe(expectedReport(given, [0]).downtime);
  await compareShares(scene.projectId, given, monitorIds);
}

/** Compares the figures of lists: the availability since two times, without the monitors that were up and watched throughout. */
async function compareShares(projectId: number, given: World, monitorIds: readonly number[]): Promise<void> {
  // Nothing is known in less than a second; lists ask for days.
  if (given.to - given.from < 4000) return;
  // A part of a long world would be read from hours, which it lacks.
  const starts = [given.from, given.isLong ? given.from : Math.floor((given.from + given.to) / 2)] as const;
  const expected = starts.map((from) =>
    monitorIds.map((_, place) => expectedShare({ ...given, from }, place)),
  );
  const since = [new Date(starts[0]), new Date(starts[1])] as const;
  for (const ids of [null, monitorIds]) {
    const shares = await partialAvailabilities(projectId, ids, since, new Date(given.to));
    const seen = starts.map((_, at) => monitorIds.map((id) => (shares.has(id) ? shares.get(id)?.[at] : 100)));
    expect(seen).toEqual(expected);
  }
}

test("reports of random projects match a slow and obvious computation", async () => {
  const worlds = fc.sample(world, { seed: SEED, numRuns: WORLDS });
  for (const [index, given] of worlds.entries()) {
    await compare(given).catch((error: Error) => {
      error.message = `seed ${SEED}, world ${index}: ${error.message}\n${JSON.stringify(given)}`;
      throw error;
    });
  }
  process.stdout.write(`reports: ${WORLDS} worlds, seed ${SEED}\n`);
});
