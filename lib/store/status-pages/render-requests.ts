import { addJob } from "@/lib/store/core/jobs";
import type { Tx } from "@/lib/store/core/tx";

/**
 * Requests that every public page of a project, or only the given one, be rendered again after this transaction commits. Debounced by key: a waiting
 * request covers later ones, a running one doesn't, so no change is missed. The queue keeps an older rendering from overtaking
 * a newer one.
 */
export async function requestPageRender(trx: Tx, projectId: number, pageId?: number): Promise<void> {
  const queue = `render:${projectId}`;
  const key = pageId === undefined ? queue : `${queue}:${pageId}`;
  await addJob(trx, "render_project_pages", { projectId, pageId }, { key, queue });
}
