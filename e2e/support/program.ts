import path from "node:path";

/** The program that a journey runs: `npm test` names a copy with only the files it loads. Without one, the checkout's build. */
const FOLDER = process.env.E2E_PROGRAM ?? ".";

/** Where the program finds its files (lib/shared/env.ts). */
export const PROGRAM_VARIABLES = { NODE_ENV: "production", VEDETTE_ROOT: FOLDER } as const;

/** Returns the path of `server.mjs`, `cli.mjs`, or `runner.js`. */
export function programFile(name: string): string {
  return path.join(FOLDER, "dist", name);
}
