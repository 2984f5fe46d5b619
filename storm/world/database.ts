import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { syncFile, syncFolder } from "@/lib/shared/durable-file";
import { type Account, databaseAccount } from "@/lib/store/embedded/account";
import { postgresHome } from "@/lib/store/embedded/binaries";
import { ensureCluster, privateFolder } from "@/lib/store/embedded/cluster";
import { openDataDir } from "@/lib/store/embedded/data-dir";
import {
  clearLeftover,
  type Postmaster,
  postmasterPid,
  spawnPostmaster,
  untilReady,
} from "@/lib/store/embedded/postmaster";
import { settings } from "@/lib/store/embedded/settings";
import { freePort } from "@/lib/testing/processes/ports";

const KILL_ROUNDS = 5;
const KILL_PAUSE_MS = 300;
const TRIES = 5;

/** A durable PostgreSQL as an external server, which is killed, frozen, and loses its disk. */
export class Database {
  kills = 0;
  private postmaster: Postmaster | null = null;
  private isUp = false;

  private constructor(
    private readonly home: string,
    private readonly cluster: string,
    private readonly account: Account,
    private readonly args: readonly string[],
    readonly url: string,
  ) {}

  static async create(folder: string): Promise<Database> {
    const account = databaseAccount();
    openDataDir(folder, account);
    const [cluster, socket] = [path.join(folder, "postgres"), path.join(folder, "socket")];
    const home = postgresHome(account, folder);
    privateFolder(socket, account);
    await ensureCluster(home, cluster, account, "durable");
    const hba = path.join(folder, "hba.conf");
    writeFileSync(hba, "host all all 127.0.0.1/32 trust\n", { mode: 0o644 });
    // A power loss may come soon.
    await syncFile(hba);
    await syncFolder(folder);
    const port = await freePort();
    const given = {
      listen_addresses: "127.0.0.1",
      port: String(port),
      hba_file: hba,
      max_connections: "120",
    };
    const args = Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const url = `postgres://vedette@127.0.0.1:${port}/postgres`;
    return new Database(home, cluster, account, [...settings(socket, "durable"), ...args], url);
  }

  /** Starts it as a supervisor would, again if it fails: a disk that was full needs a moment. */
  async start(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await clearLeftover(this.cluster);
        const postmaster = spawnPostmaster(this.home, this.cluster, [...this.args], this.account);
        this.postmaster = postmaster;
        await untilReady(this.cluster, postmaster);
        this.isUp = true;
        void postmaster.ended.then(() => {
          if (this.postmaster === postmaster) this.isUp = false;
        });
        return;
      } catch (error) {
        if (attempt === TRIES) throw error;
        await wait(1000);
      }
    }
  }

  async ensureRunning(): Promise<void> {
    if (!this.isUp) await this.start();
  }

  /** Kills every process at once, as the kernel's out-of-memory killer or a power loss would. */
  async kill(): Promise<void> {
    this.kills += 1;
    const pids = this.pids();
    for (const pid of pids) signal(pid, "SIGSTOP");
    for (const pid of pids) signal(pid, "SIGKILL");
    await this.postmaster?.ended;
    this.isUp = false;
  }

  /** Ends every connection several times, as a failover or an administrator would. */
  async killConnections(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url });
    client.on("error", () => {});
    await client.connect();
    for (let round = 0; round < KILL_ROUNDS; round += 1) {
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
      );
      await wait(KILL_PAUSE_MS);
    }
    await client.end();
  }

  freeze(): void {
    for (const pid of this.pids()) signal(pid, "SIGSTOP");
  }

  thaw(): void {
    for (const pid of this.pids()) signal(pid, "SIGCONT");
  }

  async stop(): Promise<void> {
    this.thaw();
    await this.postmaster?.stop();
  }

  /** Returns the postmaster and its children. */
  private pids(): number[] {
    const pid = this.postmasterPid();
    if (pid === null) return [];
    try {
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
      return [pid, ...children.split(" ").filter(Boolean).map(Number)];
    } catch {
      return [pid];
    }
  }

  /** Remembers the PID, because the file is unreadable once the disk lost its power. */
  private postmasterPid(): number | null {
    try {
      this.lastPid = postmasterPid(this.cluster) ?? this.lastPid;
    } catch {
      // The disk is gone.
    }
    return this.lastPid;
  }

  private lastPid: number | null = null;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Ended by itself.
  }
}
