import fc from "fast-check";
import { expect, test, vi } from "vitest";
import * as quarantine from "@/lib/domain/checks/quarantine";
import { HOUR_MS } from "@/lib/shared/durations";
import { useDatabase } from "@/lib/testing/database";
import { type Storm, type StormSize, storm, weather } from "@/lib/testing/histories/region-storm";

vi.setConfig({ testTimeout: 600_000 });
useDatabase();
const START = Math.floor(Date.now() / 1000) * 1000 - 20 * 3600_000;
const LARGE: StormSize = { monitors: 300, projects: 15 };
const SMALL: StormSize = { monitors: 100, projects: 10 };
/** STORM_WORLDS sets the number of random worlds; 50 take a few minutes. */
const WORLDS = Number(process.env.STORM_WORLDS ?? 3);
const RELEASED_WITHIN_MS = 60_000;
let hours = 0;

function run(given: Storm, size: StormSize) {
  hours += 1;
  return weather(given, size, START + (hours * HOUR_MS) / 4);
}

const OUT = [3, 61, 102, 163, 204, 255].map((monitor, index) => ({ monitor, after: index * 8 - 20 }));
const STORM: Storm = {
  region: 2,
  from: 40,
  seconds: 120,
  share: 1,
  intervalSeconds: 60,
  out: OUT,
  projectOut: { project: 7, after: 10 },
};

test("300 monitors of 15 projects: a region without network opens nothing, and real outages alert within 60 s", async () => {
  const seen = await run(STORM, LARGE);
  expect(seen).toMatchObject({ falseAlarms: [], untold: [], gated: true, truths: 26 });
  expect(seen.worstDelayMs).toBeLessThanOrEqual(RELEASED_WITHIN_MS);
});

test("without the gate, the same scenario produces many false alarms", async () => {
  vi.spyOn(quarantine, "judgeRegion").mockReturnValue(null);
  const seen = await run({ ...STORM, seconds: 60 }, SMALL);
  expect(seen.falseAlarms.length).toBeGreaterThan(50);
});

test("never ignores one project's outage, even of all its monitors", async () => {
  const seen = await run({ ...STORM, share: 0, out: [] }, SMALL);
  expect(seen).toMatchObject({ falseAlarms: [], untold: [], gated: false, truths: 10 });
  expect(seen.worstDelayMs).toBeLessThanOrEqual(0);
});

test("random scenarios produce no false alarm and detect every real outage in time", async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const worlds = fc.sample(storm, { seed, numRuns: WORLDS });
  let worst = Number.NEGATIVE_INFINITY;
  for (const [index, given] of worlds.entries()) {
    const seen = await run(given, SMALL);
    const message = `seed ${seed}, world ${index}: ${JSON.stringify(given)}`;
    expect(seen, message).toMatchObject({ falseAlarms: [], untold: [] });
    expect(seen.worstDelayMs, message).toBeLessThanOrEqual(RELEASED_WITHIN_MS);
    worst = Math.max(worst, seen.worstDelayMs);
  }
  process.stdout.write(
    `${WORLDS} storms, seed ${seed}: slowest true outage ${worst / 1000} s after the promise\n`,
  );
});
