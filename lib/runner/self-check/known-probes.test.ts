import { afterEach, expect, it } from "vitest";
import { runProbe } from "@/lib/probes/run-probe";
import { Canaries } from "./known-probes";

let canaries: Canaries;
afterEach(() => canaries.stop());

it("passes with a working checker, minute by minute", async () => {
  canaries = new Canaries();
  await canaries.start();
  await canaries.look();
  expect(canaries.trouble).toBeNull();
});

it.each([
  ["down", "a probe that is always up was down"],
  ["up", "a probe that is always down was up"],
  ["inconclusive", "a probe that is always up was inconclusive"],
] as const)(
  "fails at the second time for a checker that reports everything as %s, and passes once it works",
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

it("reports a checker without file descriptors as overloaded, not as wrong", async () => {
  canaries = new Canaries(async (...given) => ({
    ...(await runProbe(...given)),
    outcome: "inconclusive",
    error: { code: "runner_overloaded", message: "the runner has no free file descriptors" },
  }));
  await canaries.start();
  await canaries.look();
  expect(canaries.trouble).toBe(
    "the runner was overloaded: it couldn't run its self-check (the runner has no free file descriptors)",
  );
});
