import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, buildSync } from "esbuild";
import { once } from "@/lib/shared/once";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Packages are inside, as in the build (scripts/build.mjs), because loading their files takes half of a program's start. */
export const PROGRAM = {
  absWorkingDir: ROOT,
  bundle: true,
  external: ["esbuild", "koffi", "@node-rs/argon2", "pg-native", "source-map-support", "typescript", "next"],
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
  platform: "node",
  target: "node20",
  format: "esm",
  logLevel: "warning",
} as const satisfies BuildOptions;

/**
 * Bundles a program, given by its path in the project, and returns the file for `node`. A process that starts from source spends
 * several times as much CPU on loading it.
 */
export function program(entry: string, define: Record<string, string> = {}): string {
  return once(`testing.program.${entry}`, () => {
    // Inside the project, where Node finds the packages.
    const cache = path.join(ROOT, ".cache");
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(path.join(cache, "program-"));
    // Some tests run it as another user.
    chmodSync(folder, 0o755);
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    const outfile = path.join(folder, `${path.basename(entry, ".ts")}.mjs`);
    buildSync({ ...PROGRAM, entryPoints: [entry], outfile, define });
    return outfile;
  });
}
