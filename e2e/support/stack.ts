import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "@/lib/testing/processes/ports";
import { waitFor } from "@/lib/testing/processes/wait";
import { PROGRAM_VARIABLES, programFile } from "./program";

/** A journey's server ends before optimized code pays. Compiling that was a sixth of Node's CPU in the journeys. */
const NODE_OPTIONS = ["--no-opt"];

/** Environment variable with the data directory of a server that was started once. */
export const TEMPLATE = "E2E_DATA_DIR";

export interface Stack {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Environment variables it was started with, in addition to the test's own environment. */
  readonly variables: Record<string, string>;
  /** Everything the server printed. */
  output(): string;
  ownerLink(): Promise<string>;
  /** Sends SIGTERM and returns the exit code. */
  terminate(): Promise<number | null>;
  readonly child: ChildProcess;
  /** Stops and removes all data. */
  stop(): Promise<void>;
}

export interface StackOptions {
  variables?: Record<string, string>;
  /** By default a copy of the template's, without its owner or any record. */
  dataDir?: string;
  port?: number;
  /** By default those of a journey. */
  nodeOptions?: readonly string[];
}

/** Starts the built server as a user would, on a free port with its own data directory, and waits until it is ready. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? (await newDataDir(options.variables));
  const printed: string[] = [];
  const { DATABASE_URL: _own, ...environment } = process.env;
  const child = spawn(
    process.execPath,
    [...(options.nodeOptions ?? NODE_OPTIONS), programFile("server.mjs")],
    {
      env: {
        ...environment,
        ...PROGRAM_VARIABLES,
        PORT: String(port),
        DATA_DIR: dataDir,
        ...options.variables,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => printed.push(chunk.toString()));
  const output = () => printed.join("");
  const url = `http://localhost:${port}`;
  await waitFor("the server to be ready", () => isReady(url, child, output)).catch((error: Error) => {
    child.kill("SIGKILL");
    throw error;
  });
  const terminate = () => {
    child.kill("SIGTERM");
    return exited;
  };
  return {
    url,
    port,
    dataDir,
    variables: options.variables ?? {},
    output,
    child,
    terminate,
    ownerLink: () => waitFor("the owner link", () => /https?:\/\/\S+\/setup\/[\w-]+/.exec(output())?.[0]),
    stop: async () => {
      if (child.exitCode === null) await terminate();
      // The runner of a killed server may write for a moment more.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function newDataDir(variables: Record<string, string> = {}): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "vedette-e2e-"));
  const template = process.env[TEMPLATE];
  // `cp` keeps the owner of PostgreSQL's files, which Node's copy changes.
  if (template && !variables.DATABASE_URL) await promisify(execFile)("cp", ["-a", `${template}/.`, dataDir]);
  return dataDir;
}

async function isReady(url: string, child: ChildProcess, output: () => string): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`the server exited with code ${child.exitCode}:\n${output()}`);
  try {
    return (await fetch(`${url}/api/readyz`)).ok;
  } catch {
    return false;
  }
}
