import { monotonicMs } from "@/lib/shared/clock";
import { once } from "@/lib/shared/once";
import { Recent } from "@/lib/shared/recent";
import { type Caller, projectOf } from "./caller";

/** Shorter than the time for which dashboards gather changes, so that what they read after a change contains it. */
const SHARED_FOR_MS = 300;
const MAX_READS = 200;

interface SharedRead {
  readonly atMs: number;
  readonly result: Promise<unknown>;
}

function reads(): { recent: Recent<SharedRead> } {
  return once("services.shared-reads", () => ({ recent: new Recent<SharedRead>(MAX_READS) }));
}

/**
 * Reads once for all dashboards that request the same data at nearly the same time, because a change makes all of them
 * read. The key names everything that `read` depends on besides the project. Check the permission first, and never
 * modify the result. API clients always read anew.
 */
export function sharedRead<Result>(
  caller: Caller,
  key: readonly unknown[],
  read: () => Promise<Result>,
): Promise<Result> {
  if (caller.kind !== "session") return read();
  const { recent } = reads();
  const name = JSON.stringify([projectOf(caller), ...key]);
  const known = recent.get(name);
  if (known && monotonicMs() - known.atMs < SHARED_FOR_MS) return known.result as Promise<Result>;
  const result = read();
  recent.set(name, { atMs: monotonicMs(), result });
  return result;
}

/** Forgets all shared reads, so that a user who changed something reads the change. */
export function forgetSharedReads(): void {
  reads().recent = new Recent<SharedRead>(MAX_READS);
}
