import type { Bench, BenchOptions, Measure } from "../bench";
import { type PipelineCost, type SettlingPipeline, settlingPipeline } from "./pipeline-cost";

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

/**
 * Measures the CPU of a check's entire path: runner, ingest, incident step, and PostgreSQL together. All rates warm up
 * at the same time, the slowest for minutes. The fastest is measured and stopped first; the others take 12 % of a core
 * beside it.
 */
async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const settling: { rate: Rate; pipeline: SettlingPipeline }[] = [];
  try {
    for (const rate of RATES)
      settling.push({ rate, pipeline: await settlingPipeline(rate.perSecond * INTERVAL_S) });
    const measures: Measure[] = [];
    for (const { rate, pipeline } of settling.toReversed())
      measures.unshift(judged(rate, await pipeline.cost(quick ? 10 : 30)));
    return measures;
  } finally {
    for (const { pipeline } of settling) await pipeline.stop();
  }
}

function judged({ perSecond, goalUs }: Rate, { checks, runnerUs, serverUs, noisy }: PipelineCost): Measure {
  const value = runnerUs + serverUs;
  return {
    value,
    unit: `µs per check at ${perSecond}/s`,
    ok: checks > 0 && value <= goalUs,
    noisy,
    note: `${checks} checks; runner ${runnerUs.toFixed(0)} µs, server and PostgreSQL ${serverUs.toFixed(0)} µs`,
  };
}

export const c7: Bench = {
  id: "C7",
  title: "check, ingest, incident step, and storage, CPU",
  goal: `≤ ${RATES.map(({ goalUs }) => goalUs.toLocaleString("en")).join(" · ")} µs`,
  run,
};
