import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import { childEnv, env, programFile } from "../env";
import { log } from "../log";
import { once } from "../once";
import { INPUT_LENGTH_BYTES } from "./killable-program";

/** A program that reads one hostile input in a process of its own. `killable-program.ts` is its other side. */
export interface KillableProgram {
  /** The name of its bundle in `dist`, without `.mjs`. */
  readonly name: string;
  /** Where its source is, which runs while nothing is bundled. */
  readonly source: string;
  readonly limits: KillableLimits;
}

export interface KillableLimits {
  /** Limits the CPU time, because a busy machine may need several times as long. */
  readonly cpuMs: number;
  /** Limits the heap, and each WebAssembly memory, to half of this. */
  readonly memoryMb: number;
  readonly outputMaxBytes: number;
  /** How many may run at the same time. */
  readonly together: number;
  /** How many may wait for their turn. */
  readonly waitingMax: number;
}

export type KillableLimit = "time" | "memory" | "output" | "waiting";

/** The work needed more than it may use, so that its process was killed. */
export class LimitExceeded extends Error {
  constructor(
    readonly limit: KillableLimit,
    program: string,
  ) {
    super(`${program} exceeded its limit of ${limit}`);
  }
}

/** The program failed, which has no details that a caller may see. */
export class KillableFailed extends Error {}

/** A started process needs time to load its modules, which its own limit doesn't include. */
const START_MS = 20_000;
/** How many times its CPU time a program may take on a busy machine. */
const SLOWER_MAX = 4;
const NOTES_MAX_CHARS = 4000;
const PAGES_PER_MB = 16;

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Runs a program with one input, and with bytes beside it, and returns its output. It has no secrets and none of the server's memory. It's killed when it exceeds
 * a limit, which rejects with `LimitExceeded`, or when this process ends.
 */
export async function runKillable<Output>(
  program: KillableProgram,
  input: unknown,
  bytes: Uint8Array = new Uint8Array(),
): Promise<Output> {
  const lane = once(`killable.${program.name}`, (): Lane => ({ running: 0, waiting: [] }));
  await enter(lane, program);
  try {
    return deserialize(await outputOf(program, start(program), input, bytes)) as Output;
  } finally {
    lane.running -= 1;
    lane.waiting.shift()?.();
  }
}

async function enter(lane: Lane, { name, limits }: KillableProgram): Promise<void> {
  if (lane.running >= limits.together) {
    if (lane.waiting.length >= limits.waitingMax) throw new LimitExceeded("waiting", name);
    await new Promise<void>((resolve) => lane.waiting.push(resolve));
  }
  lane.running += 1;
}

/** Returns bundles by the program's name, besides those of a build. Tests start many programs, and a bundle starts in a third of the time. */
export function bundles(): Map<string, string> {
  return once("killable.bundles", () => new Map());
}

function start({ name, source, limits }: KillableProgram): ChildProcess {
  const own = bundles().get(name);
  const bundle = own ?? programFile(`dist/${name}.mjs`);
  const isBundled = own !== undefined || (existsSync(bundle) && env().NODE_ENV === "production");
  const half = Math.floor(limits.memoryMb / 2);
  const args = [
    `--max-old-space-size=${half}`,
    `--wasm-max-mem-pages=${half * PAGES_PER_MB}`,
    ...(isBundled ? [bundle] : ["--import", "tsx", programFile(source)]),
    JSON.stringify({ cpuMs: limits.cpuMs, memoryMb: limits.memoryMb }),
  ];
  return spawn(process.execPath, args, {
    cwd: programFile("."),
    env: childEnv({ NODE_ENV: env().NODE_ENV }),
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** Sends the length of the input, the input, and the bytes, which aren't copied. */
function send({ stdin }: ChildProcess, input: unknown, bytes: Uint8Array): void {
  const head = serialize(input);
  const length = Buffer.alloc(INPUT_LENGTH_BYTES);
  length.writeUInt32BE(head.length);
  stdin?.write(length);
  stdin?.write(head);
  stdin?.end(bytes);
}

/** Sends the input and collects the output, at most as much as is allowed. */
function outputOf(
  program: KillableProgram,
  child: ChildProcess,
  input: unknown,
  bytes: Uint8Array,
): Promise<Buffer> {
  const { name, limits } = program;
  const chunks: Buffer[] = [];
  let [size, notes, exceeded] = [0, "", null as KillableLimit | null];
  const kill = (limit: KillableLimit) => {
    exceeded ??= limit;
    child.kill("SIGKILL");
  };
  const timer = setTimeout(kill, START_MS + SLOWER_MAX * limits.cpuMs, "time");
  child.stdout?.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > limits.outputMaxBytes) kill("output");
    else chunks.push(chunk);
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    notes = (notes + chunk.toString("utf8")).slice(-NOTES_MAX_CHARS);
  });
  // A process that was killed doesn't read its input.
  child.stdin?.on("error", () => undefined);
  send(child, input, bytes);
  return new Promise<Buffer>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      const limit = exceeded ?? limitIn(notes);
      if (limit) log.warn("killed a program that exceeded its limit", { program: name, limit });
      if (limit) return reject(new LimitExceeded(limit, name));
      if (code === 0) return resolve(Buffer.concat(chunks));
      log.error("a program failed", { program: name, code, signal, output: notes });
      reject(new KillableFailed(`${name} failed`));
    });
  }).finally(() => clearTimeout(timer));
}

/** Returns the limit that the process exceeded by its own account, or by V8's. */
function limitIn(notes: string): KillableLimit | null {
  if (notes.includes("limit: time")) return "time";
  return /limit: memory|heap out of memory/.test(notes) ? "memory" : null;
}
