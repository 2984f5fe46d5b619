import type { Bench, BenchOptions, Measure } from "../bench";
import { type PipelineCost, pipelineCost } from "./pipeline-cost";

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
  const measures: Measure[] = [];
  for (const { perSecond, goalUs } of RATES) {
    const cost = await pipelineCost(perSecond * INTERVAL_S, quick ? 10 : 30);
    measures.push({
      value: cost.runnerUs + cost.serverUs,
      unit: `µs per check at ${perSecond}/s`,
      ok: cost.checks > 0 && cost.runnerUs + cost.serverUs <= goalUs,
      noisy: cost.noisy,
      note: noteOf(cost),
    });
  }
  return measures;
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
