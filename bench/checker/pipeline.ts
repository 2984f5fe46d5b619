import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { program } from "@/lib/testing/program";
import { startRunner, TARGET_ADDRESSES } from "./fleet";
import { startBenchTarget } from "./processes";

export interface Seen {
  /** The number of stored results by outcome. */
  readonly outcomes: Partial<Record<string, number>>;
  /** How late checks have started since `countLateness`, in milliseconds. */
  readonly lateMs: { readonly p99: number; readonly max: number };
}

export interface Pipeline {
  /** Process IDs whose CPU time, including their children's, is the pipeline's. */
  readonly runnerPid: number;
  readonly serverPid: number;
  countLateness(): void;
  seen(): Promise<Seen>;
  stop(): Promise<void>;
}

/**
 * Starts the real runner, the real ingest, and a real PostgreSQL with `monitors` HTTP monitors every 30 s of a healthy
 * target.
 */
export async function startPipeline(monitors: number): Promise<Pipeline> {
  const target = await startBenchTarget({ addresses: TARGET_ADDRESSES });
  const server = fork(
    program("bench/checker/pipeline-server.ts", { "process.env.NODE_ENV": '"production"' }),
    [String(target.port), String(monitors)],
    { execArgv: [] },
  );
  const { port } = await received<{ port: number }>(server);
  const runner = await startRunner(port);
  return {
    runnerPid: runner.pid ?? 0,
    serverPid: server.pid ?? 0,
    countLateness: () => void server.send("count"),
    seen: () => {
      server.send("seen");
      return received<Seen>(server);
    },
    stop: async () => {
      runner.kill("SIGKILL");
      target.stop();
      server.send("stop");
      await once(server, "exit");
    },
  };
}

async function received<T>(child: ChildProcess): Promise<T> {
  const answered = new AbortController();
  const ended = once(child, "exit", { signal: answered.signal }).then(
    () => Promise.reject(new Error("the server of the measured pipeline exited early")),
    () => new Promise<never>(() => undefined),
  );
  const [message] = (await Promise.race([once(child, "message"), ended])) as [T];
  answered.abort();
  return message;
}
