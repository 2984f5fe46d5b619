import { log } from "@/lib/shared/log";
import { pool } from "@/lib/store/core/pool";

const CALM_MS = 5_000;
const ANXIOUS_MS = 500;
const WAIT_MS = 5_000;

export interface DatabaseWatch {
  isUp(): boolean;
  /** Resolves true immediately while the database is up; otherwise waits up to 5 s for it. */
  ready(): Promise<boolean>;
  /** Checks now, because a request got a database error. */
  suspect(): void;
  stop(): void;
}

/** Tracks whether the database is available, so that pages can say so instead of failing one by one. */
export function watchDatabase(): DatabaseWatch {
  let up = true;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const waiters = new Set<(up: boolean) => void>();
  const look = async () => {
    clearTimeout(timer);
    const answers = await pool()
      .query("select 1")
      .then(
        () => true,
        () => false,
      );
    if (answers !== up) log.warn(answers ? "database is available again" : "database is unavailable");
    up = answers;
    if (up) for (const notify of waiters) notify(true);
    if (!stopped) timer = setTimeout(look, up ? CALM_MS : ANXIOUS_MS).unref();
  };
  timer = setTimeout(look, CALM_MS).unref();
  return {
    isUp: () => up,
    ready: () => (up ? Promise.resolve(true) : nextAnswer(waiters)),
    suspect: () => void look(),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

function nextAnswer(waiters: Set<(up: boolean) => void>): Promise<boolean> {
  return new Promise((resolve) => {
    const notify = (up: boolean) => {
      clearTimeout(limit);
      waiters.delete(notify);
      resolve(up);
    };
    const limit = setTimeout(() => notify(false), WAIT_MS);
    waiters.add(notify);
  });
}
