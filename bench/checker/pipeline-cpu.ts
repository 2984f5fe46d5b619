import type { Bench, BenchOptions, Measure } from "../bench";
import { type PipelineCost, type SettlingPipeline, settlingPipeline } from "./pipeline-cost";

interface Rate {
  readonly perSecond: number;
  readonly goalUs: number;
}

/** A small installation's rate: 500 monitors every 20 s; our shortest interval is 30 s. */
const SLOW: Rate = { perSecond: 25, goalUs: 1400 };
/** Together, they take a quarter of a core. */
const FAST: readonly Rate[] = [
  { perSecond: 250, goalUs: 500 },
  { perSecond: 1000, goalUs: 300 },
];
const INTERVAL_S = 30;

/**
 * Measures the CPU of a check's entire path, at all rates at the same time: runner, ingest, incident step, and
 * PostgreSQL together.
 */
async function measured(rates: readonly Rate[], { quick, calm }: BenchOptions): Promise<Measure[]> {
  const settling: SettlingPipeline[] = [];
  try {
    for (const { perSecond } of rates) settling.push(await settlingPipeline(perSecond * INTERVAL_S));
    await calm;
    const costs = await Promise.all(settling.map((pipeline) => pipeline.cost(quick ? 10 : 30)));
    return rates.flatMap((rate, at) => (costs[at] ? [judged(rate, costs[at])] : []));
  } finally {
    for (const pipeline of settling) await pipeline.stop();
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

function benchOf(rates: readonly Rate[]): Bench {
  const goal = `≤ ${rates.map(({ goalUs }) => goalUs.toLocaleString("en")).join(" · ")} µs`;
  return {
    id: "pipeline-cpu",
    title: "check, ingest, incident step, and storage, CPU",
    goal,
    run: (options) => measured(rates, options),
  };
}

/** The slow one warms up for two minutes, in which others can be measured. */
export const pipelineCpu: readonly Bench[] = [{ ...benchOf([SLOW]), beside: "idle" }, benchOf(FAST)];
