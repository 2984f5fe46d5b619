import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { RUNNER_NODE_OPTIONS } from "@/lib/runner/config/node-options";
import {
  claimRunner,
  isRunning,
  RUNNER_HOLDER_FILE,
  readServer,
  releaseRunner,
  SERVER_FILE,
} from "@/lib/runner/config/server-file";
import { RUNNER_STOP_MS } from "@/lib/runner/config/stop-limits";
import { monotonicMs } from "@/lib/shared/clock";
import { childEnv, env, isEmbedded } from "@/lib/shared/env";
import { currentHolder } from "@/lib/shared/folder-hold";
import { log } from "@/lib/shared/log";
import { pidSpace } from "@/lib/shared/process-identity";
import { sha256 } from "@/lib/shared/secret";
import { ensureLocalRunner } from "@/lib/store/runners/tokens";
import { settleDataDir } from "@/server/database/data-dir";
import { secretFile } from "./secret-file";

const BUNDLE = "dist/runner.js";
const SOURCE = "lib/runner/main.ts";
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;
/** A runner that lived this long was fine: the next pause is short again. */
const HEALTHY_MS = 60_000;
const LOOK_MS = 200;

/** A runner's process: a child of ours, or one that a server before us left behind. */
interface RunnerProcess {
  readonly ended: Promise<number | string | null>;
  kill(signal: NodeJS.Signals): void;
}

/** How to start the built-in runner: `program` differs between versions and settings, whatever the address of the server. */
export interface BuiltInRunner {
  readonly dataDir: string;
  readonly controlUrl: string;
  readonly program: string;
  /** `isClaimed`: it finds the file that says that it works for us. */
  spawn(isClaimed: boolean): ChildProcess;
}

/**
 * Starts the built-in runner as its own process, with the token kept in DATA_DIR, or takes over the one that a crashed server left
 * behind. Starts it again with growing pauses when it ends. `port` is where our front door listens.
 */
export async function startRunnerChild(port: number): Promise<{ stop(): Promise<void> }> {
  const token = secretFile(settleDataDir(), "runner-token");
  await ensureLocalRunner(sha256(token));
  return new RunnerChild(builtInRunner(port, token));
}

function builtInRunner(port: number, token: string): BuiltInRunner {
  const dataDir = path.join(env().DATA_DIR, "runner");
  const controlUrl = `http://${ownAddress()}:${port}`;
  const isBundled = existsSync(BUNDLE) && env().NODE_ENV === "production";
  const args = [...RUNNER_NODE_OPTIONS, ...(isBundled ? [BUNDLE] : ["--import", "tsx", SOURCE])];
  const settings = {
    NODE_ENV: env().NODE_ENV,
    RUNNER_TOKEN: token,
    DATA_DIR: dataDir,
    ANCHORS: env().ANCHORS && (env().ANCHORS?.join(",") || "off"),
    ALLOW_PRIVATE_TARGETS: env().ALLOW_PRIVATE_TARGETS?.join(","),
    // The runner never gets the database's address; only whether it is the one we brought (then private targets are open).
    VEDETTE_EMBEDDED: isEmbedded() ? "1" : undefined,
  };
  // What runs from source is never taken over: any file of it may have changed.
  const built = isBundled ? statSync(BUNDLE).mtimeMs : process.pid;
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
        // Without the file that names its server a runner can't be taken over: the end of the channel ends it.
        stdio: isClaimed ? ["ignore", "inherit", "inherit"] : ["ignore", "inherit", "inherit", "ipc"],
        // A Ctrl-C on the terminal reaches the server, which drains and then stops its runner. When the server crashes, the runner
        // goes on until the next start.
        detached: true,
      }),
  };
}

/** Loopback, unless the front door was told to listen on one address only. */
function ownAddress(): string {
  const { HOST } = env();
  if (HOST === undefined || HOST === "0.0.0.0" || HOST === "::") return "127.0.0.1";
  return HOST.includes(":") ? `[${HOST}]` : HOST;
}

/** Takes over the runner that a crashed server left behind, if it is the same program; else ends that one and starts another. */
async function startOrAdopt(builtIn: BuiltInRunner): Promise<RunnerProcess> {
  const { dataDir, program } = builtIn;
  const holder = currentHolder(dataDir, RUNNER_HOLDER_FILE);
  const before = readServer(path.join(dataDir, SERVER_FILE));
  const isFree = before !== null && (before.pid === process.pid || !isRunning(before));
  // In use by another server, or started by hand: what we start is refused as long as that is so, and says why.
  if (holder !== null && !(isFree && holder.space === pidSpace())) return childProcess(builtIn.spawn(false));
  const isClaimed = claim(builtIn);
  if (holder === null) return childProcess(builtIn.spawn(isClaimed));
  const left = leftProcess(holder);
  if (isClaimed && before?.program === program) {
    log.info("the runner that an earlier start left goes on for this one", { pid: holder.pid });
    return left;
  }
  log.info("the runner that an earlier start left is replaced", { pid: holder.pid });
  await end(left);
  return childProcess(builtIn.spawn(isClaimed));
}

/** False when the disk takes nothing, which keeps no runner from checking. */
function claim({ dataDir, controlUrl, program }: BuiltInRunner): boolean {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    claimRunner(path.join(dataDir, SERVER_FILE), controlUrl, program);
    return true;
  } catch (error) {
    log.error("the disk takes no note of this server: its runner won't outlive it", { error });
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

/** One that isn't our child: whether it ended has to be looked at. */
function leftProcess(holder: { readonly pid: number; readonly identity: string }): RunnerProcess {
  const ended = (async () => {
    while (isRunning(holder)) await wait(LOOK_MS);
    return null;
  })();
  return {
    ended,
    kill: (signal) => {
      if (isRunning(holder)) process.kill(holder.pid, signal);
    },
  };
}

/** SIGTERM, so that it hands in what it has; SIGKILL after 8 s. */
async function end(runner: RunnerProcess): Promise<void> {
  runner.kill("SIGTERM");
  const limit = setTimeout(() => runner.kill("SIGKILL"), RUNNER_STOP_MS);
  await runner.ended;
  clearTimeout(limit);
}

/** The built-in runner of this process: there is one until `stop`. */
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
      log.warn("the local runner ended; starting it again", { code, pauseMs: this.#pauseMs });
      await wait(this.#pauseMs);
      this.#pauseMs = Math.min(this.#pauseMs * 2, MAX_PAUSE_MS);
      if (!this.#stopping) this.#runner = startOrAdopt(this.builtIn);
    }
  }

  /** Ends the runner, which hands in what it has. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#runner.then(end, () => undefined);
    await this.#watched;
    releaseRunner(path.join(this.builtIn.dataDir, SERVER_FILE));
  }
}
