import { setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import { deserialize, serialize } from "node:v8";
import { Worker } from "node:worker_threads";

const LOW_PRIORITY = 10;

/**
 * Kills the process from a thread that a busy program can't hold up: above its CPU time or memory, or once the process that
 * started it is gone. V8 limits only its own heap, not what WebAssembly and buffers take.
 */
const WATCH = `
const { workerData: { cpuMs, memoryMb, parent } } = require("node:worker_threads");
const { writeSync } = require("node:fs");
const began = process.cpuUsage();
const end = (limit) => {
  writeSync(2, "limit: " + limit + "\\n");
  process.kill(process.pid, "SIGKILL");
};
setInterval(() => {
  const { user, system } = process.cpuUsage(began);
  if (user + system > cpuMs * 1000) end("time");
  if (process.memoryUsage.rss() > memoryMb * 1024 * 1024) end("memory");
  if (process.ppid !== parent) end("parent");
}, 20);
`;

/** Header before the input. The extra bytes follow. */
export const INPUT_LENGTH_BYTES = 4;

/** Reads the input, works, writes the output, and exits. */
export async function serveKillable<Input, Output>(
  work: (input: Input, bytes: Buffer) => Promise<Output> | Output,
): Promise<void> {
  const { cpuMs, memoryMb } = JSON.parse(String(process.argv.at(-1)));
  setPriority(LOW_PRIORITY);
  const watch = new Worker(WATCH, { eval: true, workerData: { cpuMs, memoryMb, parent: process.ppid } });
  await new Promise((resolve) => watch.once("online", resolve));
  try {
    const given = await buffer(process.stdin);
    const end = INPUT_LENGTH_BYTES + given.readUInt32BE();
    const input = deserialize(given.subarray(INPUT_LENGTH_BYTES, end)) as Input;
    const output = serialize(await work(input, given.subarray(end)));
    process.stdout.write(output, () => process.exit(0));
  } catch (error) {
    process.stderr.write(traceOf(error), () => process.exit(1));
  }
}

/** Allocations that V8 refuses with an error instead of ending the process. */
const TOO_LARGE =
  /could not grow|Maximum memory size|Unable to grow|Array buffer allocation|Invalid (array|string) length|Maximum call stack/i;

/** Returns where it failed, without the message, which may quote the input. */
function traceOf(error: unknown): string {
  const { name, message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  if (TOO_LARGE.test(message)) return "limit: memory\n";
  const frames = stack.split("\n").filter((line) => line.startsWith("    at "));
  return [name, ...frames].join("\n");
}
