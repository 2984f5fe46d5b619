import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { RUNNER_NODE_OPTIONS, RUNNER_STOP_MS } from "@/lib/runner/config/process";
import {
  claimRunner,
  isRunning,
  RUNNER_HOLDER_FILE,
  readServer,
  releaseRunner,
  SERVER_FILE,
} from "@/lib/runner/config/server-file";
import { monotonicMs } from "@/lib/shared/clock";
import { childEnv, env, isEmbedded, programFile } from "@/lib/shared/env";
import { currentOwner } from "@/lib/shared/folder-lock";
import { log } from "@/lib/shared/log";
import { pidSpace } from "@/lib/shared/process-identity";
import { sha256 } from "@/lib/shared/secret";
import { ensureBuiltInRunner } from "@/lib/store/runners/tokens";
import { settleDataDir } from "@/server/database/data-dir";
import { secretFile } from "./secret-file";

const BUNDLE = "dist/runner.js";
const SOURCE = "lib/runner/main.ts";
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;
/** A runner that ran this long was healthy, so the next pause is short again. */
const HEALTHY_MS = 60_000;
const POLL_MS = 200;

/** A runner's process: a child, or one that an earlier server left behind. */
interface RunnerProcess {
  readonly ended: Promise<number | string | null>;
  kill(signal: NodeJS.Signals): void;
}

/** How to start the built-in runner: `program` differs between versions and settings, but not by server URL. */
export interface BuiltInRunner {
  readonly dataDir: string;
  readonly controlUrl: string;
  readonly program: string;
  /** `isClaimed`: whether the file that assigns the runner to this server exists. */
  spawn(isClaimed: boolean): ChildProcess;
}

/**
 * Starts the built-in runner as a separate process with the token kept in DATA_DIR, or adopts the one that a crashed server
 * left behind. Restarts it with growing pauses when it exits. `port` is the server's port, `region` its RUNNER_REGION.
 */
export async function startRunnerChild(
  port: number,
  region: string | null,
): Promise<{ stop(): Promise<void> }> {
  const token = await secretFile(settleDataDir(), "runner-token");
  await ensureBuiltInRunner(sha256(token), region);
  return new RunnerChild(builtInRunner(port, token));
}

/** Returns how this server starts its runner. */
export function builtInRunner(port: number, token: string): BuiltInRunner {
  const dataDir = path.join(env().DATA_DIR, "runner");
  const controlUrl = `http://${ownAddress()}:${port}`;
  const bundle = programFile(BUNDLE);
  const isBundled = existsSync(bundle) && env().NODE_ENV === "production";
  const args = [...RUNNER_NODE_OPTIONS, ...(isBundled ? [bundle] : ["--import", "tsx", SOURCE])];
  const settings = {
    NODE_ENV: env().NODE_ENV,
    RUNNER_TOKEN: token,
    DATA_DIR: dataDir,
    ANCHORS: env().ANCHORS && (env().ANCHORS?.join(",") || "off"),
    ANCHOR_NAMES: env().ANCHOR_NAMES && (env().ANCHOR_NAMES?.join(",") || "off"),
    ALLOW_PRIVATE_TARGETS: env().ALLOW_PRIVATE_TARGETS?.join(","),
    // The runner never gets the database's URL, only whether it's the embedded one (then private targets are allowed).
    VEDETTE_EMBEDDED: isEmbedded() ? "1" : undefined,
  };
  // Never adopt a runner started from source, because any file may have changed.
  const built = isBundled ? statSync(bundle).mtimeMs : process.pid;
  const program = sha256(
    JSON.stringify([process.execPath, process.version, args, built, childEnv(settings)]),
  ).toString("hex");
  return {
    dataDir,
    controlUrl,
    program,
    spawn: (isClaimed) =>
      spawn(process.execPath, args, {
        env: childEnv({
          ...settings,
          CONTROL_URL: controlUrl,
          VEDETTE_SERVER_FILE: isClaimed ? path.join(dataDir, SERVER_FILE) : undefined,
        }),
        // Without the file that names its server, a runner can't be adopted, so closing the channel ends it.
        stdio: isClaimed ? ["ignore", "inherit", "inherit"] : ["ignore", "inherit", "inherit", "ipc"],
        // Ctrl-C on the terminal reaches the server, which drains and then stops its runner. When the server crashes, the runner
        // continues until the next start.
        detached: true,
      }),
  };
}

