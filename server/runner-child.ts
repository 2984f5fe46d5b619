import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { RUNNER_NODE_OPTIONS } from "@/lib/runner/node-options";
import { RUNNER_STOP_MS } from "@/lib/runner/stop-limits";
import { monotonicMs } from "@/lib/shared/clock";
import { childEnv, env, isEmbedded } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { sha256 } from "@/lib/shared/secret";
import { ensureLocalRunner } from "@/lib/store/runner-tokens";
import { settleDataDir } from "./data-dir";
import { secretFile } from "./secret-file";

const BUNDLE = "dist/runner.js";
const SOURCE = "lib/runner/main.ts";
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;
/** A runner that lived this long was fine: the next pause is short again. */
const HEALTHY_MS = 60_000;

/**
 * Starts the local runner as its own process, with the token kept in DATA_DIR, and starts it again with growing pauses when it
 * ends. `port` is where our front door listens.
 */
export async function startRunnerChild(port: number): Promise<{ stop(): Promise<void> }> {
  const token = secretFile(settleDataDir(), "runner-token");
  await ensureLocalRunner(sha256(token));
  const child = new RunnerChild(() => spawnRunner(port, token));
  return { stop: () => child.stop() };
}

function spawnRunner(port: number, token: string): ChildProcess {
  const args = existsSync(BUNDLE) && env().NODE_ENV === "production" ? [BUNDLE] : ["--import", "tsx", SOURCE];
  return spawn(process.execPath, [...RUNNER_NODE_OPTIONS, ...args], {
    env: childEnv({
      NODE_ENV: env().NODE_ENV,
      CONTROL_URL: `http://${ownAddress()}:${port}`,
      RUNNER_TOKEN: token,
      DATA_DIR: path.join(env().DATA_DIR, "runner"),
      ANCHORS: env().ANCHORS && (env().ANCHORS?.join(",") || "off"),
      ALLOW_PRIVATE_TARGETS: env().ALLOW_PRIVATE_TARGETS?.join(","),
      // The runner never gets the database's address; only whether it is the one we brought (then private targets are open).
      VEDETTE_EMBEDDED: isEmbedded() ? "1" : undefined,
    }),
    // The channel carries nothing; its end tells the runner that the server is gone, however it went.
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // A Ctrl-C on the terminal reaches the server, which drains and then stops its runner.
    detached: true,
  });
}

/** Loopback, unless the front door was told to listen on one address only. */
function ownAddress(): string {
  const { HOST } = env();
  if (HOST === undefined || HOST === "0.0.0.0" || HOST === "::") return "127.0.0.1";
  return HOST.includes(":") ? `[${HOST}]` : HOST;
}

class RunnerChild {
  #stopping = false;
  #pauseMs = FIRST_PAUSE_MS;
  #child: ChildProcess;
  #ended: Promise<void>;

  constructor(private readonly start: () => ChildProcess) {
    this.#child = start();
    this.#ended = this.#watch();
  }

  async #watch(): Promise<void> {
    while (!this.#stopping) {
      const startedMs = monotonicMs();
      const code = await exitOf(this.#child);
      if (this.#stopping) return;
      if (monotonicMs() - startedMs > HEALTHY_MS) this.#pauseMs = FIRST_PAUSE_MS;
      log.warn("the local runner ended; starting it again", { code, pauseMs: this.#pauseMs });
      await wait(this.#pauseMs);
      this.#pauseMs = Math.min(this.#pauseMs * 2, MAX_PAUSE_MS);
      if (!this.#stopping) this.#child = this.start();
    }
  }

  /** SIGTERM, so that it hands in what it has; SIGKILL after 8 s. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#child.kill("SIGTERM");
    const limit = setTimeout(() => this.#child.kill("SIGKILL"), RUNNER_STOP_MS);
    await this.#ended;
    clearTimeout(limit);
  }
}

function exitOf(child: ChildProcess): Promise<number | string | null> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(code ?? signal));
  });
}
