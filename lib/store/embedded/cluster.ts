import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Account } from "./account";
import { nameService } from "./name-service";
import type { Durability } from "./settings";

export const MAJOR_VERSION = "18";
const INITDB_TIMEOUT_MS = 120_000;

/** Creates a folder that only PostgreSQL's account can enter. */
export function privateFolder(directory: string, account: Account): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (account.lent) chownSync(directory, account.uid, account.gid);
}

/** Creates the database cluster on first start; discards a partial one of a killed start. */
export async function ensureCluster(
  home: string,
  cluster: string,
  account: Account,
  durability: Durability,
): Promise<void> {
  if (existsSync(path.join(cluster, "PG_VERSION"))) return refuseOtherMajor(cluster);
  const half = `${cluster}.new`;
  rmSync(half, { recursive: true, force: true });
  privateFolder(half, account);
  await initdb(home, half, account, durability);
  rmSync(cluster, { recursive: true, force: true });
  renameSync(half, cluster);
}

function refuseOtherMajor(cluster: string): void {
  const found = readFileSync(path.join(cluster, "PG_VERSION"), "utf8").trim();
  if (found === MAJOR_VERSION) return;
  throw new Error(
    `${cluster} contains data of PostgreSQL ${found}, but this version includes PostgreSQL ${MAJOR_VERSION}. ` +
      "Create a backup with the version that wrote it (`npm run -s cli -- backup FILE`) and restore it here.",
  );
}

async function initdb(home: string, target: string, account: Account, durability: Durability): Promise<void> {
  const args = ["-D", target, "-U", "vedette", "--encoding=UTF8"];
  // accessArguments() sets the rules at runtime; these would admit PostgreSQL's own account only.
  args.push("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--auth=peer");
  args.push("-c", "dynamic_shared_memory_type=mmap", "-c", "io_method=sync", "--no-instructions");
  // With checksums, PostgreSQL logs the whole page at the first read after each new row, a tenth of its CPU in the tests.
  args.push(...(durability === "for-tests" ? ["--no-sync", "--no-data-checksums"] : ["--data-checksums"]));
  const as = account.lent ? { uid: account.uid, gid: account.gid } : {};
  try {
    await promisify(execFile)(path.join(home, "bin", "initdb"), args, {
      ...as,
      cwd: "/",
      env: childEnvironment(home),
      timeout: INITDB_TIMEOUT_MS,
    });
  } catch (error) {
    throw cannotRun(home, error);
  }
}

/** Returns the environment of PostgreSQL's programs, without any of our variables. */
export function childEnvironment(home: string): NodeJS.ProcessEnv {
  const environment = {
    LC_ALL: "C",
    TZ: "UTC",
    PATH: "/usr/bin:/bin",
    LD_LIBRARY_PATH: path.join(home, "lib"),
    ...nameService(),
  };
  // Next.js declares NODE_ENV as required, which these programs must not get.
  return { ...environment, DYLD_LIBRARY_PATH: path.join(home, "lib") } as unknown as NodeJS.ProcessEnv;
}

/** Returns an error that says why the embedded PostgreSQL can't run here, with the alternatives. */
export function cannotRun(home: string, error: unknown): Error {
  const { stderr, message, code } = error as { stderr?: string; message: string; code?: string | number };
  const musl = code === "ENOENT" && existsSync(path.join(home, "bin", "initdb"));
  const why = musl
    ? "it needs glibc, which this system (Alpine, musl) doesn't have"
    : (stderr?.trim() || message).slice(0, 2000);
  return new Error(
    `The embedded PostgreSQL can't run here: ${why}\n` +
      "Use the container image, or set DATABASE_URL to your own PostgreSQL.",
  );
}
