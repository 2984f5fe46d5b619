import { mkdirSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { PUBLIC_CONNECTIVITY_CHECKS, parseConnectivityCheck } from "@/lib/probes/net/connectivity-check";
import { env } from "@/lib/shared/env";
import { FolderInUse, type FolderLock, lockFolder } from "@/lib/shared/folder-lock";
import { log } from "@/lib/shared/log";
import { PROGRAM_VERSION } from "@/lib/shared/version";
import { RUNNER_STOP_MS } from "./config/process";
import { RUNNER_HOLDER_FILE } from "./config/server-file";
import { ServerWatch } from "./config/server-watch";
import { Runner } from "./runner";
import { PUBLIC_NAMES } from "./self-check/name-servers";

const ORPHAN_LAST_CHECKS_MS = 1000;
/** Time for a previous runner to exit. */
const LOCK_PATIENCE_MS = 3000;

/**
 * Keeps the heap small. A runner's memory is its configuration, which rarely changes, plus short-lived results.
 * Growing to 1.4 times the live size, instead of V8's 4 times, keeps 50,000 monitors below 180 MB. A V8 without the
 * flag logs a warning and continues.
 */
function keepSmall(): void {
  setFlagsFromString("--heap-growing-percent=40");
}

/**
 * Claims the data directory. Two runners in one folder would send each other's results and check everything twice. A
 * read-only disk doesn't keep a runner from checking.
 */
async function lockDataDir(dataDir: string, onLost: () => void): Promise<FolderLock | null> {
  try {
    mkdirSync(dataDir, { recursive: true });
    return await lockFolder(dataDir, {
      what: "a runner",
      file: RUNNER_HOLDER_FILE,
      patienceMs: LOCK_PATIENCE_MS,
      onLost,
    });
  } catch (error) {
    if (error instanceof FolderInUse) throw error;
    log.warn("can't determine whether another runner uses the data directory", { dataDir, error });
    return null;
  }
}

/** Runs the runner program. CONTROL_URL and RUNNER_TOKEN identify its server; DATA_DIR contains its spool. */
async function main(): Promise<void> {
  const { CONTROL_URL, RUNNER_TOKEN, DATA_DIR, ANCHORS, ANCHOR_NAMES, VEDETTE_SERVER_FILE } = env();
  if (!CONTROL_URL || !RUNNER_TOKEN) {
    throw new Error(
      "A runner needs CONTROL_URL (the server's address) and RUNNER_TOKEN (printed by `npm run -s cli -- runners create --region …`).",
    );
  }
  keepSmall();
  // When a built-in runner outlives its server, nothing may read its output anymore.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  let runner: Runner | null = null;
  let lock: FolderLock | null = null;
  let stopping = false;
  const stop = (exitCode: number, lastChecksMs?: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), RUNNER_STOP_MS).unref();
    const end = (code: number) => {
      lock?.release();
      process.exit(code);
    };
    (runner?.stop(lastChecksMs) ?? Promise.resolve()).then(
      () => end(exitCode),
      (error: unknown) => {
        log.error("runner didn't stop cleanly", { error });
        end(1);
      },
    );
  };
  process.on("SIGTERM", () => stop(0));
  process.on("SIGINT", () => stop(0));
  // Tests and benchmarks are at the other end of the channel.
  if (process.channel) process.on("disconnect", () => stop(0, ORPHAN_LAST_CHECKS_MS));
  lock = await lockDataDir(DATA_DIR, () => stop(1));
  runner = new Runner({
    controlUrl: CONTROL_URL,
    token: RUNNER_TOKEN,
    dataDir: DATA_DIR,
    connectivityChecks:
      ANCHORS === undefined ? PUBLIC_CONNECTIVITY_CHECKS : ANCHORS.map(parseConnectivityCheck),
    knownNames: ANCHOR_NAMES ?? PUBLIC_NAMES,
  });
  runner.start();
  if (VEDETTE_SERVER_FILE)
    new ServerWatch({
      file: VEDETTE_SERVER_FILE,
      onAdopted: (controlUrl) => runner?.moveTo(controlUrl),
      onGone: () => stop(0, ORPHAN_LAST_CHECKS_MS),
    }).start();
  else log.info("runner started", { version: PROGRAM_VERSION, control: CONTROL_URL });
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
