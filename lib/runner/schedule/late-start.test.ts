import { afterEach, beforeEach, expect, it } from "vitest";
import type { CheckResult } from "@/lib/contract/checks/check";
import { type JudgedResult, stepRegion, unknownRegion } from "@/lib/domain/checks/region-state";
import { nextSlot, phaseOf } from "@/lib/domain/checks/slot";
import { policyFrom } from "@/lib/probes/net/policy";
import { NameResolver } from "@/lib/probes/net/resolver";
import { Checker } from "@/lib/runner/checker";
import { NameServers } from "@/lib/runner/self-check/name-servers";
import { NetworkCheck } from "@/lib/runner/self-check/network-check";
import { SelfCheck } from "@/lib/runner/self-check/self-check";
import { monotonicMs } from "@/lib/shared/clock";
import { LOOPBACK, monitorConfig } from "@/lib/testing/targets/check";
import { type RawServer, startRawServer } from "@/lib/testing/targets/raw-server";
import { Schedule } from "./schedule";
import { WallClock } from "./wall-clock";

const REGION = "eu-deu-fra";
const INTERVAL_SECONDS = 3600;
const SLOT = nextSlot(
  Date.parse("2026-03-01T10:00:00Z"),
  phaseOf(1, REGION, INTERVAL_SECONDS),
  INTERVAL_SECONDS,
);

let target: RawServer;
beforeEach(async () => {
  target = await startRawServer((socket) =>
    socket.once("data", () => socket.end("HTTP/1.1 503 Away\r\ncontent-length: 0\r\n\r\n")),
  );
});
afterEach(() => target.stop());

/** Checks the failing target when its slot is `lateMs` ago, as a runner does that was frozen since before the slot. */
async function checkedLate(lateMs: number): Promise<CheckResult> {
  const schedule = new Schedule();
  const fromMs = monotonicMs();
  const clock = new WallClock(() => SLOT + lateMs + monotonicMs() - fromMs);
  const resolver = new NameResolver();
  const network = new NetworkCheck({ checks: [], file: "/nonexistent" });
  const selfCheck = new SelfCheck({
    network,
    names: new NameServers(),
    resolver,
    onRecovered: () => undefined,
  });
  const tools = { policy: policyFrom(LOOPBACK), resolver, userAgent: "Vedette/test" };
  const request = { url: `http://127.0.0.1:${target.port}/` };
  const config = monitorConfig(request, { id: 1, regions: [REGION], interval_seconds: INTERVAL_SECONDS });
  schedule.set(config, SLOT - 1, false);
  return new Promise((resolve) => {
    const checker = new Checker(
      schedule,
      clock,
      () => tools,
      selfCheck,
      (result) => {
        void checker.stop();
        resolve(result);
      },
    );
    checker.begin();
  });
}

const judged = (region: string, atMs: number, outcome: "up" | "down"): JudgedResult => ({
  region,
  scheduledAt: atMs,
  startedAt: atMs,
  outcome,
  error: null,
});

it("counts the failure of a late check although another runner's success came after its slot", async () => {
  const { scheduled_at, started_at, outcome } = await checkedLate(11_000);
  expect(outcome).toBe("down");
  const rules = {
    consecutiveFailures: 1,
    consecutiveSuccesses: 1,
    cadence: { monitorId: 1, intervalSeconds: INTERVAL_SECONDS },
  };
  const peers = stepRegion(unknownRegion(REGION), judged(REGION, SLOT + 2000, "up"), rules).state;
  const late = {
    ...judged(REGION, Date.parse(started_at), "down"),
    scheduledAt: Date.parse(scheduled_at),
  };
  expect(stepRegion(peers, late, rules)).toMatchObject({ applied: true, state: { health: "failing" } });
});

it("dates a check by its slot when it starts a moment later", async () => {
  const { scheduled_at } = await checkedLate(500);
  expect(Date.parse(scheduled_at)).toBe(SLOT);
});
