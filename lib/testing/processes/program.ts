import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { childEnv } from "@/lib/shared/env";
import { waitFor } from "@/lib/testing/processes/wait";

export interface ProgramOptions {
  readonly logFile: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Command and arguments in front of Node, such as `nsenter`. */
  readonly prefix?: readonly string[];
  /** Returns whether the started program works; without it, a started one counts as working. */
  readonly isReady?: () => Promise<boolean>;
  readonly readyMs?: number;
}

/** A program of the product that is killed and frozen. It logs to a file, so that its log survives a kill. */
export class Program {
  private child: ChildProcess | null = null;
  private ended: Promise<number | null> = Promise.resolve(null);

  constructor(
    private readonly file: string,
    private readonly options: ProgramOptions,
  ) {}

  /** Starts it, again if it ended by itself meanwhile, and waits until it works. */
  async start(): Promise<void> {
    this.spawn();
    const { isReady, readyMs, logFile } = this.options;
    if (!isReady) return;
    await waitFor(
      `${logFile} to say it's ready`,
      () => {
        // A supervisor restarts a program that ended, for instance because the database was unavailable.
        if (!this.isRunning) this.spawn();
        return isReady();
      },
      readyMs,
    );
  }

  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.ended;
  }

  /** Stops it as an operator would. */
  async stop(): Promise<void> {
    this.signal("SIGTERM");
    await this.ended;
  }

  /** Ends it, frozen or not. */
  async end(): Promise<void> {
    this.signal("SIGCONT");
    if (this.isRunning) await this.kill();
  }

  log(): string {
    return readFileSync(this.options.logFile, "utf8");
  }

  private spawn(): void {
    const { logFile, variables, prefix = [] } = this.options;
    const log = openSync(logFile, "a");
    const [command = process.execPath, ...args] = [...prefix, process.execPath, this.file];
    const child = spawn(command, args, {
      env: childEnv({ NODE_ENV: "production", ...variables }),
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    this.child = child;
    this.ended = new Promise((resolve) => child.once("exit", (code) => resolve(code)));
  }
}
