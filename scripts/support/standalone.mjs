import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { programManifest, stageProgram } from "./program.mjs";
import { root, say, seconds } from "./step.mjs";

/** The built program with only the files it loads. */
export const PROGRAM_FOLDER = path.join(root, "dist/vedette");
const MODULES = path.join(root, "node_modules");

/** Returns whether the program was left without node_modules by the last start, so that it runs from its own folder. */
export function isStandalone(modules = MODULES, folder = PROGRAM_FOLDER) {
  return !existsSync(modules) && existsSync(programManifest(folder));
}

/** Copies the program to its own folder and removes node_modules, of which the copy holds what it needs. */
export async function makeStandalone() {
  const began = performance.now();
  say("• Keeping only the program (some seconds) …");
  await stageProgram(PROGRAM_FOLDER);
  removeModules(MODULES);
  say(`✓ Keeping only the program (${seconds(performance.now() - began)})`);
}

/** Removes npm's own record first, so that what an interrupted removal leaves never counts as installed. */
export function removeModules(folder) {
  rmSync(path.join(folder, ".package-lock.json"), { force: true });
  rmSync(folder, { recursive: true, force: true });
}

/** Becomes one of the built programs: `server.mjs`, `cli.mjs` or `runner.js`. */
export async function becomeProgram(file) {
  process.env.NODE_ENV = "production";
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  if (!isStandalone()) return import(`../../dist/${file}`);
  process.env.VEDETTE_ROOT = PROGRAM_FOLDER;
  return import(path.join(PROGRAM_FOLDER, "dist", file));
}
