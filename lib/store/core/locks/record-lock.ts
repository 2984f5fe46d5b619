import { once } from "@/lib/shared/once";
import { pool } from "../pool";

/** Each needs a connection for the lock beside those of its work, which would otherwise run out. */
const TOGETHER_MAX = 4;

/** Work that waits for its turn in this process. */
interface Turns {
  /** The last of each owner. */
  readonly last: Map<string, Promise<unknown>>;
  free: number;
  readonly waiting: (() => void)[];
}

/**
 * Runs `work` while no other server runs any for the same record. An owner, such as a project, has one turn at a time, so that its slow
 * work delays no other owner's.
 */
export function withRecordLock<T>(owner: string, record: string, work: () => Promise<T>): Promise<T> {
  const turns = once<Turns>("store.record_lock", () => ({
    last: new Map(),
    free: TOGETHER_MAX,
    waiting: [],
  }));
  const before = turns.last.get(owner) ?? Promise.resolve();
  const mine = before.then(() => inTurn(turns, () => locked(record, work)));
  const ended = mine.then(
    () => undefined,
    () => undefined,
  );
  turns.last.set(owner, ended);
  void ended.then(() => {
    if (turns.last.get(owner) === ended) turns.last.delete(owner);
  });
  return mine;
}

async function inTurn<T>(turns: Turns, work: () => Promise<T>): Promise<T> {
  if (turns.free === 0) await new Promise<void>((resolve) => turns.waiting.push(resolve));
  else turns.free -= 1;
  try {
    return await work();
  } finally {
    const next = turns.waiting.shift();
    if (next) next();
    else turns.free += 1;
  }
}

async function locked<T>(record: string, work: () => Promise<T>): Promise<T> {
  const client = await pool().connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`record ${record}`]);
    return await work();
  } finally {
    // A connection that can't end its transaction is useless.
    await client.query("rollback").then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }
}
