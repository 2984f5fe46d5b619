import { ApiError } from "@/lib/contract/core/errors";
import { LIVE_TOPICS, type LiveChange } from "@/lib/contract/core/live";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { sessionExists } from "@/lib/store/accounts/sessions";
import { listen } from "@/lib/store/core/hints";
import { type Caller, projectOf, requirePermission } from "./caller";
import { WakeSignal } from "./wake-signal";

const MAX_STREAMS_PER_USER = 10;
const MAX_WAITING = 100;
/** Maximum time that a stream outlives the session that opened it. */
const RECHECK_MS = 30_000;

export type LiveEvent =
  | { event: "ready"; data: { project_id: number } }
  | { event: "change"; data: LiveChange };

/** Open streams of this process, by user. */
function openStreams(): Map<number, number> {
  return once("live.streams", () => new Map<number, number>());
}

/**
 * Streams changes of the caller's project until the signal aborts or the caller's session ends, which is checked every `recheckMs`.
 * Throws 429 above 10 streams per person.
 */
export function streamLive(
  caller: Caller,
  signal: AbortSignal,
  recheckMs = RECHECK_MS,
): AsyncGenerator<LiveEvent> {
  requirePermission(caller, "uptime:read");
  const projectId = projectOf(caller);
  const user = caller.userId ?? 0;
  const open = openStreams().get(user) ?? 0;
  if (open >= MAX_STREAMS_PER_USER) {
    throw new ApiError(
      429,
      `You can open at most ${MAX_STREAMS_PER_USER} live streams at once. Close another tab first.`,
      null,
      {
        "Retry-After": "10",
      },
    );
  }
  return changes({ caller, projectId, user, recheckMs }, signal);
}

interface Reader {
  readonly caller: Caller;
  readonly projectId: number;
  readonly user: number;
  readonly recheckMs: number;
}

async function* changes(reader: Reader, signal: AbortSignal): AsyncGenerator<LiveEvent> {
  const { caller, projectId, user, recheckMs } = reader;
  const streams = openStreams();
  streams.set(user, (streams.get(user) ?? 0) + 1);
  const wake = new WakeSignal();
  const waiting = new Map<string, LiveChange>();
  const stop = listen("live", (payload) => {
    const change = payload as LiveChange;
    if (change.project_id === undefined)
      for (const topic of LIVE_TOPICS) waiting.set(`${topic}:`, { project_id: projectId, topic });
    else if (change.project_id !== projectId) return;
    else remember(waiting, change);
    wake.send();
  });
  try {
    yield { event: "ready", data: { project_id: projectId } };
    let checkedMs = monotonicMs();
    while (!signal.aborted) {
      if (monotonicMs() - checkedMs >= recheckMs) {
        if (!(await isSignedIn(caller))) return;
        checkedMs = monotonicMs();
      }
      for (const [key, change] of waiting) {
        waiting.delete(key);
        yield { event: "change", data: change };
      }
      await wake.wait(recheckMs, signal);
    }
  } finally {
    stop();
    const left = (streams.get(user) ?? 1) - 1;
    if (left > 0) streams.set(user, left);
    else streams.delete(user);
  }
}

async function isSignedIn(caller: Caller): Promise<boolean> {
  return caller.kind !== "session" || sessionExists(caller.id);
}

/** Queues each change once for a slow reader. A reader that is far behind gets only the topic. */
function remember(waiting: Map<string, LiveChange>, change: LiveChange): void {
  const { project_id, topic, id } = change;
  const key = waiting.size < MAX_WAITING ? `${topic}:${id ?? ""}` : `${topic}:`;
  waiting.set(key, key === `${topic}:` ? { project_id, topic } : { project_id, topic, id });
}
