import { now } from "@/lib/shared/clock";
import { hint } from "@/lib/store/hints";
import { replaceSnapshots } from "@/lib/store/page-snapshots";
import { type StatusPageRow, selectPagesOfProject } from "@/lib/store/status-pages";
import { loadModel } from "./load-model";
import { eagerRepresentations } from "./representations";
import { seal } from "./seal";

/** Renders and seals every page of a project, and tells every front door. */
export async function resealProject(projectId: number): Promise<void> {
  for (const page of await selectPagesOfProject(projectId)) await resealPage(page);
}

async function resealPage(page: StatusPageRow): Promise<void> {
  const at = now();
  const model = await loadModel(page, at);
  const snapshots = eagerRepresentations(model).map((representation) => {
    const { contentType, etag, identity, gzip, brotli, headers } = seal(representation);
    return { path: representation.path, content_type: contentType, etag, identity, gzip, brotli, headers };
  });
  await replaceSnapshots(page.id, snapshots, at);
  hint("pages", { status_page_id: page.id });
}
