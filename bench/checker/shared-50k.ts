import type { Bench, BenchOptions, Measure } from "../bench";
import { settlingPipeline } from "./pipeline-cost";

const MONITORS = 50_000;

/** Measures a runner that shares its two cores with the server and the database that take its results. */
async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const pipeline = await settlingPipeline(MONITORS);
  const { lateMs, runnerShare, runnerMb, others, checks, serverUs, noisy } = await pipeline.cost(
    quick ? 10 : 30,
  );
  const note = `${checks} checks, at most ${lateMs.max} ms late; server and PostgreSQL ${serverUs.toFixed(0)} µs per check`;
  const atMost = (value: number, unit: string, goal: number): Measure => ({
    value,
    unit,
    ok: checks > 0 && value <= goal,
    noisy,
    note,
  });
  return [
    atMost(lateMs.p99, "ms late, p99", 10),
    atMost(runnerShare, "% of a core", 40),
    atMost(runnerMb, "MB resident", 150),
    atMost(others, "missed or failed", 0),
  ];
}

export const shared50k: Bench = {
  id: "shared-50k",
  title: "50,000 monitors × 30 s beside their server and PostgreSQL",
  goal: "≤ 10 ms · 40 % · 150 MB · 0",
  run,
};
