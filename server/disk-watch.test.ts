import { existsSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BALLAST_BYTES, CALM_BYTES } from "@/lib/domain/disk-ballast";
import { type DiskWatch, watchDisk } from "./disk-watch";

let dataDir: string;
let watch: DiskWatch;
let free: number;
let asked: number;
const state = { full: false, freeBytes: null as number | null };

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "vedette-disk-"));
  [free, asked] = [CALM_BYTES, 0];
  Object.assign(state, { full: false, freeBytes: null });
  const onFull = async () => {
    asked += 1;
  };
  watch = watchDisk({ dataDir, onFull, free: async () => free, state });
});
afterEach(async () => {
  await watch.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const ballast = () => path.join(dataDir, "ballast");

test("a ballast stands while there is room, goes when the disk is full, and comes back with the room", async () => {
  await watch.look();
  expect([statSync(ballast()).size, state.full]).toEqual([BALLAST_BYTES, false]);
  free = 0;
  await watch.look();
  expect([existsSync(ballast()), state.full, asked]).toEqual([false, true, 1]);
  await watch.look();
  expect(asked).toBe(1);
  free = CALM_BYTES;
  await watch.look();
  expect([existsSync(ballast()), state.full, asked]).toEqual([true, false, 1]);
});

test("a data directory that is gone does not end the watch", async () => {
  await rm(dataDir, { recursive: true });
  await watch.look();
  expect(state.full).toBe(false);
});
