import { found, recordNotFound } from "@/lib/contract/core/errors";
import { monitorIds } from "@/lib/contract/status-pages/component-monitors";
import type { StatusPage, StatusPageFilter } from "@/lib/contract/status-pages/pages";
import { audit } from "@/lib/services/core/audit";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import type { Listed, Page } from "@/lib/services/core/page";
import { componentsOf } from "@/lib/status-page/model/stored-page";
import { pageCache } from "@/lib/status-page/serve/page-cache";
import { hint } from "@/lib/store/core/hints";
import { tx } from "@/lib/store/core/tx";
import { removePageFromWindows } from "@/lib/store/maintenance/windows";
import { knownMonitorIds } from "@/lib/store/monitors/monitors";
import { selectFileKindsOf } from "@/lib/store/status-pages/files";
import {
  deleteStatusPageRow,
  lockStatusPage,
  type StatusPageRow,
  selectPagesAfter,
  selectStatusPage,
  selectStatusPages,
} from "@/lib/store/status-pages/pages";
import { toStatusPage } from "./wire";

export async function listStatusPages(
  caller: Caller,
  filter: StatusPageFilter,
  page: Page,
): Promise<Listed<StatusPage>> {
  requirePermission(caller, "uptime:read");
  const projectId = projectOf(caller);
  const query = { tags: filter.tag ?? [], search: filter.search ?? "" };
  const { rows, total } = await selectStatusPages(projectId, query, page);
  return { items: await wire(projectId, rows), total };
}

/** Returns some pages without a permission check, lowest IDs first. */
export async function statusPagesAfter(
  projectId: number,
  afterId: number,
  limit: number,
): Promise<StatusPage[]> {
  return await wire(projectId, await selectPagesAfter(projectId, afterId, limit));
}

/** Returns a page. Throws 404 if it is missing or belongs to another project. */
export async function getStatusPage(caller: Caller, pageId: number): Promise<StatusPage> {
  requirePermission(caller, "uptime:read");
  return await readStatusPage(projectOf(caller), pageId);
}

/** Returns a page without a permission check, for services that have already checked. */
export async function readStatusPage(projectId: number, pageId: number): Promise<StatusPage> {
  const row = await selectStatusPage(projectId, pageId);
  const [found] = row ? await wire(projectId, [row]) : [];
  if (!found) throw recordNotFound();
  return found;
}

/** Deletes a page with its images and pre-rendered bytes. Its addresses return 404 immediately. */
export async function deleteStatusPage(caller: Caller, pageId: number): Promise<void> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  await tx(async (trx) => {
    const stored = found(await lockStatusPage(trx, projectId, pageId));
    await removePageFromWindows(trx, projectId, pageId);
    await deleteStatusPageRow(projectId, pageId, trx);
    const subject = { type: "status_page", id: pageId };
    await audit(trx, caller, "status_page.deleted", subject, { name: stored.name });
  });
  await announcePage(projectId, pageId);
}

/** Applies the change in this process and notifies other servers and open dashboards. Call after the commit. */
export async function announcePage(projectId: number, pageId: number): Promise<void> {
  await pageCache().renew(pageId);
  hint("pages", { status_page_id: pageId });
  hint("live", { project_id: projectId, topic: "pages", id: pageId });
}

/** Returns rows as the API shows them, with two queries for all of them. */
async function wire(projectId: number, rows: readonly StatusPageRow[]): Promise<StatusPage[]> {
  const ids = rows.flatMap((row) => monitorIds(componentsOf(row)));
  const [known, files] = await Promise.all([
    knownMonitorIds(projectId, ids),
    selectFileKindsOf(rows.map((row) => row.id)),
  ]);
  return rows.map((row) => toStatusPage(row, known, files.get(row.id) ?? {}));
}
