import { recordNotFound } from "@/lib/contract/errors";
import { monitorIds, PageComponents } from "@/lib/contract/status-page-components";
import type { StatusPage, StatusPageFilter } from "@/lib/contract/status-pages";
import { hint } from "@/lib/store/hints";
import { knownMonitorIds } from "@/lib/store/monitors";
import { selectFileKindsOf } from "@/lib/store/page-files";
import {
  deleteStatusPageRow,
  lockStatusPage,
  type StatusPageRow,
  selectStatusPage,
  selectStatusPages,
} from "@/lib/store/status-pages";
import { tx } from "@/lib/store/tx";
import { audit } from "./audit";
import { type Caller, projectOf, requirePermission } from "./caller";
import type { Listed, Page } from "./page";
import { toStatusPage } from "./status-page-wire";

export async function listStatusPages(
  caller: Caller,
  filter: StatusPageFilter,
  page: Page,
): Promise<Listed<StatusPage>> {
  requirePermission(caller, "uptime:read");
  const projectId = projectOf(caller);
  const { rows, total } = await selectStatusPages(projectId, filter.tag ?? [], page.limit, page.offset);
  return { items: await wire(projectId, rows), total };
}

/** 404 for a missing page and for one of another project alike. */
export async function getStatusPage(caller: Caller, pageId: number): Promise<StatusPage> {
  requirePermission(caller, "uptime:read");
  return await readStatusPage(projectOf(caller), pageId);
}

/** Without a permission check: for services that made their own. */
export async function readStatusPage(projectId: number, pageId: number): Promise<StatusPage> {
  const row = await selectStatusPage(projectId, pageId);
  const [found] = row ? await wire(projectId, [row]) : [];
  if (!found) throw recordNotFound();
  return found;
}

/** Deletes a page with its images and sealed bytes; its addresses answer 404 at once. */
export async function deleteStatusPage(caller: Caller, pageId: number): Promise<void> {
  requirePermission(caller, "uptime:write");
  const projectId = projectOf(caller);
  await tx(async (trx) => {
    const stored = await lockStatusPage(trx, projectId, pageId);
    if (!stored) throw recordNotFound();
    await deleteStatusPageRow(trx, projectId, pageId);
    const subject = { type: "status_page", id: pageId };
    await audit(trx, caller, "status_page.deleted", subject, { name: stored.name });
  });
  announcePage(projectId, pageId);
}

/** Tells front doors and open dashboards; after the commit. */
export function announcePage(projectId: number, pageId: number): void {
  hint("pages", { status_page_id: pageId });
  hint("live", { project_id: projectId, topic: "pages", id: pageId });
}

/** Rows in wire form, with two queries for all of them. */
async function wire(projectId: number, rows: readonly StatusPageRow[]): Promise<StatusPage[]> {
  const ids = rows.flatMap((row) => monitorIds(PageComponents.parse(row.components)));
  const [known, files] = await Promise.all([
    knownMonitorIds(projectId, ids),
    selectFileKindsOf(rows.map((row) => row.id)),
  ]);
  return rows.map((row) => toStatusPage(row, known, files.get(row.id) ?? {}));
}
