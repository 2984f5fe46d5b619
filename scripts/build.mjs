import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { isBuilt, markBuilt, sourcesHash, unmarkBuilt } from "./support/build-state.mjs";
import { writeClient } from "./support/client.mjs";
import { compressFiles } from "./support/compress.mjs";
import { checkNode, ensureInstalled, isInstalledToBuild } from "./support/install.mjs";
import { isStandalone } from "./support/standalone.mjs";
import { giveUp, root, say, seconds, step } from "./support/step.mjs";

/** Shares its packages with the pages, which run in the same process. */
const SERVER = { "server.ts": "server.mjs" };
const PROGRAMS = {
  "cli/main.ts": "cli.mjs",
  "lib/status-page/serve/draw-image-program.ts": "draw-image.mjs",
  "lib/services/config-file/read-import-program.ts": "read-import.mjs",
};
const RUNNER = { "lib/runner/main.ts": "runner.js" };
/** Native ones, what `pg` and Graphile Worker load only if it's there, and Next.js, which has bundles of its own. */
const NOT_INSIDE = ["koffi", "@node-rs/argon2", "pg-native", "source-map-support", "typescript", "next"];
/** Loading the files of packages takes half of a program's start, so all but the server have them inside. */
const SELF_CONTAINED = {
  external: NOT_INSIDE,
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
};
const WITH_MAP = { sourcemap: "linked" };
const SMALL = { minifySyntax: true, minifyWhitespace: true };
const AGAIN = "Fix the error, then run the command again. Finished steps are skipped.";

/** Builds the Next.js app, the server, the runner, the CLI, and the API client when their sources changed. */
export async function ensureBuilt() {
  const hash = sourcesHash();
  if (isBuilt(hash)) return false;
  unmarkBuilt();
  if (!(await writeClient())) giveUp("Writing the API client failed. See the error above.", AGAIN);
  const next = path.join(root, "node_modules/next/dist/bin/next");
  const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const app = await step("Building the dashboard (about a minute)", process.execPath, [next, "build"], {
    env,
  });
  if (!app.ok) giveUp("The dashboard build failed. See the compiler output above.", AGAIN);
  compressFiles(path.join(root, ".next/static"));
  await bundle();
  markBuilt(hash);
  return true;
}

/**
 * Returns whether the program of these sources runs without node_modules, so that nothing needs to be installed or
 * built.
 */
export function isStandaloneBuilt() {
  return isStandalone() && isBuilt(sourcesHash());
}

/** Returns whether a start would put another program in place of the one that is there. */
export function replacesProgram() {
  return !isBuilt(sourcesHash()) || isInstalledToBuild();
}

/** Bundles each program that Node runs directly into one file. */
export async function bundle() {
  const began = performance.now();
  const { build, stop } = createRequire(import.meta.url)("esbuild");
  const common = {
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "warning",
  };
  const write = async (entries, options) => {
    for (const [entry, name] of Object.entries(entries).filter(([file]) => existsSync(path.join(root, file))))
      await build({ ...common, ...options, entryPoints: [entry], outfile: `dist/${name}` });
  };
  try {
    await write(SERVER, { packages: "external", ...WITH_MAP });
    await write(PROGRAMS, { ...SELF_CONTAINED, ...WITH_MAP });
    // Needs no node_modules except for the optional ping socket.
    await write(RUNNER, { ...SELF_CONTAINED, ...SMALL });
  } catch {
    giveUp("Bundling the server failed. See the compiler output above.", AGAIN);
  }
  // esbuild's process would otherwise stay alive as long as the server that this process becomes.
  await stop();
  say(`✓ Bundling server, runner, and CLI (${seconds(performance.now() - began)})`);
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  checkNode();
  const programsOnly = process.argv.includes("--programs-only");
  const isDone = !programsOnly && isStandaloneBuilt();
  if (!isDone) await ensureInstalled();
  if (programsOnly) await bundle();
  else if (isDone || !(await ensureBuilt())) say("✓ The build is up to date");
}
