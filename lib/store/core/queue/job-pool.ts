import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { log } from "@/lib/shared/log";
import { within } from "@/lib/shared/within";
import { PatientPool } from "@/lib/store/core/connection/patient-pool";

type Query = (...args: unknown[]) => Promise<unknown>;
type OnClient = Parameters<PatientPool["connect"]>[0];

/** Names of Graphile Worker's statements that record the results of jobs. Repeating one changes nothing. */
const REPORT = /^(complete|fail|return)_jobs?(_q)?\//;
const PAUSE_MS = 100;
const PAUSE_MAX_MS = 5000;
const CLOSE_MS = 5000;

/**
 * The job worker's pool. It repeats the statements that record the results of jobs until they succeed, because Graphile Worker
 * gives up after the first failure: a lost batch of completions ends the worker, and a lost failure the process.
 */
export class JobPool extends PatientPool {
  readonly #reports = new Set<Promise<unknown>>();
  #isClosing = false;

  /** `onAsked` is called whenever the worker asks for a connection, which it does about once a second. */
  constructor(
    config: pg.PoolConfig,
    private readonly onAsked: () => void,
  ) {
    super(config);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: NonNullable<OnClient>): void;
  override connect(callback?: OnClient): Promise<pg.PoolClient> | undefined {
    if (callback) {
      super.connect(callback);
      return undefined;
    }
    this.onAsked();
    const lent = new LentClient(
      () => super.connect(),
      (statement) => this.#report(statement),
    );
    return Promise.resolve(lent as unknown as pg.PoolClient);
  }

  /** Waits shortly for what hasn't been recorded yet, then ends the pool. */
  async close(): Promise<void> {
    await within(Promise.allSettled(this.#reports), CLOSE_MS, () => []);
    this.#isClosing = true;
    await this.end();
  }

  #report(statement: pg.QueryConfig): Promise<unknown> {
    const report = this.#untilRecorded(statement).finally(() => this.#reports.delete(report));
    this.#reports.add(report);
    return report;
  }

  /** Never rejects. What can't be recorded before the pool closes is done again by the next worker. */
  async #untilRecorded(statement: pg.QueryConfig): Promise<unknown> {
    for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS)) {
      try {
        return await this.query(statement);
      } catch (error) {
        if (this.#isClosing) return { rows: [] };
        log.warn("could not record the end of a job; trying again shortly", { error });
      }
      await wait(pauseMs);
    }
  }
}

/** Connects with its first statement, so that a repeated report occupies no connection while it waits. */
class LentClient {
  #client: Promise<pg.PoolClient> | null = null;

  constructor(
    private readonly lend: () => Promise<pg.PoolClient>,
    private readonly report: (statement: pg.QueryConfig) => Promise<unknown>,
  ) {}

  async query(...args: unknown[]): Promise<unknown> {
    const [statement] = args;
    if (isReport(statement)) return this.report(statement);
    this.#client ??= this.lend();
    const client = await this.#client;
    return (client.query as Query).apply(client, args);
  }

  release(): void {
    this.#client?.then(
      (client) => client.release(),
      () => undefined,
    );
  }
}

function isReport(statement: unknown): statement is pg.QueryConfig {
  const { name } = statement as { name?: unknown };
  return typeof name === "string" && REPORT.test(name);
}
