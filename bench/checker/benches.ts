import type { Bench, BenchOptions, Measure } from "../bench";
import { fetchCheck, httpRequestCheck, ownCheck } from "./contenders";
import { cpuPerCheckUs, median, quantile } from "./measure";
import { startTarget } from "./target";

const PARALLEL = 20;
const NOISY_SPREAD = 1.35;

/** CPU of our check against another client's in the same process, A B A B …; the median of the pairwise ratios. */
async function cpuRatio(
  other: (url: string) => () => Promise<unknown>,
  goal: number,
  { quick }: BenchOptions,
): Promise<Measure[]> {
  const target = await startTarget();
  try {
    const count = quick ? 1500 : 4000;
    const ours = ownCheck(target.url);
    const theirs = other(target.url);
    await cpuPerCheckUs(ours, count / 2, PARALLEL);
    await cpuPerCheckUs(theirs, count / 2, PARALLEL);
    const pairs: { ours: number; theirs: number }[] = [];
    for (let round = 0; round < (quick ? 3 : 7); round += 1) {
      pairs.push({
        ours: await cpuPerCheckUs(ours, count, PARALLEL),
        theirs: await cpuPerCheckUs(theirs, count, PARALLEL),
      });
    }
    const ratios = pairs.map((pair) => pair.ours / pair.theirs);
    const value = median(ratios);
    const noisy = Math.max(...ratios) / Math.min(...ratios) > NOISY_SPREAD;
    const note = `${Math.round(median(pairs.map((pair) => pair.ours)))} µs against ${Math.round(median(pairs.map((pair) => pair.theirs)))} µs`;
    return [{ value, unit: "ratio", ok: value <= goal, noisy, note }];
  } finally {
    target.stop();
  }
}

/** p99 of what a check says it took, at an even rate against a target that answers at once, less what one alone takes. */
async function latencyError(perSecond: number, goalMs: number, { quick }: BenchOptions): Promise<Measure[]> {
  const target = await startTarget();
  try {
    const check = ownCheck(target.url);
    await cpuPerCheckUs(check, 1000, PARALLEL);
    const alone: number[] = [];
    for (let round = 0; round < 300; round += 1) alone.push((await check()).totalUs);
    const p99s: number[] = [];
    for (let round = 0; round < 3; round += 1)
      p99s.push(quantile(await atRate(check, perSecond, quick ? 3 : 8), 0.99));
    const value = (median(p99s) - median(alone)) / 1000;
    const noisy = Math.max(...p99s) > 3 * Math.min(...p99s);
    return [
      {
        value,
        unit: "ms",
        ok: value <= goalMs,
        noisy,
        note: `${perSecond}/s http, p99 less the median of one alone`,
      },
    ];
  } finally {
    target.stop();
  }
}

async function atRate(
  check: () => Promise<{ totalUs: number }>,
  perSecond: number,
  seconds: number,
): Promise<number[]> {
  const taken: number[] = [];
  const under: Promise<void>[] = [];
  const startMs = performance.now();
  const total = perSecond * seconds;
  while (under.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startMs) / 1000) * perSecond));
    while (under.length < due) under.push(check().then(({ totalUs }) => void taken.push(totalUs)));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(under);
  return taken;
}

export const benches: Bench[] = [
  {
    id: "C1",
    title: "HTTP check, CPU against http.request",
    goal: "≤ 0.65",
    run: (options) => cpuRatio(httpRequestCheck, 0.65, options),
  },
  {
    id: "C1f",
    title: "HTTP check, CPU against fetch",
    goal: "≤ 0.22",
    run: (options) => cpuRatio(fetchCheck, 0.22, options),
  },
  {
    id: "C5",
    title: "error of the reported latency, p99",
    goal: "≤ 1.5 ms",
    run: (options) => latencyError(1000, 1.5, options),
  },
];
