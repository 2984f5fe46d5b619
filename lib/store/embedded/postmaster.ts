import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { monotonicMs } from "@/lib/shared/clock";
import { errorCode } from "@/lib/shared/error-code";
import { log } from "@/lib/shared/log";
import { isAlive } from "@/lib/shared/process-identity";
import type { Account } from "./account";
import { childEnvironment } from "./cluster";

/**
 * PostgreSQL outlives a killed parent, so a shell runs in between. It waits on a pipe that only our process holds open, and stops
 * PostgreSQL (fast, then immediately) when the pipe closes: through `stop()`, or when our process dies, even by SIGKILL.
 */
const KEEPER = `
exec 3<&0 0</dev/null
"$@" 3<&- & server=$!
( read -r _ <&3; kill -INT $server; sleep 5; kill -QUIT $server ) 2>/dev/null & watcher=$!
exec 3<&-
wait $server; code=$?
kill $watcher 2>/dev/null
exit $code`;
const LAST_LINES = 20;
/**
 * Line of postmaster.pid, counted from 0, that contains the state: starting, ready, or stopping (PostgreSQL's
 * miscadmin.h).
 */
const STATUS_LINE = 7;
/** Errors of clients that connect during a start or stop; our pool retries. */
const EXPECTED = /the database system is|terminating connection due to administrator command/;
/** Padded to the length of PostgreSQL's "ready", which it overwrites. */
const STALE = "stale";
const EMPTY_MS = 1000;
const READY_TIMEOUT_MS = 120_000;
export const LEFTOVER_TIMEOUT_MS = 15_000;

export interface Postmaster {
  /** Resolves with PostgreSQL's exit code. */
  readonly ended: Promise<number | null>;
  readonly lastLines: () => string;
  /** Stops fast: rolls back open transactions; everything committed is on disk. */
  stop(): Promise<void>;
}

/** Starts PostgreSQL in its own session, so that Ctrl-C on the terminal only reaches our process. */
export function spawnPostmaster(home: string, cluster: string, args: string[], account: Account): Postmaster {
  const program = path.join(home, "bin", "postgres");
  const child = spawn("/bin/sh", ["-c", KEEPER, "vedette-postgres", program, "-D", cluster, ...args], {
    ...(account.lent ? { uid: account.uid, gid: account.gid } : {}),
    cwd: "/",
    env: childEnvironment(home),
    stdio: ["pipe", "ignore", "pipe"],
    detached: true,
  });
  child.stdin?.on("error", () => {});
  const lines = collectLines(child);
  const ended = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("exit", (code) => resolve(code));
  });
  const stop = async () => {
    child.stdin?.end();
    await ended;
  };
  return { ended, stop, lastLines: () => lines.join("\n") };
}

function collectLines(child: ChildProcess): string[] {
  const lines: string[] = [];
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    for (const line of text.split("\n").filter(Boolean)) {
      lines.push(line);
      if (lines.length > LAST_LINES) lines.shift();
      if (/^(PANIC|FATAL):/.test(line) && !EXPECTED.test(line)) log.warn("postgres", { line });
      else log.debug("postgres", { line });
    }
  });
  return lines;
}

/** Returns the PID in postmaster.pid, or null. */
export function postmasterPid(cluster: string): number | null {
  const pid = Number(statusLines(cluster)[0]);
  return Number.isInteger(pid) && pid > 1 ? pid : null;
}

/** Determines from its last log lines whether PostgreSQL refused to start because processes of an earlier one are still running. */
export const refusedByLeftover = (lastLines: string): boolean => lastLines.split("\n").some(isOfLeftover);

/** Recognizes PostgreSQL's messages about a killed server whose processes haven't all ended (its miscinit.c and sysv_shmem.c). */
function isOfLeftover(line: string): boolean {
  if (
    line.includes("pre-existing shared memory block") ||
    line.endsWith('lock file "postmaster.pid" is empty')
  )
    return true;
  return line.includes('lock file "') && line.endsWith('" already exists');
}

function statusLines(cluster: string): string[] {
  try {
    return readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch (error) {
    // PostgreSQL may remove it at any moment.
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** Waits until PostgreSQL accepts connections; throws with its last log lines when it exits instead. */
export async function untilReady(cluster: string, postmaster: Postmaster): Promise<void> {
  const ended = postmaster.ended.then(() => true);
  const deadline = monotonicMs() + READY_TIMEOUT_MS;
  while (monotonicMs() < deadline) {
    if (statusLines(cluster)[STATUS_LINE]?.trim() === "ready") return;
    if (await Promise.race([ended, wait(10, false)]))
      throw new Error(`PostgreSQL stopped:\n${postmaster.lastLines()}`);
  }
  await postmaster.stop();
  throw new Error(`PostgreSQL was not ready within ${READY_TIMEOUT_MS / 1000} s:\n${postmaster.lastLines()}`);
}

/**
 * Handles a postmaster.pid of an earlier run. Waits for a server that is still stopping. PostgreSQL itself detects a killed
 * one and its orphans. Removes the file only when another program now has the PID, which PostgreSQL would mistake for its own.
 */
export async function clearLeftover(cluster: string): Promise<void> {
  const pid = postmasterPid(cluster);
  if (pid === null) return clearEmpty(cluster);
  const deadline = monotonicMs() + LEFTOVER_TIMEOUT_MS;
  while (isAlive(pid)) {
    if (!isPostgres(pid, cluster)) return rmSync(path.join(cluster, "postmaster.pid"), { force: true });
    if (monotonicMs() > deadline)
      throw new Error(
        `PostgreSQL from an earlier start (PID ${pid}) is still using ${cluster}. Stop it first.`,
      );
    await wait(20);
  }
  markStale(cluster);
}

/** Removes a postmaster.pid that a kill or power failure left empty. One that PostgreSQL is creating is empty only for a moment. */
async function clearEmpty(cluster: string): Promise<void> {
  const file = path.join(cluster, "postmaster.pid");
  const isEmpty = () => statSync(file, { throwIfNoEntry: false })?.size === 0;
  if (!isEmpty()) return;
  await wait(EMPTY_MS);
  if (isEmpty()) rmSync(file, { force: true });
}

/**
 * Overwrites the state, which would say "ready" forever; the other lines stay, since PostgreSQL finds its orphans by them. Writes in
 * place, because a kill must not leave a part of the file.
 */
function markStale(cluster: string): void {
  const lines = statusLines(cluster);
  const state = lines[STATUS_LINE];
  if (state === undefined || state.length < STALE.length) return;
  const file = openSync(path.join(cluster, "postmaster.pid"), "r+");
  try {
    const before = lines.slice(0, STATUS_LINE).join("\n").length + 1;
    writeSync(file, STALE.padEnd(state.length), before);
  } finally {
    closeSync(file);
  }
}

function isPostgres(pid: number, cluster: string): boolean {
  if (!existsSync("/proc/self/cmdline")) return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(cluster);
  } catch {
    return false;
  }
}
