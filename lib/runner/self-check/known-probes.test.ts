import { afterEach, expect, it } from "vitest";
import { selfCheckWords } from "@/lib/domain/runners/self-check";
import { runProbe } from "@/lib/probes/run-probe";
import { KnownProbes } from "./known-probes";

let knownProbes: KnownProbes;
afterEach(() => knownProbes.stop());

const reason = () => knownProbes.failure && selfCheckWords([knownProbes.failure]);

it("passes with a working checker, minute by minute", async () => {
  knownProbes = new KnownProbes();
  await knownProbes.start();
  await knownProbes.round();
  expect(knownProbes.failure).toBeNull();
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
    expect(knownProbes.failure).toBeNull();
    await knownProbes.round();
    expect(reason()).toMatch(/^failed its self-check: /);
    expect(reason()).toContain(words);
    broken = false;
    await knownProbes.round();
    expect(knownProbes.failure).toBeNull();
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
  expect(reason()).toBe(
    "was overloaded: it couldn't run its self-check (the runner has no free file descriptors)",
  );
});
