import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { giveUp, root, step } from "./step.mjs";

const LOWEST_NODE = [20, 20];
/** Marks packages that were installed without those for tests, by a script and not by the user. npm removes the mark with the packages. */
const TO_BUILD = path.join(root, "node_modules/.vedette-to-build");

/** Exits with instructions when this Node.js version is too old. */
export function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > LOWEST_NODE[0] || (major === LOWEST_NODE[0] && minor >= LOWEST_NODE[1])) return;
  giveUp(
    `Vedette requires Node.js ${LOWEST_NODE.join(".")} or newer; got ${process.versions.node}.`,
    "Install a newer version from https://nodejs.org (24 is the fastest), then run this again.",
  );
}

/**
 * Installs exactly the packages of package-lock.json, unless node_modules already matches. Without `everything`, the packages that only tests
 * and checks need are left out, unless some are there already.
 */
export async function ensureInstalled({ everything = false } = {}) {
  const wanted = packages("package-lock.json");
  const present = installed();
  const withTests = everything || hasTests(present);
  if (wanted && matchesLock(wanted, present, withTests)) return;
  // With NODE_ENV=production npm would skip the packages for tests.
  const args = [
    "ci",
    withTests ? "--include=dev" : "--omit=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
  ];
  const { ok } = await step("Installing packages (once; about a minute)", npm(), args);
  if (!ok)
    giveUp(
      "Installing packages failed. See npm's output above.",
      "Check that this machine can reach the npm registry (npm ping) and has 1 GB of free disk space, then run this again.",
    );
  if (!withTests) writeFileSync(TO_BUILD, "");
}

/** Returns whether a script installed the packages, and only to build. */
export function isInstalledToBuild() {
  return existsSync(TO_BUILD) && !hasTests(installed());
}

export function npm() {
  return process.platform === "win32" ? "npm.cmd" : "npm";
}

/**
 * Compares what is installed (node_modules/.package-lock.json, which npm writes last) with the lock file. Packages for other platforms
 * may be missing.
 */
export function matchesLock(wanted, present, withTests) {
  return Object.entries(wanted).every(([name, { version, optional, dev }]) => {
    if (name === "") return true;
    return present[name]
      ? present[name].version === version
      : optional === true || (dev === true && !withTests);
  });
}

function installed() {
  return packages("node_modules/.package-lock.json") ?? {};
}

function hasTests(present) {
  return Object.values(present).some(({ dev }) => dev);
}

function packages(file) {
  const full = path.join(root, file);
  if (!existsSync(full)) return null;
  try {
    return JSON.parse(readFileSync(full, "utf8")).packages;
  } catch {
    return null;
  }
}
