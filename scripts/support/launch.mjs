import { existsSync } from "node:fs";
import path from "node:path";
import { bundle } from "../build.mjs";
import { checkNode, ensureInstalled } from "./install.mjs";
import { becomeProgram, isStandalone } from "./standalone.mjs";
import { root } from "./step.mjs";

/** Becomes a program that runs without the dashboard (`cli.mjs`, `runner.js`) and bundles it first if it is missing. */
export async function launch(file) {
  process.chdir(root);
  checkNode();
  if (!isStandalone()) {
    await ensureInstalled();
    if (!existsSync(path.join(root, "dist", file))) await bundle();
  }
  await becomeProgram(file);
}
