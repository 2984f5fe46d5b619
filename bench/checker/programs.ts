import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { childEnv } from "@/lib/shared/env";
import { once } from "@/lib/shared/once";
import { scratchFolder } from "./scratch";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BANNER = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** koffi loads a binary from its own folder, so it stays outside the bundle and is imported by its absolute URL. */
const KOFFI_FROM_HERE: Plugin = {
  name: "koffi-from-here",
  setup(bundling) {
    bundling.onResolve({ filter: /^koffi$/ }, () => ({ path: koffiUrl(), external: true }));
  },
};

function koffiUrl(): string {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve("koffi")).href;
  } catch {
    return "koffi";
  }
}

const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  logLevel: "warning",
} as const;

/**
 * Bundles `entry` (relative to the project root) like the product's own programs, because a loader that names every
 * closure would be measured too. Returns the file.
 */
export function bundled(entry: string): Promise<string> {
  return once(`bench.bundle.${entry}`, async () => {
    const outfile = path.join(scratchFolder(), `${path.basename(entry, ".ts")}.mjs`);
    await build({
      ...COMMON,
      entryPoints: [entry],
      outfile,
      minifySyntax: true,
      plugins: [KOFFI_FROM_HERE],
      banner: { js: BANNER },
    });
    return outfile;
  });
}

/** Starts a bundled program that ends with this process. Its output can be read. */
export async function startProgram(
  entry: string,
  args: readonly string[],
  variables: Record<string, string> = {},
): Promise<ChildProcess> {
  return spawn(process.execPath, [await bundled(entry), ...args], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: childEnv(variables),
  });
}

/** Runs a bundled program to its end and parses the JSON that it prints. Throws when it fails. */
export async function answerOf<T>(
  entry: string,
  args: readonly string[],
  variables: Record<string, string> = {},
): Promise<T> {
  const child = await startProgram(entry, args, variables);
  const parts: Buffer[] = [];
  child.stdout?.on("data", (part: Buffer) => parts.push(part));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${entry} exited with ${code}`);
  return JSON.parse(Buffer.concat(parts).toString("utf8")) as T;
}
