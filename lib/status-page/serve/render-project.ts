import { now } from "@/lib/shared/clock";
import { buildModel } from "@/lib/status-page/render/build-model";
import { loadRows } from "@/lib/status-page/render/load-model";
import { hint } from "@/lib/store/core/hints";
import { type StatusPageRow, selectPagesOfProject } from "@/lib/store/status-pages/pages";
import { replaceSnapshots } from "@/lib/store/status-pages/snapshots";
import { packRows } from "./page-source";
import { eagerRepresentations } from "./representations";
import { createSnapshot } from "./snapshot";

/** Renders every status page of a project again and notifies all servers. */
export async function renderProjectPages(projectId: number): Promise<void> {
  for (const page of await selectPagesOfProject(projectId)) await renderPage(page);
}

async function renderPage(page: StatusPageRow): Promise<void> {
  const at = now();
  const rows = await loadRows(page, at);
  const snapshots = eagerRepresentations(buildModel(rows.input)).map((representation) => {
    const { contentType, etag, identity, gzip, brotli, headers } = createSnapshot(representation);
    return { path: representation.path, content_type: contentType, etag, identity, gzip, brotli, headers };
  });
  await replaceSnapshots(page.id, snapshots, packRows(rows), at);
  hint("pages", { status_page_id: page.id });
}
