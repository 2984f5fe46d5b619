import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { program } from "@/lib/testing/program";
import type { PingFailureScene } from "@/lib/testing/targets/ping-lack-scene";
import { inOwnNetwork, noOwnNetwork } from "@/lib/testing/targets/ping-namespace";
import { PingAbility, type PingWay } from "./ping-way";

const SCENE = "lib/testing/targets/ping-lack-scene.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A machine that pings as `machine.way` says; counts the queries. */
function machineOf(way: PingWay) {
  const machine = { way, asked: [] as (PingWay | undefined)[], reports: 0 };
  const ability = new PingAbility(
    () => {
      machine.reports += 1;
    },
    async (known) => {
      machine.asked.push(known);
      return machine.way;
    },
  );
  return { machine, ability };
}

it("checks each minute on a machine that can't ping, and reports a new way immediately", async () => {
  const { machine, ability } = machineOf("none");
  ability.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ability.way).toBe("none");
  expect(machine.reports).toBe(0);
  machine.way = "ping";
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ability.way).toBe("ping");
  expect(machine.reports).toBe(1);
  machine.way = "socket";
  await vi.advanceTimersByTimeAsync(60_000);
  expect([ability.way, machine.reports]).toEqual(["socket", 2]);
  expect(machine.asked).toEqual(["none", "none", "none", "ping"]);
});

it("looks for a socket once, and not after the stop", async () => {
  const { machine, ability } = machineOf("socket");
  ability.start();
  await vi.advanceTimersByTimeAsync(3600_000);
  expect(machine.asked).toHaveLength(1);
  const other = machineOf("none");
  other.ability.start();
  other.ability.stop();
  await vi.advanceTimersByTimeAsync(3600_000);
  expect(other.machine.asked).toHaveLength(1);
});

it.skipIf(noOwnNetwork() !== null)(
  "has no ping socket without descriptors, and one when they're back",
  () => {
    const limited = ["prlimit", "--nofile=200:200", process.execPath, program(SCENE)];
    const seen = JSON.parse(
      execFileSync(...inOwnNetwork(limited, true), { encoding: "utf8" }),
    ) as PingFailureScene;
    expect(seen).toEqual({ without: false, again: true });
  },
);
