import type { Bench, BenchOptions, Measure } from "../bench";
import { type PipelineCost, settlingPipeline } from "./pipeline-cost";

interface Rate {
  readonly perSecond: number;
  readonly goalUs: number;
}

/** A small installation's: 500 monitors every 20 s; our shortest interval is 30 s. */
const SLOWEST: Rate = { perSecond: 25, goalUs: 1400 };
const FASTER: readonly Rate[] = [
  { perSecond: 250, goalUs: 500 },
  { perSecond: 1000, goalUs: 300 },
];
const INTERVAL_S = 30;

/**
 * Measures the CPU of a check's entire path: runner, ingest, incident step and PostgreSQL together. The slowest rate warms up for minutes,
 * which takes 3 % of a core, while the others are measured.
 */
async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const seconds = quick ? 10 : 30;
  const slowest = await started(SLOWEST);
  try {
    const measures: Measure[] = [];
    for (const rate of FASTER) {
      const pipeline = await started(rate);
      measures.push(judged(rate, await pipeline.cost(seconds).finally(pipeline.stop)));
    }
    return [judged(SLOWEST, await slowest.cost(seconds)), ...measures];
  } finally {
    await slowest.stop();
  }
}

const started = ({ perSecond }: Rate) => settlingPipeline(perSecond * INTERVAL_S);

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
  title: "check, ingest, incident step and storage, CPU",
  goal: `≤ ${[SLOWEST, ...FASTER].map(({ goalUs }) => goalUs.toLocaleString("en")).join(" · ")} µs`,
  run,
};
