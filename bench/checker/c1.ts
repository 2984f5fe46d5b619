import type { Bench, BenchOptions, Measure } from "../bench";
import { fetchCheck, httpMonitor, ownCheck, repeat, requestCheck } from "./clients";
import { startBenchTarget } from "./processes";
import { cpuUsOf, median, NoiseProber } from "./statistics";

const PARALLEL = 8;
const REQUEST_GOAL = 0.65;
const FETCH_GOAL = 0.22;

/** CPU of one HTTP check beside `http.request` and `fetch` in the same process, in turns. */
async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const checks = quick ? 1000 : 2000;
  const rounds = quick ? 5 : 9;
  const target = await startBenchTarget();
  const url = `http://127.0.0.1:${target.port}/`;
  const config = httpMonitor(url);
  const ways = [() => ownCheck(config), () => requestCheck(url), () => fetchCheck(url)];
  const spent: number[][] = [[], [], []];
  const noise = new NoiseProber();
  try {
    for (const way of ways) await repeat(checks, PARALLEL, way);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, way] of ways.entries())
        spent[index]?.push((await cpuUsOf(() => repeat(checks, PARALLEL, way))) / checks);
      noise.probe();
    }
  } finally {
    target.stop();
  }
  const [own = 0, request = 1, fetched = 1] = spent.map(median);
  const note = `µs a check: ours ${own.toFixed(0)}, http.request ${request.toFixed(0)}, fetch ${fetched.toFixed(0)}`;
  return [
    {
      value: own / request,
      unit: "× http.request",
      ok: own / request <= REQUEST_GOAL,
      noisy: noise.noisy,
      note,
    },
    { value: own / fetched, unit: "× fetch", ok: own / fetched <= FETCH_GOAL, noisy: noise.noisy, note },
  ];
}

export const c1: Bench = { id: "C1", title: "HTTP check, CPU", goal: "≤ 0.65 · ≤ 0.22", run };
