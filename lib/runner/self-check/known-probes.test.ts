import { afterEach, expect, it } from "vitest";
import { runProbe } from "@/lib/probes/run-probe";
import { KnownProbes } from "./known-probes";

let knownProbes: KnownProbes;
afterEach(() => knownProbes.stop());

it("passes with a working checker, minute by minute", async () => {
  knownProbes = new KnownProbes();
  await knownProbes.start();
  await knownProbes.round();
  expect(knownProbes.reason).toBeNull();
});

it.each([
  ["down", "a probe that is always up was down"],
  ["up", "a probe that is always down was up"],
  ["inconclusive", "a probe that is always up was inconclusive"],
] as const)(
  "fails after two wrong rounds of a checker that reports everything as %s, and passes once it works",
  async (outcome, words) => {
    let broken = true;
    knownProbes = new KnownProbes(async (...given) => ({
      ...(await runProbe(...given)),
      ...(broken && { outcome }),
    }));
    await knownProbes.start();
    expect(knownProbes.reason).toBeNull();
    await knownProbes.round();
    expect(knownProbes.reason).toMatch(/^the runner failed its self-check: /);
    expect(knownProbes.reason).toContain(words);
    broken = false;
    await knownProbes.round();
    expect(knownProbes.reason).toBeNull();
  },
);

it("reports a checker without file descriptors as overloaded, not as wrong", async () => {
  knownProbes = new KnownProbes(async (...given) => ({
    ...(await runProbe(...given)),
    outcome: "inconclusive",
    error: { code: "runner_overloaded", message: "the runner has no free file descriptors" },
  }));
  await knownProbes.start();
  await knownProbes.round();
  expect(knownProbes.reason).toBe(
    "the runner was overloaded: it couldn't run its self-check (the runner has no free file descriptors)",
  );
});
