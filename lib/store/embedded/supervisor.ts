import { chownSync, existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { monotonicMs } from "@/lib/shared/clock";
import { READ_ONLY_REMEDY } from "@/lib/shared/disk";
import { errorCode } from "@/lib/shared/error-code";
import { lockFolder } from "@/lib/shared/folder-lock";
import { log } from "@/lib/shared/log";
import { accessArguments } from "./access";
import { type Account, databaseAccount } from "./account";
import { postgresHome } from "./binaries";
import { ensureCluster, privateFolder } from "./cluster";
import { openDataDir, SYSTEM_DATA_DIR } from "./data-dir";
import {
  clearLeftover,
  LEFTOVER_TIMEOUT_MS,
  type Postmaster,
  postmasterPid,
  refusedByLeftover,
  spawnPostmaster,
  untilReady,
} from "./postmaster";
import { type Durability, settings, socketFits, socketUrl } from "./settings";

const DATABASE = "vedette";
/** Short, because the cause (such as a full or read-only disk) may end at any moment, and alerts are waiting. */
const MAX_PAUSE_MS = 15_000;
const LEFTOVER_PAUSE_MS = 100;

export interface Embedded {
  readonly url: string;
  /** PID of PostgreSQL; changes after a crash and restart. */
  readonly pid: number;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** Name of the owner, for the error that a second start gets. */
  what?: string;
  durability?: Durability;
}

/**
 * Starts the embedded PostgreSQL on `dataDir` and keeps it running until `stop()`, restarting it when it exits. Throws when
 * another process uses the directory or when PostgreSQL can't run here.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { durability = "durable", what = "a server" } = options;
  const account = databaseAccount();
  const dataDir = path.resolve(options.dataDir);
  openDataDir(dataDir, account);
  const lock = await lockFolder(dataDir, { what });
  try {
    const home = postgresHome(account, binariesFolder(dataDir));
    const cluster = path.join(dataDir, "postgres");
    await ensureCluster(home, cluster, account, durability);
    const socketDir = socketFolder(dataDir, account);
    const args = [...settings(socketDir, durability), ...accessArguments(dataDir)];
    const start = () => launch(home, cluster, args, account);
    const keeper = new Keeper(await start(), start);
    await createDatabase(socketDir);
    const url = socketUrl(socketDir, DATABASE);
    lock.publish(url);
    return {
      url,
      get pid() {
        return postmasterPid(cluster) ?? 0;
      },
      stop: async () => {
        await keeper.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Starts PostgreSQL, and again while processes of a killed one are still ending. */
async function launch(home: string, cluster: string, args: string[], account: Account): Promise<Postmaster> {
  const deadline = monotonicMs() + LEFTOVER_TIMEOUT_MS;
  for (;;) {
    await clearLeftover(cluster);
    const postmaster = spawnPostmaster(home, cluster, args, account);
    try {
      await untilReady(cluster, postmaster);
      return postmaster;
    } catch (error) {
      if (!refusedByLeftover(postmaster.lastLines()) || monotonicMs() > deadline) throw error;
      await wait(LEFTOVER_PAUSE_MS);
    }
  }
}

/** Restarts PostgreSQL when it exits unexpectedly, with growing pauses. */
class Keeper {
  #stopping = false;
  #current: Postmaster;
  #restart: Promise<void> = Promise.resolve();

  constructor(
    first: Postmaster,
    private readonly start: () => Promise<Postmaster>,
  ) {
    this.#current = first;
    this.#watch();
  }

  #watch(): void {
    void this.#current.ended.then((code) => {
      if (this.#stopping) return;
      log.error("PostgreSQL exited unexpectedly; restarting it", {
        code,
        lastLines: this.#current.lastLines(),
      });
      this.#restart = this.#again();
    });
  }

  async #again(): Promise<void> {
    let said = "";
    for (let pauseMs = 50; !this.#stopping; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        this.#current = await this.start();
        log.info("PostgreSQL restarted");
        return this.#watch();
      } catch (error) {
        const remedy = errorCode(error) === "EROFS" ? `. ${READ_ONLY_REMEDY}` : "";
        const reason = `${error instanceof Error ? error.message : String(error)}${remedy}`;
        // Each reason once: a disk that stays read-only would fill the log.
        if (reason !== said) log.error("PostgreSQL failed to start; trying again until it does", { reason });
        said = reason;
        await wait(pauseMs, undefined, { ref: false });
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#current.stop();
    await this.#restart;
    await this.#current.stop();
  }
}

function binariesFolder(dataDir: string): string {
  return existsSync(SYSTEM_DATA_DIR) ? SYSTEM_DATA_DIR : dataDir;
}

/** Returns the data directory, or a random folder in the system's temporary directory when the path is too long for a socket. */
function socketFolder(dataDir: string, account: Account): string {
  const inside = path.join(dataDir, "socket");
  if (socketFits(inside)) {
    privateFolder(inside, account);
    return inside;
  }
  const outside = mkdtempSync(path.join(tmpdir(), "vedette-socket-"));
  if (account.lent) chownSync(outside, account.uid, account.gid);
  return outside;
}

async function createDatabase(socketDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: socketUrl(socketDir, "postgres") });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
