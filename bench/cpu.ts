import { readFileSync } from "node:fs";
import { pool } from "@/lib/store/core/pool";

const TICKS_PER_SECOND = 100;

/** Returns the processor time that processes have used, in seconds. */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((total, pid) => {
    const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const [user, system] = fields.split(" ").slice(11, 13).map(Number);
    return total + ((user ?? 0) + (system ?? 0)) / TICKS_PER_SECOND;
  }, 0);
}

/** Returns the database's processes; of `ours`, only those that serve this one's connections. */
export async function databasePids(which: "all" | "ours" = "all"): Promise<number[]> {
  const { rows } = await pool().query<{ pid: number }>(
    "select pid from pg_stat_activity where $1 = 'all' or (datname = current_database() and backend_type = 'client backend')",
    [which],
  );
  return rows.map(({ pid }) => pid);
}
