import type { MonitorConfig } from "@/lib/contract/check";
import { ownCheck } from "./clients";

/** An assertion that always holds and whose verdict carries the header in which the target says how long it took. */
const TOOK = { type: "response_header", operator: "not_equals", selector: "X-Took-Us", value: "-" };

/** One check; milliseconds by which the reported latency differs from the time the target itself took. */
export async function measuredCheck(config: MonitorConfig): Promise<number> {
  const result = await ownCheck({ ...config, success_assertions: [TOOK] });
  const tookUs = Number(result.assertions[0]?.actual);
  return Math.abs((result.timings.total ?? 0) - tookUs) / 1000;
}
