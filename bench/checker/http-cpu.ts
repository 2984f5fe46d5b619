import type { Bench, BenchOptions, Measure } from "../bench";
import { ratioOf } from "../verdict";
import { startBenchTarget } from "./processes";
import { answerOf } from "./programs";
import { median } from "./statistics";

const REQUEST_GOAL = 0.65;
const FETCH_GOAL = 0.22;

/** Compares the CPU of one HTTP check with `http.request` and `fetch` in the same process, in turns. */
async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const target = await startBenchTarget();
  try {
    const args = [`http://127.0.0.1:${target.port}/`, quick ? "1000" : "2000", quick ? "7" : "11"];
    const spent = await answerOf<number[][]>("bench/checker/http-cpu-load.ts", args);
    const [own = 0, request = 1, fetched = 1, bare = 0] = spent.map(median);
    const note = `µs per check: ours ${own.toFixed(0)}, http.request ${request.toFixed(0)}, fetch ${fetched.toFixed(0)}; a bare socket that connects, writes, reads, and closes ${bare.toFixed(0)}`;
    const [owns = [], requests = [], fetches = []] = spent;
    const against = (others: readonly number[], goal: number, unit: string): Measure => ({
      ...ratioOf(
        owns.map((us, turn) => us / (others[turn] ?? 1)),
        (ratio) => ratio <= goal,
      ),
      unit,
      note,
    });
    return [against(requests, REQUEST_GOAL, "× http.request"), against(fetches, FETCH_GOAL, "× fetch")];
  } finally {
    target.stop();
  }
}

export const httpCpu: Bench = { id: "http-cpu", title: "HTTP check, CPU", goal: "≤ 0.65 · ≤ 0.22", run };
