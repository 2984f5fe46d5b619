import { HOUR_MS } from "@/lib/shared/durations";
import type { Rollup } from "@/lib/store/reports/demo";
import { type DemoService, DISTANCE_MS, REGIONS } from "./services";

const CHECKS_PER_HOUR = 60;

export interface Outage {
  fromMs: number;
  toMs: number;
}

/** Returns a deterministic generator of numbers in [0, 1): mulberry32 (public domain, T. Ettinger). */
export function noise(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the load factor: up to a quarter slower at 13:00 UTC (European office hours) than at night. */
export function loadFactor(atMs: number): number {
  const hour = (atMs / HOUR_MS) % 24;
  return 1 + 0.125 * (1 + Math.cos(((hour - 13) / 12) * Math.PI));
}

/**
 * Returns one row per monitor, region, and hour from `fromMs` to `toMs` (whole hours); only outages contain failures.
 */
export function hourlyRollups(
  monitorId: number,
  service: DemoService,
  outages: Outage[],
  fromMs: number,
  toMs: number,
): Rollup[] {
  const rollups: Rollup[] = [];
  for (const [index, region] of REGIONS.entries()) {
    const random = noise(monitorId * 31 + index);
    for (let atMs = fromMs; atMs < toMs; atMs += HOUR_MS) {
      const down = Math.round((overlapMs(outages, atMs) / HOUR_MS) * CHECKS_PER_HOUR);
      const medianMs =
        (service.typicalMs + (DISTANCE_MS[region] ?? 0)) * loadFactor(atMs) * (0.95 + 0.1 * random());
      rollups.push({
        monitorId,
        region,
        atMs,
        down,
        up: CHECKS_PER_HOUR - down,
        ...spread(medianMs, random()),
      });
    }
  }
  return rollups;
}

function overlapMs(outages: Outage[], atMs: number): number {
  return outages.reduce(
    (sum, { fromMs, toMs }) => sum + Math.max(0, Math.min(toMs, atMs + HOUR_MS) - Math.max(fromMs, atMs)),
    0,
  );
}

/** Returns percentiles of a right-skewed distribution around the median, in microseconds. */
function spread(
  medianMs: number,
  chance: number,
): Pick<Rollup, "minUs" | "p50Us" | "p75Us" | "p95Us" | "p99Us" | "maxUs"> {
  const us = (factor: number) => Math.round(medianMs * factor * 1000);
  return {
    minUs: us(0.82),
    p50Us: us(1),
    p75Us: us(1.08),
    p95Us: us(1.3 + 0.1 * chance),
    p99Us: us(1.6 + 0.5 * chance),
    maxUs: us(1.9 + 2 * chance),
  };
}
