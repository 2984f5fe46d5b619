import type { Bench, BenchOptions, Measure } from "../bench";
import { type PipelineCost, pipelineCosts } from "./pipeline-cost";

interface Rate {
  readonly perSecond: number;
  readonly goalUs: number;
}

/** The first is a small installation's: 500 monitors every 20 s; our shortest interval is 30 s. */
const RATES: readonly Rate[] = [
  { perSecond: 25, goalUs: 1400 },
  { perSecond: 250, goalUs: 500 },
  { perSecond: 1000, goalUs: 300 },
];
const INTERVAL_S = 30;

/** Measures the CPU of a check's entire path: runner, ingest, incident step and PostgreSQL together. */
async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const descending = [...RATES].reverse();
  const monitors = descending.map(({ perSecond }) => perSecond * INTERVAL_S);
  const costs = await pipelineCosts(monitors, quick ? 10 : 30);
  return descending.flatMap(({ perSecond, goalUs }, index): Measure[] => {
    const cost = costs[index];
    if (!cost) return [];
    const value = cost.runnerUs + cost.serverUs;
    const unit = `µs per check at ${perSecond}/s`;
    return [{ value, unit, ok: cost.checks > 0 && value <= goalUs, noisy: cost.noisy, note: noteOf(cost) }];
  });
}

function noteOf({ checks, runnerUs, serverUs }: PipelineCost): string {
  return `${checks} checks; runner ${runnerUs.toFixed(0)} µs, server and PostgreSQL ${serverUs.toFixed(0)} µs`;
}

export const c7: Bench = {
  id: "C7",
  title: "check, ingest, incident step and storage, CPU",
  goal: `≤ ${RATES.map(({ goalUs }) => goalUs.toLocaleString("en")).join(" · ")} µs`,
  run,
};
