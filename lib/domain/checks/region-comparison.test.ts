import { expect, test } from "vitest";
import {
  comparedParts,
  compareRegion,
  type MonitorGroup,
  otherMachines,
  REGION_PARTS,
} from "./region-comparison";

const REST = ["eu-deu-fra", "na-usa-iad"];
/** Healthy monitors that all regions check. */
const group = (change: Partial<MonitorGroup> = {}): MonitorGroup => ({
  monitors: 1,
  project: null,
  failures: 0,
  began: "earlier",
  isLatest: false,
  machines: REST,
  machinesSince: [],
  failsElsewhere: false,
  ...change,
});
const failing = (change: Partial<MonitorGroup> = {}) => group({ project: 1, failures: 3, ...change });
const compare = (...groups: MonitorGroup[]) => compareRegion("as-sgp-sin", groups, false);

test("compares all monitors of a region, or about 20,000 of more", () => {
  expect([0, 1, 19].map(comparedParts)).toEqual([REGION_PARTS, REGION_PARTS, REGION_PARTS]);
  for (const monitors of [50, 1000, 9999]) {
    const compared = comparedParts(monitors) * monitors;
    expect(compared).toBeGreaterThan(15_000);
    expect(compared).toBeLessThan(25_000);
  }
  expect(comparedParts(1_000_000)).toBe(1);
});

test("a region fails alone where every other region that checked since reports up", () => {
  const seen = compare(
    group({ monitors: 10 }),
    failing({ monitors: 4, machinesSince: REST, failures: 5 }),
    failing({ monitors: 2, machinesSince: ["na-usa-iad"], project: 2 }),
  );
  expect(seen.whole).toEqual({ shared: 16, alone: 6, projects: 2 });
  expect([seen.streak, seen.contradicting, seen.others]).toEqual([5, 2, 2]);
});

test("a failure is not compared before another region checks, and is shared once another region fails", () => {
  const unchecked = compare(failing());
  expect(unchecked.whole).toEqual({ shared: 0, alone: 0, projects: 0 });
  expect([unchecked.contradicting, unchecked.others]).toEqual([0, 2]);
  expect(compare(failing({ failsElsewhere: true, machinesSince: REST })).whole).toMatchObject({
    shared: 1,
    alone: 0,
  });
});

test("monitors that no other region checks are not shared", () => {
  const seen = compare(group({ monitors: 5, machines: [] }), failing({ machines: [] }));
  expect(seen.whole).toEqual({ shared: 0, alone: 0, projects: 0 });
  expect(seen.others).toBe(0);
});

test("compares the latest results separately", () => {
  const seen = compare(
    group({ monitors: 90 }),
    failing({ monitors: 3, machinesSince: REST, isLatest: true }),
    group({ monitors: 2, isLatest: true }),
  );
  expect(seen.recent).toEqual({ shared: 5, alone: 3, projects: 1 });
});

test("counts failures that just began and that no other region reports", () => {
  const seen = compare(
    group({ monitors: 20, isLatest: true }),
    failing({ monitors: 7, began: "latest", isLatest: true }),
    failing({ monitors: 3, began: "recent", isLatest: true, project: 2 }),
    failing({ monitors: 40, began: "latest", isLatest: true, failsElsewhere: true }),
    failing({ monitors: 30 }),
  );
  expect(seen.flips).toMatchObject({ looked: 100, flipped: 10, projects: 2 });
  // A monitor that was failing before is not expected to begin now.
  expect(seen.latest).toMatchObject({ looked: 67, flipped: 7, projects: 1 });
});

test("counts new failures that another region confirms, and those that others contradict", () => {
  const seen = compare(
    group({ monitors: 20, isLatest: true }),
    failing({ monitors: 7, began: "latest", isLatest: true, machinesSince: REST }),
    failing({ monitors: 3, began: "latest", isLatest: true }),
    failing({ monitors: 40, began: "latest", isLatest: true, failsElsewhere: true, machinesSince: REST }),
    failing({ monitors: 5, began: "recent", failsElsewhere: true, project: 2 }),
    failing({ monitors: 30, failsElsewhere: true }),
  );
  expect(seen.flips.contradicted).toBe(7);
  expect(seen.flips.confirmed).toEqual({ looked: 105, flipped: 45, projects: 2 });
  expect(seen.latest.confirmed).toEqual({ looked: 70, flipped: 40, projects: 1 });
});

test("counts regions of the built-in runner as one, and never asks a quarantined one", () => {
  const regions = ["as-sgp-sin", ...REST, "oc-aus-syd"];
  const builtIn = { kind: "local" as const, region: null };
  const remote = { kind: "remote" as const, region: "as-sgp-sin" };
  const machines = (...given: Parameters<typeof otherMachines>) => [...otherMachines(...given)];
  expect(machines("as-sgp-sin", regions, [builtIn, remote], ["oc-aus-syd"])).toEqual(
    REST.map((region) => [region, "built-in"]),
  );
  expect(machines("eu-deu-fra", regions, [builtIn, remote], [])).toEqual([["as-sgp-sin", "as-sgp-sin"]]);
  expect(machines("eu-deu-fra", regions, [builtIn], [])).toEqual([]);
  const others = regions.slice(1).map((region) => [region, region]);
  expect(machines("as-sgp-sin", regions, [remote], [])).toEqual(others);
});