/** Returns loopback, unless the server listens on one address only. */
function ownAddress(): string {
  const { HOST } = env();
  if (HOST === undefined || HOST === "0.0.0.0" || HOST === "::") return "127.0.0.1";
  return HOST.includes(":") ? `[${HOST}]` : HOST;
}

/** Adopts the runner that a crashed server left behind if it is the same program; otherwise stops it and starts another. */
async function startOrAdopt(builtIn: BuiltInRunner): Promise<RunnerProcess> {
  const { dataDir, program } = builtIn;
  const holder = currentOwner(dataDir, RUNNER_HOLDER_FILE);
  const before = readServer(path.join(dataDir, SERVER_FILE));
  const isFree = before !== null && (before.pid === process.pid || !isRunning(before));
  // In use by another server, or started manually: the new runner is rejected and logs the reason.
  if (holder !== null && !(isFree && holder.space === pidSpace())) return childProcess(builtIn.spawn(false));
  const isClaimed = claim(builtIn);
  if (holder === null) return childProcess(builtIn.spawn(isClaimed));
  const left = leftProcess(holder);
  if (isClaimed && before?.program === program) {
    log.info("adopted the runner of an earlier start", { pid: holder.pid });
    return left;
  }
  log.info("replacing the runner of an earlier start", { pid: holder.pid });
  await end(left);
  return childProcess(builtIn.spawn(isClaimed));
}

/** Returns false when the disk is full, which doesn't keep a runner from checking. */
function claim({ dataDir, controlUrl, program }: BuiltInRunner): boolean {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    claimRunner(path.join(dataDir, SERVER_FILE), controlUrl, program);
    return true;
  } catch (error) {
    log.error("failed to write the runner's claim file; the runner will stop with this server", { error });
    return false;
  }
}

function childProcess(child: ChildProcess): RunnerProcess {
  const ended = new Promise<number | string | null>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(code ?? signal));
  });
  return { ended, kill: (signal) => void child.kill(signal) };
}

/** Wraps a process that isn't our child, whose exit must be polled. */
function leftProcess(holder: { readonly pid: number; readonly identity: string }): RunnerProcess {
  const ended = (async () => {
    while (isRunning(holder)) await wait(POLL_MS);
    return null;
  })();
  return {
    ended,
    kill: (signal) => {
      if (isRunning(holder)) process.kill(holder.pid, signal);
    },
  };
}

/** Sends SIGTERM, so that the runner submits its results; SIGKILL after 8 s. */
async function end(runner: RunnerProcess): Promise<void> {
  runner.kill("SIGTERM");
  const limit = setTimeout(() => runner.kill("SIGKILL"), RUNNER_STOP_MS);
  await runner.ended;
  clearTimeout(limit);
}

/** The built-in runner of this process, which runs until `stop`. */
export class RunnerChild {
  #stopping = false;
  #pauseMs = FIRST_PAUSE_MS;
  #runner: Promise<RunnerProcess>;
  readonly #watched: Promise<void>;

  constructor(private readonly builtIn: BuiltInRunner) {
    this.#runner = startOrAdopt(builtIn);
    this.#watched = this.#watch();
  }

  async #watch(): Promise<void> {
    while (!this.#stopping) {
      const startedMs = monotonicMs();
      const code = await this.#runner.then(
        ({ ended }) => ended,
        (error: unknown) => String(error),
      );
      if (this.#stopping) return;
      if (monotonicMs() - startedMs > HEALTHY_MS) this.#pauseMs = FIRST_PAUSE_MS;
      log.warn("the built-in runner exited; restarting it", { code, pauseMs: this.#pauseMs });
      await wait(this.#pauseMs);
      this.#pauseMs = Math.min(this.#pauseMs * 2, MAX_PAUSE_MS);
      if (!this.#stopping) this.#runner = startOrAdopt(this.builtIn);
    }
  }

  /** Stops the runner after it submits its results. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#runner.then(end, () => undefined);
    await this.#watched;
    releaseRunner(path.join(this.builtIn.dataDir, SERVER_FILE));
  }
}
