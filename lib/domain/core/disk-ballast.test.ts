import { expect, test } from "vitest";
import { calmDisk } from "@/lib/shared/disk";
import {
  CALM_BYTES,
  type DiskReading,
  diskProblem,
  FULL_BYTES,
  nextCheckMs,
  RESERVE_BYTES,
  type Reserve,
  stepDisk,
  storesResults,
} from "./disk-ballast";

const BOTH: Reserve[] = ["results", "decisions"];
const disk = (
  freeBytes: number,
  reserves: Reserve[],
  level: DiskReading["level"],
  refused = false,
): DiskReading => ({ freeBytes, reserves: new Set(reserves), level, refused });

test.each([
  ["enough space on first start", disk(CALM_BYTES, [], "calm"), "calm", [], "decisions"],
  ["enough space with one reserve", disk(CALM_BYTES, ["decisions"], "calm"), "calm", [], "results"],
  ["enough space with both reserves", disk(CALM_BYTES, BOTH, "calm"), "calm", [], null],
  ["a small disk never gets one", disk(CALM_BYTES - 1, [], "calm"), "calm", [], null],
  ["filling up", disk(FULL_BYTES - 1, BOTH, "calm"), "full", ["results"], null],
  ["filling up again", disk(FULL_BYTES - 1, ["decisions"], "full"), "critical", ["decisions"], null],
  ["full without reserves", disk(0, [], "critical"), "critical", [], null],
  ["a write was rejected", disk(CALM_BYTES, BOTH, "calm", true), "critical", BOTH, null],
  ["some room", disk(CALM_BYTES - 1, [], "critical"), "critical", [], null],
  ["room again", disk(CALM_BYTES, [], "critical"), "full", [], "decisions"],
  ["and more", disk(CALM_BYTES, ["decisions"], "full"), "calm", [], "results"],
] as const)("%s", (_, seen, level, drop, make) => {
  expect(stepDisk(seen)).toEqual({ level, drop, make });
});

test("releasing a reserve never makes the disk calm, which would recreate it in an endless loop", () => {
  for (let freeBytes = 0; freeBytes < FULL_BYTES; freeBytes += 1024 * 1024) {
    const dropped = stepDisk(disk(freeBytes, BOTH, "calm"));
    const next = stepDisk(disk(freeBytes + RESERVE_BYTES, ["decisions"], dropped.level));
    expect(next).toEqual({ level: "full", drop: [], make: null });
    const last = stepDisk(disk(freeBytes, ["decisions"], "full"));
    expect(stepDisk(disk(freeBytes + RESERVE_BYTES, [], last.level)).level).toBe("critical");
  }
});

test("the message matches what is written", () => {
  const disk = { ...calmDisk(), freeBytes: 20_000_000 };
  expect([diskProblem(disk, 0), storesResults(disk, 0)]).toEqual([null, true]);
  const full = { ...disk, level: "full" } as const;
  expect(diskProblem(full, 0)).toMatch(/^The disk is nearly full \(19 MiB free\)\. Checks, incidents/);
  expect(storesResults(full, 0)).toBe(true);
  for (const short of [{ ...disk, level: "critical" } as const, { ...disk, resultRefusedMs: 5000 }]) {
    expect(diskProblem(short, 6000)).toMatch(/results of healthy monitors aren't stored/i);
    expect(storesResults(short, 6000)).toBe(false);
  }
  expect(diskProblem({ ...disk, level: "critical", freeBytes: 100_000 }, 0)).toMatch(
    /They may stop at any moment/,
  );
  // The disk of an external database isn't monitored, so writes are retried after a while.
  expect(storesResults({ ...disk, resultRefusedMs: 5000 }, 16_000)).toBe(true);
  expect(diskProblem({ ...disk, decisionRefusedMs: 5000 }, 6000)).toMatch(/Incidents can't be stored/);
});

test("reports a disk that runs out of inodes, though not one without a limit", () => {
  const problems = [null, 1000, 999].map((freeFiles) => diskProblem({ ...calmDisk(), freeFiles }, 0));
  expect(problems).toEqual([null, null, expect.stringMatching(/^The disk has 999 inodes left/)]);
});

test.each([
  ["before the first answer", null, 500],
  ["no space", 0, 500],
  ["little space", CALM_BYTES + 1_000_000_000, 500],
  ["what 2 GB per second fill in 3 s", CALM_BYTES + 6_000_000_000, 3000],
  ["a large disk", 75_000_000_000, 5000],
])("checks the disk again before it can fill: %s", (_, freeBytes, expected) => {
  expect(nextCheckMs("calm", freeBytes)).toBe(expected);
});

test("checks a large disk often until every write is enabled again", () => {
  expect(nextCheckMs("critical", 75_000_000_000)).toBe(500);
  expect(nextCheckMs("full", 75_000_000_000)).toBe(500);
});

test("names a read-only disk and the remedy", () => {
  expect(diskProblem({ ...calmDisk(), isReadOnly: true }, 0)).toMatch(/read-only.*mount it writable/);
});
