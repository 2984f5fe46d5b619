import type { Bench, BenchOptions, Measure } from "../bench";
import { ratioOf } from "../verdict";
import { startBenchTarget } from "./processes";
import { answerOf } from "./programs";
import { median } from "./statistics";

const BARE_GOAL = 1.4;

/** Compares the CPU of one HTTP check with a bare socket, and for information with `http.request` and `fetch`, in the same process and in turns. */
async function run({ quick }: BenchOptions): Promise<Measure[]> {
  const target = await startBenchTarget();
  try {
    const args = [`http://127.0.0.1:${target.port}/`, quick ? "1000" : "2000", quick ? "7" : "11"];
    const spent = await answerOf<number[][]>("bench/checker/http-cpu-load.ts", args);
    const [own = 0, request = 1, fetched = 1, bare = 0] = spent.map(median);
    const note = `µs per check: ours ${own.toFixed(0)}, http.request ${request.toFixed(0)}, fetch ${fetched.toFixed(0)}; a bare socket that connects, writes, reads, and closes ${bare.toFixed(0)}`;
    const [owns = [], , , bares = []] = spent;
    const ratios = owns.map((us, turn) => us / (bares[turn] ?? 1));
    return [{ ...ratioOf(ratios, (ratio) => ratio <= BARE_GOAL), unit: "× a bare socket", note }];
  } finally {
    target.stop();
  }
}

export const httpCpu: Bench = { id: "http-cpu", title: "HTTP check, CPU", goal: `≤ ${BARE_GOAL}`, run };
