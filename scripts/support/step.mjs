import { spawn } from "node:child_process";

const STILL_EVERY_MS = 10_000;

/** Root of the project, in which every script runs. */
export const root = new URL("../..", import.meta.url).pathname;

/** Prints progress to standard error, because standard output belongs to the command (`keys create` prints only the token). */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Prints the problem and what to do, and exits. */
export function giveUp(problem, whatToDo) {
  process.stderr.write(`\n${problem}\n${whatToDo}\n`);
  process.exit(1);
}

export function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/**
 * Runs a command and prints its name, its duration, and a line every 10 s. Captures its output and prints it on failure
 * (`show`: as it comes). Resolves with `{ ok, output, ms }`.
 */
export async function step(name, command, args, { env = {}, show = false } = {}) {
  const began = performance.now();
  say(`• ${name} …`);
  const still = setInterval(
    () => say(`  ${name}: still running, ${seconds(performance.now() - began)}`),
    STILL_EVERY_MS,
  );
  const { code, output } = await run(command, args, env, show);
  clearInterval(still);
  const ms = performance.now() - began;
  const ok = code === 0;
  if (!ok && !show) process.stderr.write(output);
  say(`${ok ? "✓" : "✗"} ${name} (${seconds(ms)})`);
  return { ok, output, ms };
}

function run(command, args, env, show) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const parts = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (part) => {
        parts.push(part);
        if (show) process.stderr.write(part);
      });
    child.once("error", (error) => resolve({ code: -1, output: `${command}: ${error.message}\n` }));
    child.once("close", (code) => resolve({ code, output: Buffer.concat(parts).toString() }));
  });
}
