import { ApiError, forbidden, PROJECT_UNREACHABLE } from "@/lib/contract/core/errors";
import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { sessionReaches } from "@/lib/store/accounts/sessions";
import { listen } from "@/lib/store/core/hints";
import { type Caller, projectOf, requirePermission } from "./caller";
import { type LiveEvent, type LiveHint, LiveQueue } from "./live-queue";
import { WakeSignal } from "./wake-signal";

/** All tabs of a browser in one project share a stream, so only a script gets here. */
const MAX_STREAMS_PER_USER = 100;
/** New results without a status change are collected for this long. */
const GATHER_CHECKS_MS = 1000;
/** Maximum time that a stream outlives the session that opened it, or the person's access to the project. */
const RECHECK_MS = 30_000;

/** Open streams of this process, by user. */
function openStreams(): Map<number, number> {
  return once("live.streams", () => new Map<number, number>());
}

/**
 * Streams changes of the named project, or else of the session's, until the signal aborts or the caller's session or access to the
 * project ends, which is checked every `recheckMs`. Throws 403 for an inaccessible project, and 429 above 100 streams per person.
 */
export async function streamLive(
  caller: Caller,
  named: number | undefined,
  signal: AbortSignal,
  recheckMs = RECHECK_MS,
): Promise<AsyncGenerator<LiveEvent>> {
  requirePermission(caller, "uptime:read");
  const projectId = named ?? projectOf(caller);
  if (projectId !== caller.projectId && !(await sessionReaches(caller.id, projectId)))
    throw forbidden(PROJECT_UNREACHABLE);
  const user = caller.userId ?? 0;
  const open = openStreams().get(user) ?? 0;
  if (open >= MAX_STREAMS_PER_USER) {
    throw new ApiError(
      429,
      `You can open at most ${MAX_STREAMS_PER_USER} live streams at once. Close another tab first.`,
      null,
      { "Retry-After": "10" },
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
  const { projectId, user, recheckMs } = reader;
  const streams = openStreams();
  streams.set(user, (streams.get(user) ?? 0) + 1);
  const wake = new WakeSignal();
  const queue = new LiveQueue(projectId);
  let gathering: NodeJS.Timeout | undefined;
  const send = () => {
    clearTimeout(gathering);
    gathering = undefined;
    wake.send();
  };
  const stop = listen("live", (payload) => {
    const when = queue.add(payload as LiveHint);
    if (when === "now") send();
    else if (when === "later") gathering ??= setTimeout(send, GATHER_CHECKS_MS);
  });
  try {
    yield { event: "ready", data: { project_id: projectId } };
    let checkedMs = monotonicMs();
    while (!signal.aborted) {
      if (monotonicMs() - checkedMs >= recheckMs) {
        if (!(await isStillAllowed(reader))) return;
        checkedMs = monotonicMs();
      }
      for (let event = queue.next(); event; event = queue.next()) yield event;
      await wake.wait(recheckMs, signal);
    }
  } finally {
    stop();
    clearTimeout(gathering);
    const left = (streams.get(user) ?? 1) - 1;
    if (left > 0) streams.set(user, left);
    else streams.delete(user);
  }
}

async function isStillAllowed({ caller, projectId }: Reader): Promise<boolean> {
  return caller.kind !== "session" || sessionReaches(caller.id, projectId);
}
