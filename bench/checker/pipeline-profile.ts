import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { startPipeline } from "./pipeline";

// Shows where the CPU of `pipeline-cpu` goes: `npx tsx bench/checker/pipeline-profile.ts [monitors] [seconds] [folder]` prints the
// microseconds per check of each process in the pipeline: the runner, the server, and each of PostgreSQL's. With 0
// monitors, prints their idle cost in µs per second. With a folder, writes CPU profiles of the runner and the server to
// it.

const CLOCK_TICKS_PER_SECOND = 100;
/** By then every pair has had its first check, whose result is sent immediately, and PostgreSQL has its plans. */
const SETTLE_MS = 35_000;

interface Spent {
  name: string;
  parent: number;
  userTicks: number;
  systemTicks: number;
}

function processes(): Map<number, Spent> {
  const found = new Map<number, Spent>();
  for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const name = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
      found.set(Number(pid), { name, parent: Number(fields[1]), userTicks, systemTicks });
    } catch {
      // The process ended in the meantime.
    }
  }
  return found;
}

function belongs(all: Map<number, Spent>, pid: number, roots: readonly number[]): boolean {
  if (roots.includes(pid)) return true;
  const parent = all.get(pid)?.parent;
  return parent !== undefined && parent > 1 && belongs(all, parent, roots);
}

async function main(monitors: number, seconds: number, folder?: string): Promise<void> {
  const pipeline = await startPipeline(
    monitors,
    false,
    folder ? ["--cpu-prof", `--cpu-prof-dir=${folder}`] : [],
  );
  try {
    await wait(SETTLE_MS);
    const roots = [pipeline.runnerPid, pipeline.serverPid];
    const stored = async () => (await pipeline.seen()).outcomes.up ?? 0;
    const [before, storedBefore] = [processes(), await stored()];
    await wait(seconds * 1000);
    const [after, checks] = [processes(), (await stored()) - storedBefore];
    const per = monitors > 0 ? checks : seconds;
    let total = 0;
    for (const [pid, { name, userTicks, systemTicks }] of after) {
      if (!belongs(after, pid, roots)) continue;
      const [user, system] = [
        userTicks - (before.get(pid)?.userTicks ?? 0),
        systemTicks - (before.get(pid)?.systemTicks ?? 0),
      ].map((ticks) => (ticks * 1_000_000) / CLOCK_TICKS_PER_SECOND / per) as [number, number];
      total += user + system;
      if (user + system >= 1)
        console.log(
          `${(user + system).toFixed(0).padStart(6)} µs (${user.toFixed(0)} user, ${system.toFixed(0)} kernel)  ${name.slice(0, 90)}`,
        );
    }
    console.log(
      `${total.toFixed(0).padStart(6)} µs in total, ${monitors > 0 ? `per check of ${checks}` : "per second"}`,
    );
  } finally {
    await pipeline.stop();
  }
}

const [monitors, seconds, folder] = process.argv.slice(2);
await main(Number(monitors ?? 750), Number(seconds ?? 60), folder);
