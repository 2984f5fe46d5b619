import pg from "pg";
import { vi } from "vitest";
import { pool } from "@/lib/store/core/pool";

interface Plan {
  readonly "Node Type": string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly Plan[];
}

/** Returns the rows of tables that the reads of `work` scanned, also those that no condition matched. Executes each read again to explain it. */
export async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const calls: unknown[][] = spy.mock.calls.map((given) => [...given]);
  spy.mockRestore();
  let rows = 0;
  for (const [given, values] of calls) {
    const { text, values: own } =
      typeof given === "string" ? { text: given, values: undefined } : (given as pg.QueryConfig);
    if (!/^[\s(]*(select|with)\b/.test(text)) continue;
    const used = own ?? values;
    for (const plan of await plans(text, Array.isArray(used) ? used : [])) rows += scanned(plan);
  }
  return rows;
}

/** Workers, of which there are more or fewer, would each read ahead. */
async function plans(text: string, values: unknown[]): Promise<Plan[]> {
  const client = await pool().connect();
  try {
    await client.query("set max_parallel_workers_per_gather = 0");
    const explained = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    return explained.rows.map((row) => row["QUERY PLAN"][0].Plan);
  } finally {
    await client.query("reset max_parallel_workers_per_gather");
    client.release();
  }
}

function scanned(plan: Plan): number {
  const isScan = plan["Relation Name"] !== undefined;
  const own = isScan
    ? (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"]
    : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + scanned(part), own);
}
