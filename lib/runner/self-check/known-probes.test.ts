import { afterEach, expect, it } from "vitest";
import { runProbe } from "@/lib/probes/run-probe";
import { Canaries } from "./known-probes";

let canaries: Canaries;
afterEach(() => canaries.stop());

it("a checker that works judges both rightly, minute by minute", async () => {
  canaries = new Canaries();
  await canaries.start();
  await canaries.look();
  expect(canaries.trouble).toBeNull();
});

it.each([
  ["down", "one that is always up was found down"],
  ["up", "one that is always down was found up"],
  ["inconclusive", "one that is always up was found inconclusive"],
] as const)(
  "a checker that calls everything %s is told the second time, and no more once it works",
  async (outcome, words) => {
    let broken = true;
    canaries = new Canaries(async (...given) => ({
      ...(await runProbe(...given)),
      ...(broken && { outcome }),
    }));
    await canaries.start();
    expect(canaries.trouble).toBeNull();
    await canaries.look();
    expect(canaries.trouble).toMatch(/^the runner misjudges its canaries: /);
    expect(canaries.trouble).toContain(words);
    broken = false;
    await canaries.look();
    expect(canaries.trouble).toBeNull();
  },
);

it("a checker without file descriptors says that it has too much to do, not that it misjudges", async () => {
  canaries = new Canaries(async (...given) => ({
    ...(await runProbe(...given)),
    outcome: "inconclusive",
    error: { code: "runner_overloaded", message: "the runner has no free file descriptors" },
  }));
  await canaries.start();
  await canaries.look();
  expect(canaries.trouble).toBe(
    "the runner was overloaded: it could not check its own canaries (the runner has no free file descriptors)",
  );
});
