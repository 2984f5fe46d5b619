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

/** koffi loads a binary from its own folder: it stays outside of the bundle, and is found although the bundle stands elsewhere. */
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

/** The file that Node runs for `entry` (from the project's root), bundled as the product's own programs are: a loader that names every closure would be measured too. */
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

/** The same of a program of the server, whose packages stay outside as the product's do; so its file stands inside of the project. */
export function bundledServer(entry: string): Promise<string> {
  return once(`bench.bundle.${entry}`, async () => {
    const outfile = path.join(ROOT, ".cache", "bench", `${path.basename(entry, ".ts")}.mjs`);
    await build({
      ...COMMON,
      entryPoints: [entry],
      outfile,
      packages: "external",
      define: { "process.env.NODE_ENV": '"production"' },
    });
    return outfile;
  });
}

/** Starts a bundled program; it ends with us. Its output can be read. */
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

/** Runs a bundled program to its end and reads the JSON that it prints. Throws when it fails. */
export async function answerOf<T>(
  entry: string,
  args: readonly string[],
  variables: Record<string, string> = {},
): Promise<T> {
  return answerFrom<T>(entry, await startProgram(entry, args, variables));
}

/** The same for a program that is not measured itself, as it stands, inside of what `wrapped` makes of its command. */
export async function answerHere<T>(
  entry: string,
  args: readonly string[],
  wrapped: (command: readonly string[]) => [string, string[]],
): Promise<T> {
  const [program, words] = wrapped([process.execPath, "--import", "tsx", entry, ...args]);
  const child = spawn(program, words, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"], env: childEnv({}) });
  return answerFrom<T>(entry, child);
}

async function answerFrom<T>(entry: string, child: ChildProcess): Promise<T> {
  const parts: Buffer[] = [];
  child.stdout?.on("data", (part: Buffer) => parts.push(part));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${entry} ended with ${code}`);
  return JSON.parse(Buffer.concat(parts).toString("utf8")) as T;
}
