import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { giveUp, root, say } from "./step.mjs";

const SCRIPT = "scripts/start.mjs";

/** A server that was just stopped finishes its requests first. */
const STOPPING_MS = 10_000;
const LOOK_MS = 250;

/**
 * Waits until no other process runs this checkout's program, whose files a build would replace. Ends with an error if
 * one keeps running. Only Linux tells where a process runs.
 */
export async function requireNoneRunning() {
  const untilMs = performance.now() + STOPPING_MS;
  let pid = runningFrom(root);
  if (pid !== null) say(`• Waiting for process ${pid}, which runs Vedette from ${path.resolve(root)} …`);
  while (pid !== null && performance.now() < untilMs) {
    await wait(LOOK_MS);
    pid = runningFrom(root);
  }
  if (pid === null) return;
  giveUp(
    `Process ${pid} still runs Vedette from ${path.resolve(root)}, and this start would replace its files.`,
    "Stop it, then start again. To shorten the pause, run `npm run build` before you stop it.",
  );
}

/** Returns the process that `npm start` started in a folder; null if there is none other than this one, or none can be seen. */
export function runningFrom(folder) {
  const at = path.resolve(folder);
  for (const name of processes()) {
    if (name === String(process.pid)) continue;
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
      if (words.some((word) => word.endsWith(SCRIPT)) && readlinkSync(`/proc/${name}/cwd`) === at)
        return Number(name);
    } catch {
      // It ended in the meantime, or belongs to another user.
    }
  }
  return null;
}

function processes() {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
