import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readdirSync } from "node:fs";
import path from "node:path";
import { childEnv } from "@/lib/shared/env";

/** The remote runner as a process in the namespace. It logs to a file, so that its log survives a kill. */
export class RemoteRunner {
  /** Epoch milliseconds of every kill -9. */
  readonly killsMs: number[] = [];
  private child: ChildProcess | null = null;
  private readonly dataDir: string;

  constructor(
    private readonly folder: string,
    private readonly namespace: string,
    private readonly variables: { CONTROL_URL: string; RUNNER_TOKEN: string; ANCHORS?: string },
  ) {
    this.dataDir = path.join(folder, "data");
    mkdirSync(this.dataDir, { recursive: true });
  }

  get logFile(): string {
    return path.join(this.folder, "runner.log");
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  start(): void {
    const file = openSync(this.logFile, "a");
    this.child = spawn(
      "ip",
      ["netns", "exec", this.namespace, process.execPath, path.resolve("dist/runner.js")],
      {
        env: childEnv({
          NODE_ENV: "production",
          LOG_LEVEL: "debug",
          DATA_DIR: this.dataDir,
          ...this.variables,
        }),
        stdio: ["ignore", file, file],
      },
    );
    closeSync(file);
  }

  async kill(nowMs: number): Promise<void> {
    this.killsMs.push(nowMs);
    await this.end("SIGKILL");
  }

  /** Stops it as an operator would. */
  async stop(): Promise<void> {
    await this.end("SIGTERM");
  }

  /** Returns the number of batches waiting on disk. */
  spooled(): number {
    const spool = path.join(this.dataDir, "spool");
    return readdirSync(spool).length;
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill(signal);
    await ended;
  }
}
