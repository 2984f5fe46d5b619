import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { programManifest, stageProgram } from "./program.mjs";
import { root, say, seconds } from "./step.mjs";

/** The built program with only the files it loads. */
export const PROGRAM_FOLDER = path.join(root, "dist/vedette");
const MODULES = path.join(root, "node_modules");
/** npm's own record of what it installed, which it writes last. */
const RECORD = ".package-lock.json";

/** Returns whether the last start removed the packages, so that the program runs from its own folder. */
export function isStandalone(modules = MODULES, folder = PROGRAM_FOLDER) {
  return !existsSync(path.join(modules, RECORD)) && existsSync(programManifest(folder));
}

/** Copies the program to its own folder with the packages that it needs, and removes the others. */
export async function makeStandalone() {
  const began = performance.now();
  say("• Keeping only the program (some seconds) …");
  await stageProgram(PROGRAM_FOLDER);
  removeModules(MODULES);
  say(`✓ Keeping only the program (${seconds(performance.now() - began)})`);
}

/**
 * Removes all packages, npm's record of them first, so that what an interrupted removal leaves never counts as installed. Keeps the
 * folder, which may be a mount.
 */
export function removeModules(folder) {
  rmSync(path.join(folder, RECORD), { force: true });
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true, force: true });
}

/** Becomes one of the built programs: `server.mjs`, `cli.mjs`, or `runner.js`. */
export async function becomeProgram(file) {
  process.env.NODE_ENV = "production";
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  if (!isStandalone()) return import(`../../dist/${file}`);
  process.env.VEDETTE_ROOT = PROGRAM_FOLDER;
  return import(path.join(PROGRAM_FOLDER, "dist", file));
}
