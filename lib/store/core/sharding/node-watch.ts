import { setTimeout as wait } from "node:timers/promises";
import { log, warnRarely } from "@/lib/shared/log";
import { watchedLoop } from "@/lib/shared/loops";
import { giveUpWaiting, longestWaitMs } from "@/lib/store/core/connection/attentive-client";
import { awayNodes, setAwayNodes, unreachableNodes } from "./nodes";
import { forgetLayout, isDistributed } from "./projects";

// A node that refuses connections fails its statements at once. One that hangs keeps them, and each occupies a connection, which others
// then lack: not even a canceled statement ends on the coordinator before its node has taken note. So once a statement has waited for
// long, all nodes are asked for an answer. Statements for projects of a silent node fail without being sent until it answers again.

const EVERY_MS = 1000;
/** A statement that has waited this long is a reason to ask the nodes. */
const SUSPECT_MS = 1000;
/** While a node is away, no statement may occupy a connection for longer. */
const WAIT_MAX_MS = 4000;

/** Keeps statements from waiting for nodes of a cluster that hang, until `stop`. Ends by itself on a database that isn't distributed. */
export function watchNodes(): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loop = watchedLoop("node watch");
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const goesOn = await watchOnce().catch((error: unknown) => {
        warnRarely("could not ask the nodes of the cluster", { error });
        return true;
      });
      if (!goesOn) break;
      loop.round();
      await wait(EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
    loop.end();
  })();
  return {
    stop: () => {
      stopping.abort();
      return watching;
    },
  };
}

/** Asks the nodes if there is a reason to. Returns false if there are none. */
export async function watchOnce(suspectMs = SUSPECT_MS, waitMaxMs = WAIT_MAX_MS): Promise<boolean> {
  if (!(await isDistributed())) return false;
  const before = awayNodes();
  if (before.size === 0 && longestWaitMs() < suspectMs) return true;
  if (before.size > 0) giveUpWaiting(waitMaxMs);
  const nodes = await unreachableNodes();
  setAwayNodes(nodes);
  for (const [group, node] of nodes) if (!before.has(group)) log.error("a node doesn't answer", { node });
  for (const [group, node] of before) if (!nodes.has(group)) log.info("a node answers again", { node });
  if (nodes.size === 0) return true;
  giveUpWaiting(waitMaxMs);
  // Its shards may have moved.
  if ([...nodes.keys()].some((group) => !before.has(group))) forgetLayout();
  return true;
}
