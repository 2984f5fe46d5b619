import fc from "fast-check";
import type { Outage, Simulated } from "./virtual-runner";

// What can happen to a monitor in virtual time: epoch milliseconds of an arbitrary day.
const REGIONS = ["eu-deu-fra", "na-usa-iad", "as-sgp-sin"];
export const DAY = 24 * 3600_000;
export const DAYS = 50;

export interface Setting {
  monitor: number;
  regionCount: number;
  intervalSeconds: number;
  timeoutMs: number;
  consecutiveFailures: number;
  consecutiveSuccesses: number;
  required: number;
  lost: number;
}

/** A monitor's settings; `lost` n loses every n-th acknowledgment. */
export const setting: fc.Arbitrary<Setting> = fc.record({
  monitor: fc.integer({ min: 1, max: 1_000_000 }),
  regionCount: fc.integer({ min: 1, max: 3 }),
  intervalSeconds: fc.constantFrom(30, 60, 300, 900),
  timeoutMs: fc.constantFrom(1000, 5000, 10_000, 20_000),
  consecutiveFailures: fc.integer({ min: 1, max: 5 }),
  consecutiveSuccesses: fc.integer({ min: 1, max: 5 }),
  required: fc.integer({ min: 1, max: 3 }),
  lost: fc.nat(7),
});

/** Returns up to `max` spans of at most `longest` ms anywhere in the life. */
export const spansOf = (max: number, longest: number) =>
  fc.array(
    fc.record({
      region: fc.nat(2),
      start: fc.integer({ min: 0, max: DAYS * DAY }),
      length: fc.integer({ min: 1, max: longest }),
    }),
    { maxLength: max },
  );

export type RawSpan = { region: number; start: number; length: number };
const toSpans = (raw: readonly RawSpan[], regions: readonly string[]): Outage[] =>
  raw.map(({ region, start, length }) => ({
    region: regions[region % regions.length] ?? "",
    from: start,
    to: start + length,
  }));

/** Returns a monitor's life of DAYS days. */
export function worldOf(
  given: Setting,
  outages: readonly RawSpan[],
  cuts: readonly RawSpan[] = [],
  failedSelfChecks: readonly RawSpan[] = [],
): Simulated {
  const regions = REGIONS.slice(0, given.regionCount);
  return {
    ...given,
    regions,
    rules: {
      consecutiveFailures: given.consecutiveFailures,
      consecutiveSuccesses: given.consecutiveSuccesses,
      regionsRequired: Math.min(given.required, regions.length),
    },
    outages: toSpans(outages, regions),
    cuts: toSpans(cuts, regions),
    failedSelfChecks: toSpans(failedSelfChecks, regions),
    resend: (at) => given.lost > 0 && Math.floor(at / 1000) % given.lost === 0,
    from: 0,
    to: DAYS * DAY,
  };
}
