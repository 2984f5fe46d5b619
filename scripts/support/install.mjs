import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { giveUp, root, step } from "./step.mjs";

const LOWEST_NODE = [20, 20];

/** Ends with what to do when this Node is too old. */
export function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > LOWEST_NODE[0] || (major === LOWEST_NODE[0] && minor >= LOWEST_NODE[1])) return;
  giveUp(
    `This is Node.js ${process.versions.node}; Vedette needs ${LOWEST_NODE.join(".")} or newer.`,
    "Install a newer one from https://nodejs.org (24 is the fastest), then run this again.",
  );
}

/** Installs exactly what package-lock.json names, unless node_modules has it already. */
export async function ensureInstalled() {
  if (matchesLock()) return;
  // NODE_ENV=production would leave out what the build needs.
  const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  const { ok } = await step("Installing packages (once; about a minute)", npm(), args);
  if (ok) return;
  giveUp(
    "The packages could not be installed; npm's own words stand above.",
    "Check that this machine reaches the npm registry (npm ping) and that there is 1 GB of free disk, then run this again.",
  );
}

export function npm() {
  return process.platform === "win32" ? "npm.cmd" : "npm";
}

/**
 * npm writes node_modules/.package-lock.json as the last thing of an install. A package may be missing there only when it is
 * optional (made for another platform).
 */
function matchesLock() {
  const wanted = packages("package-lock.json");
  const present = packages("node_modules/.package-lock.json");
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([name, { version, optional }]) => {
    if (name === "") return true;
    return present[name] ? present[name].version === version : optional === true;
  });
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
