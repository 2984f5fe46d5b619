import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReceivedSignal } from "@/lib/store/checks/heartbeat-signals";
import { SignalSpool } from "./spool";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "vedette-spool-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const signal = (id: number) => ({ monitorId: id, body: null }) as unknown as ReceivedSignal;

test("passes on every signal that arrives while others are being passed on", async () => {
  const spool = new SignalSpool(folder);
  const stored: number[] = [];
  const store = async (signals: readonly ReceivedSignal[]) => {
    await setImmediate();
    stored.push(...signals.map(({ monitorId }) => monitorId));
    return [];
  };
  const added: number[] = [];
  const add = (id: number) => {
    added.push(id);
    return spool.add([signal(id)]);
  };
  for (let turns = 0; turns < 200; turns += 1) {
    await add(2 * turns);
    const adding = add(2 * turns + 1);
    for (let turn = 0; turn < turns % 20; turn += 1) await setImmediate();
    await spool.flush(store);
    await adding;
  }
  await spool.flush(store);
  expect(stored.sort((a, b) => a - b)).toEqual(added);
  expect(spool.count).toBe(0);
});

test("reads only the oldest while nothing can be stored, so that a long outage doesn't hold up others", async () => {
  const spool = new SignalSpool(folder);
  const seen: number[] = [];
  let isAway = true;
  const store = async (signals: readonly ReceivedSignal[]) => {
    seen.push(...signals.map(({ monitorId }) => monitorId));
    return isAway ? null : [];
  };
  for (const id of [1, 2, 3]) {
    await spool.add([signal(id)]);
    await spool.flush(store);
  }
  expect(seen).toEqual([1, 1, 1]);
  expect(spool.count).toBe(3);
  expect(new SignalSpool(folder).count).toBe(3);
  isAway = false;
  await spool.flush(store);
  expect(seen.slice(3)).toEqual([1, 2, 3]);
  expect(spool.count).toBe(0);
});
