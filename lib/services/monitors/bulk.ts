import { conflict } from "@/lib/contract/core/errors";
import type { BulkDone, BulkMonitors } from "@/lib/contract/monitors/bulk";
import type { UpdateMonitor } from "@/lib/contract/monitors/input";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { hint } from "@/lib/store/core/hints";
import { type Tx, tx } from "@/lib/store/core/tx";
import { selectMonitorIds } from "@/lib/store/monitors/list";
import { knownMonitorIds, lockMonitors } from "@/lib/store/monitors/monitors";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";
import { applyUpdates, type StoredMonitor } from "./edit";
import { monitorQuery } from "./monitors";
import { applyDeletes } from "./writes";

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
    const turned = await changeStored(trx, caller, stored, bulk);
    if (stored.length > 0) await requestPageRender(trx, projectId);
    return { changed: stored.length, turned };
  });
}

/** Changes locked monitors. Returns those that were paused or resumed. */
async function changeStored(
  trx: Tx,
  caller: Caller,
  stored: readonly StoredMonitor[],
  bulk: BulkMonitors,
): Promise<number[]> {
  if (bulk.action === "delete") {
    await applyDeletes(trx, caller, stored);
    return [];
  }
  const changing = stored.filter((row) => Object.keys(updateFor(row, bulk)).length > 0);
  await applyUpdates(trx, caller, changing, (row) => updateFor(row, bulk));
  return bulk.action === "change" ? [] : changing.map(({ id }) => id);
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
