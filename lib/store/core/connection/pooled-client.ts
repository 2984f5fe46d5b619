import pg from "pg";
import { awaitAnswer } from "./attentive-client";

type Callback = (error: Error | null, result?: unknown) => void;
type Query = (...args: unknown[]) => Promise<unknown>;

/** Statement timeout, milliseconds. */
export const STATEMENT_TIMEOUT_MS = 15_000;

/**
 * Returns statements that set what every statement needs, for a session or a transaction: a time limit; no machine code, because
 * compiling the search for due notifications takes longer than that limit; and in Citus one connection per node, because it refuses
 * some changes after parallel reads. PostgreSQL ignores that.
 */
export const settingsFor = (scope: "session" | "local") =>
  `set ${scope} statement_timeout = ${STATEMENT_TIMEOUT_MS}; set ${scope} jit = off; set ${scope} citus.multi_shard_modify_mode = 'sequential'`;

const SETTINGS = settingsFor("local");
const STARTS_TRANSACTION = /^(begin|start transaction)\b/i;
const IDLE = "I";

/**
 * A connection through a pooler that lends a PostgreSQL session per transaction. It keeps no settings and prepares nothing; every
 * statement runs in a transaction with its settings.
 */
export class PooledClient extends pg.Client {
  override query = ((...args: unknown[]) => {
    const [text] = args;
    if (typeof text === "string" && STARTS_TRANSACTION.test(text)) args[0] = `${text}; ${SETTINGS}`;
    else if (this.getTransactionStatus() === IDLE) return this.#inTransaction(args);
    return this.#send(...args);
  }) as pg.Client["query"];

  #send(...args: unknown[]): Promise<unknown> {
    awaitAnswer(this);
    return (super.query as Query)(...args);
  }

  #inTransaction(args: unknown[]): Promise<unknown> | undefined {
    const callback = args.at(-1);
    if (typeof callback !== "function") return this.#committed(args);
    this.#committed(args.slice(0, -1)).then(
      (result) => (callback as Callback)(null, result),
      (error: Error) => (callback as Callback)(error),
    );
    return undefined;
  }

  /** Resolves after the commit, so that later reads on any connection see the change. */
  async #committed(args: unknown[]): Promise<unknown> {
    await this.#send(`begin; ${SETTINGS}`);
    try {
      const result = await this.#send(...args);
      await this.#send("commit");
      return result;
    } catch (error) {
      // The first error says why; a rollback only fails on a connection that is gone.
      await this.#send("rollback").catch(() => undefined);
      throw error;
    }
  }
}
