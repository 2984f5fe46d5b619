import pg from "pg";
import { test, vi } from "vitest";
import { pool } from "@/lib/store/core/pool";
import { isOnCitus } from "@/lib/testing/databases/test-database";

/** A test of what reads read. Citus explains another plan than it runs: one made without the values. */
export const readsTest = test.runIf(!(await isOnCitus()));

interface Plan {
  readonly "Node Type": string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Relation Name"?: string;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly Plan[];
}

/** Returns the rows of tables that the reads of `work` scanned, also those that no condition matched. */
export async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  return (await plansOf(work)).reduce((sum, plan) => sum + scanned(plan), 0);
}

/** Returns the blocks of tables and indexes that the reads of `work` looked at, each as often as it did. */
export async function blocksRead(work: () => Promise<unknown>): Promise<number> {
  const plans = await plansOf(work);
  return plans.reduce((sum, plan) => sum + plan["Shared Hit Blocks"] + plan["Shared Read Blocks"], 0);
}

/** Executes each read of `work` again to explain it. */
async function plansOf(work: () => Promise<unknown>): Promise<Plan[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const calls: unknown[][] = spy.mock.calls.map((given) => [...given]);
  spy.mockRestore();
  const found: Plan[] = [];
  for (const [given, values] of calls) {
    const { text, values: own } =
      typeof given === "string" ? { text: given, values: undefined } : (given as pg.QueryConfig);
    if (!/^[\s(]*(select|with)\b/.test(text)) continue;
    const used = own ?? values;
    found.push(...(await plans(text, Array.isArray(used) ? used : [])));
  }
  return found;
}

/** Workers, of which there are more or fewer, would each read ahead. */
async function plans(text: string, values: unknown[]): Promise<Plan[]> {
  const client = await pool().connect();
  try {
    await client.query("set max_parallel_workers_per_gather = 0");
    const explained = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `explain (analyze, buffers, format json) ${text}`,
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
