import { readFileSync } from "node:fs";
import { run } from "@/lib/testing/sql";

/** Returns the database's processes that serve this one's connections. */
async function databasePids(): Promise<number[]> {
  const rows = await run<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()
    and backend_type = 'client backend'`;
  return rows.map(({ pid }) => pid);
}

/** Returns the database's first process, the parent of all others. */
export async function databaseRoot(): Promise<number> {
  const [pid] = await databasePids();
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  return Number(fields.split(" ")[1]);
}
