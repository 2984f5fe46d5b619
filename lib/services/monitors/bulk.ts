import { conflict } from "@/lib/contract/core/errors";
import type { BulkDone, BulkMonitors } from "@/lib/contract/monitors/bulk";
import type { UpdateMonitor } from "@/lib/contract/monitors/input";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { hint } from "@/lib/store/core/hints";
import { type Tx, tx } from "@/lib/store/core/tx";
import { selectMonitorIds } from "@/lib/store/monitors/list";
import { knownMonitorIds, lockMonitors } from "@/lib/store/monitors/monitors";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { monitorQuery } from "./monitors";
import { applyDelete, applyUpdate, type StoredMonitor } from "./writes";

const GROUP = 200;

/**
 * Applies one change to many monitors, in transactions of 200 so that checks and other people are not blocked. Each group changes wholly
 * or not at all.
 */
export async function bulkMonitors(caller: Caller, bulk: BulkMonitors): Promise<BulkDone> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  const ids = bulk.ids
    ? [...(await knownMonitorIds(projectId, bulk.ids))].sort((a, b) => a - b)
    : await selectMonitorIds(projectId, monitorQuery(bulk.filter ?? {}));
  if (bulk.expected !== undefined && bulk.expected !== ids.length) {
    throw conflict(`Expected ${bulk.expected} monitors, but ${ids.length} match now. Nothing was changed.`);
  }
  const done: BulkDone = { changed: 0, turned: [] };
  for (let at = 0; at < ids.length; at += GROUP) {
    const group = await changeGroup(caller, projectId, ids.slice(at, at + GROUP), bulk);
    done.changed += group.changed;
    done.turned.push(...group.turned);
  }
  hint("config", {});
  hint("live", { project_id: projectId, topic: "monitors" });
  return done;
}

function changeGroup(
  caller: Caller,
  projectId: number,
  ids: number[],
  bulk: BulkMonitors,
): Promise<BulkDone> {
  return tx(async (trx) => {
    const stored = await lockMonitors(trx, projectId, ids);
    const turned: number[] = [];
    for (const monitor of stored) {
      const { paused } = await applyOne(trx, caller, monitor, bulk);
      if (paused !== undefined) turned.push(monitor.id);
    }
    if (stored.length > 0) await requestPageRender(trx, projectId);
    return { changed: stored.length, turned };
  });
}

/** Applies the change to one monitor and returns what it updated. */
async function applyOne(
  trx: Tx,
  caller: Caller,
  monitor: StoredMonitor,
  bulk: BulkMonitors,
): Promise<UpdateMonitor> {
  if (bulk.action === "delete") {
    await applyDelete(trx, caller, monitor);
    return {};
  }
  const update = updateFor(monitor, bulk);
  if (Object.keys(update).length > 0) await applyUpdate(trx, caller, monitor, update);
  return update;
}

function updateFor(monitor: StoredMonitor, bulk: BulkMonitors): UpdateMonitor {
  if (bulk.action !== "change") {
    const paused = bulk.action === "pause";
    return monitor.paused === paused ? {} : { paused };
  }
  const update: UpdateMonitor = {};
  if (bulk.interval !== undefined) update.interval = bulk.interval;
  if (bulk.add_tags || bulk.remove_tags) {
    const kept = (monitor.tags ?? []).filter((tag) => !bulk.remove_tags?.includes(tag));
    update.tags = [...new Set([...kept, ...(bulk.add_tags ?? [])])];
  }
  return update;
}
