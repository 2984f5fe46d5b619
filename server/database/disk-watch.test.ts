import { existsSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CALM_BYTES, RESERVE_BYTES } from "@/lib/domain/core/disk-ballast";
import { calmDisk } from "@/lib/shared/disk";
import { type DiskWatch, watchDisk } from "./disk-watch";

let dataDir: string;
let watch: DiskWatch;
let free: number;
let relieved: number;
let state: ReturnType<typeof calmDisk>;
let isOpen: boolean;
let isReadOnly: boolean;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "vedette-disk-"));
  [free, relieved, state, isOpen, isReadOnly] = [CALM_BYTES, 0, calmDisk(), true, false];
  const relieve = async () => {
    relieved += 1;
    await wait(100);
    throw new Error("no room");
  };
  // Without its own periodic checks, a slow machine makes no more of them than a fast one.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  watch = watchDisk({
    ...{ dataDir, relieve, state },
    free: async () => free,
    isOpen: () => isOpen,
    isReadOnly: async () => isReadOnly,
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await watch.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const NAMES = ["ballast", "ballast-decisions"];
const reserves = () => NAMES.filter((name) => existsSync(path.join(dataDir, name)));
const look = async () => {
  await watch.look();
  return [state.level, ...reserves()];
};

test("keeps reserves while there is space, releases them one by one as the disk fills, and restores them", async () => {
  await watch.look();
  expect(await look()).toEqual(["calm", ...NAMES]);
  for (const name of NAMES) expect(statSync(path.join(dataDir, name)).size).toBe(RESERVE_BYTES);
  free = 0;
  expect(await look()).toEqual(["full", "ballast-decisions"]);
  expect(await look()).toEqual(["critical"]);
  expect(relieved).toBeGreaterThan(0);
  free = CALM_BYTES;
  expect(await look()).toEqual(["full", "ballast-decisions"]);
  expect(await look()).toEqual(["calm", ...NAMES]);
});

test("releases both reserves when the database runs out of space", async () => {
  await watch.look();
  await watch.look();
  await state.release();
  expect([state.level, ...reserves()]).toEqual(["critical"]);
});

test("only releases reserves before the database is open, without querying it", async () => {
  await watch.look();
  await watch.look();
  [isOpen, free] = [false, 0];
  expect(await look()).toEqual(["full", "ballast-decisions"]);
  free = CALM_BYTES;
  expect(await look()).toEqual(["calm", "ballast-decisions"]);
  expect(relieved).toBe(0);
});

test("keeps monitoring when the data directory is gone", async () => {
  await rm(dataDir, { recursive: true });
  expect(await look()).toEqual(["calm"]);
});

test("notes when the disk becomes read-only and writable again, and touches no reserve meanwhile", async () => {
  await look();
  isReadOnly = true;
  free = 0;
  expect(await look()).toEqual(["calm", ...NAMES]);
  expect(state.isReadOnly).toBe(true);
  isReadOnly = false;
  expect(await look()).toEqual(["full", "ballast-decisions"]);
  expect(state.isReadOnly).toBe(false);
});
