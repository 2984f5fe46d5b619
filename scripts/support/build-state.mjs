import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./step.mjs";

const SOURCES = [
  "app",
  "components",
  "lib",
  "server",
  "cli",
  "public",
  "scripts/build.mjs",
  "scripts/client",
  "scripts/client-package.ts",
  "server.ts",
  "instrumentation.ts",
  "proxy.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];
const NOT_BUILT = /\.(test|md)\.?\w*$|\/testing\//;
const STAMP = "dist/sources.sha256";
const PRODUCTS = [
  ".next/BUILD_ID",
  "dist/server.mjs",
  "dist/runner.js",
  "dist/cli.mjs",
  "packages/client/operations.js",
  "packages/client/operations.d.ts",
];

/** Returns the SHA-256 of names and contents of all build inputs. */
export function sourcesHash() {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap(files).sort()) {
    hash.update(`${file}\0`);
    hash.update(readFileSync(path.join(root, file)));
  }
  return hash.digest("hex");
}

/** Returns whether the built files match `hash`. */
export function isBuilt(hash) {
  if (!PRODUCTS.every((file) => existsSync(path.join(root, file)))) return false;
  const stamp = path.join(root, STAMP);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
}

/** Marks the build as complete. Runs last, so that an interrupted build never counts. */
export function markBuilt(hash) {
  mkdirSync(path.join(root, "dist"), { recursive: true });
  writeFileSync(path.join(root, STAMP), hash);
}

export function unmarkBuilt() {
  rmSync(path.join(root, STAMP), { force: true });
}

function files(entry) {
  const full = path.join(root, entry);
  if (!existsSync(full)) return [];
  if (path.extname(entry) !== "") return [entry];
  return readdirSync(full, { withFileTypes: true, recursive: true })
    .filter((found) => found.isFile())
    .map((found) => path.relative(root, path.join(found.parentPath, found.name)))
    .filter((name) => !NOT_BUILT.test(name));
}
