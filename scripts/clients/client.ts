import { type ExecFileOptions, execFile } from "node:child_process";
import { promisify } from "node:util";

/** Server that a client runs against. */
export interface Stage {
  readonly url: string;
  /** A project key with every permission. */
  readonly key: string;
  /** A throwaway folder with the client's packages. */
  readonly folder: string;
  /** Calls the server's API, and returns the JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a script reads responses of every shape
  readonly api: (method: string, path: string, body?: object) => Promise<any>;
  /** Runs a program in the folder, and returns what it printed. Throws if it fails. */
  readonly exec: (command: string, args: readonly string[], env?: Record<string, string>) => Promise<string>;
  /** Runs JavaScript in the folder, where it can import the packages. */
  readonly script: (text: string, env?: Record<string, string>) => Promise<string>;
}

/** A published client that must work unmodified. */
export interface Client {
  readonly name: string;
  /** Packages of npm that it needs, or of Debian, with the one that names its version first. */
  readonly packages: readonly string[];
  /** Its packages are Debian's: unpacked in the folder, not installed. */
  readonly isDebian?: true;
  /** Calls to make with it. */
  readonly does: string;
  /** Throws unless the client works. Returns what it saw. */
  readonly run: (stage: Stage) => Promise<string>;
}

const run = promisify(execFile);

/** Runs a program, and returns what it printed. */
export async function execute(
  command: string,
  args: readonly string[],
  options: ExecFileOptions = {},
): Promise<string> {
  const { stdout, stderr } = await run(command, [...args], {
    timeout: 120_000,
    // Clients that list every tool or metric print more than the default.
    maxBuffer: 16_000_000,
    ...options,
    encoding: "utf8",
  });
  return stdout || stderr;
}

/** Throws unless the value is the expected one. */
export function expectSame(got: unknown, expected: unknown, what: string): void {
  if (JSON.stringify(got) !== JSON.stringify(expected))
    throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`);
}
