import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@/lib/testing/processes/ports";

const PROGRAM = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"].find(existsSync);

/** Reason why tests of PgBouncer cannot run here; null if they can. */
export const missingPgBouncer = PROGRAM === undefined ? "pgbouncer is not installed" : null;

export interface PgBouncer {
  url(database: string): string;
  stop(): Promise<void>;
}

export interface PgBouncerOptions {
  postgresPort: number;
  mode: "session" | "transaction" | "statement";
  /** Lines of the [pgbouncer] section. */
  settings?: string[];
}

/** Starts PgBouncer with its default settings and few server connections, so that clients share them. */
export async function startPgBouncer(options: PgBouncerOptions): Promise<PgBouncer> {
  const folder = mkdtempSync(path.join(tmpdir(), "vedette-pgbouncer-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const lines = [
    "[databases]",
    `* = host=127.0.0.1 port=${options.postgresPort}`,
    "[pgbouncer]",
    `pool_mode = ${options.mode}`,
    ...["listen_addr = 127.0.0.1", `listen_port = ${port}`, "unix_socket_dir ="],
    ...["auth_type = trust", `auth_file = ${path.join(folder, "users.txt")}`, "default_pool_size = 4"],
    ...(options.settings ?? []),
  ];
  writeFileSync(path.join(folder, "users.txt"), '"vedette" ""\n"plain" ""\n', { mode: 0o644 });
  const ini = path.join(folder, "pgbouncer.ini");
  writeFileSync(ini, `${lines.join("\n")}\n`, { mode: 0o644 });
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn(PROGRAM ?? "pgbouncer", [...user, "-q", ini], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer exited with code ${child.exitCode}.`);
    await wait(20);
  }
  return {
    url: (database, name = "vedette") => `postgres://${name}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
