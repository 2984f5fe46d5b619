import { CALM_BYTES } from "@/lib/domain/core/disk-ballast";
import { now } from "@/lib/shared/clock";
import { diskState, freeBytesIn } from "@/lib/shared/disk";
import { DAY_MS } from "@/lib/shared/durations";
import { env, isEmbedded } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { dropPartition, partitionDays } from "@/lib/store/checks/partitions";
import { recycleWal } from "@/lib/store/embedded/wal";
import { addedUpUntil } from "./rollup";

/** Raw results of the last day are never dropped, because charts and late rollups read them. */
const KEPT_MS = DAY_MS;

/**
 * Drops raw results by whole days, oldest first, until the disk of the embedded database has space: only days that ended
 * more than a day ago and are either rolled up or past their retention. Rollups and incidents stay. Does nothing for an
 * external database, which uses a different disk. Returns the names of the dropped partitions.
 */
export async function freeDiskSpace(at: Date): Promise<string[]> {
  if (diskState().level === "calm" || !isEmbedded()) return [];
  return await dropUntil(at, async () => (await freeBytesIn(env().DATA_DIR)) >= CALM_BYTES);
}

/** Keeps the embedded database running on a nearly full disk: recycles its WAL and drops the oldest results. */
export async function relieveDisk(): Promise<void> {
  await recycleWal();
  await freeDiskSpace(now());
}

/** Drops days until `hasSpace` returns true. Checks before each day. */
export async function dropUntil(at: Date, hasSpace: () => Promise<boolean>): Promise<string[]> {
  const overdue = at.getTime() - env().RETENTION_DAYS * DAY_MS;
  const until = Math.min(Math.max(await addedUpUntil(at), overdue), at.getTime() - KEPT_MS);
  const dropped: string[] = [];
  for (const day of await partitionDays()) {
    if (day + DAY_MS > until || (await hasSpace())) break;
    dropped.push(await dropPartition(day, "lost"));
  }
  if (dropped.length > 0) log.warn("the disk is full; dropped raw results early", { partitions: dropped });
  return dropped;
}
