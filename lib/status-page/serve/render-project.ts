import { now } from "@/lib/shared/clock";
import { loadModel } from "@/lib/status-page/render/load-model";
import { hint } from "@/lib/store/core/hints";
import { type StatusPageRow, selectPagesOfProject } from "@/lib/store/status-pages/pages";
import { replaceSnapshots } from "@/lib/store/status-pages/snapshots";
import { eagerRepresentations } from "./representations";
import { createSnapshot } from "./snapshot";

/** Renders every status page of a project again and notifies all servers. */
export async function renderProjectPages(projectId: number): Promise<void> {
  for (const page of await selectPagesOfProject(projectId)) await renderPage(page);
}

async function renderPage(page: StatusPageRow): Promise<void> {
  const at = now();
  const model = await loadModel(page, at);
  const snapshots = eagerRepresentations(model).map((representation) => {
    const { contentType, etag, identity, gzip, brotli, headers } = createSnapshot(representation);
    return { path: representation.path, content_type: contentType, etag, identity, gzip, brotli, headers };
  });
  await replaceSnapshots(page.id, snapshots, at);
  hint("pages", { status_page_id: page.id });
}
