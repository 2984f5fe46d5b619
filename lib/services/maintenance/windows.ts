import { found } from "@/lib/contract/core/errors";
import {
  type MaintenanceWindow,
  type MaintenanceWindowFilter,
  WINDOW_FIELDS,
} from "@/lib/contract/maintenance/windows";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { itemsOf, type Listed, type Page } from "@/lib/services/core/page";
import { isoSeconds } from "@/lib/shared/clock";
import { pick } from "@/lib/shared/pick";
import { selectWindow, selectWindows, type WindowRow } from "@/lib/store/maintenance/windows";

export async function listMaintenanceWindows(
  caller: Caller,
  filter: MaintenanceWindowFilter,
  page: Page,
): Promise<Listed<MaintenanceWindow>> {
  requirePermission(caller, "uptime:read");
  const query = {
    monitorIds: filter.monitor_id ?? [],
    statusPageIds: filter.status_page_id ?? [],
    states: filter.state ?? [],
    tags: filter.tag ?? [],
    onlyNext: filter.recurrence === "next",
    search: filter.search ?? "",
    from: filter.from ?? null,
    to: filter.to ?? null,
    sort: filter.sort ?? "-id",
  };
  return itemsOf(selectWindows(projectOf(caller), query, page), toMaintenanceWindow);
}

/** Returns a window. Throws 404 if it is missing or belongs to another project. */
export async function getMaintenanceWindow(caller: Caller, windowId: number): Promise<MaintenanceWindow> {
  requirePermission(caller, "uptime:read");
  return readWindow(projectOf(caller), windowId);
}

/** Returns a window without a permission check, for services that have already checked. */
export async function readWindow(projectId: number, windowId: number): Promise<MaintenanceWindow> {
  return toMaintenanceWindow(found(await selectWindow(projectId, windowId)));
}

function toMaintenanceWindow(row: WindowRow): MaintenanceWindow {
  return {
    id: row.id,
    project_id: row.project_id,
    ...WINDOW_FIELDS.of(row),
    state: row.state,
    starts_at: isoSeconds(row.starts_at),
    ends_at: isoSeconds(row.ends_at),
    ...pick(row, "monitors", "status_pages", "tags", "recurrence", "time_zone", "recurrence_id"),
    created_at: isoSeconds(row.created_at),
    updated_at: isoSeconds(row.updated_at),
  };
}
