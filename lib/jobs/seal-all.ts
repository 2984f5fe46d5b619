import { hasRoomForResults } from "@/lib/engine/room";
import { tx } from "@/lib/store/core/tx";
import { selectProjectsWithPages } from "@/lib/store/status-pages/pages";
import { requestSeal } from "@/lib/store/status-pages/render-requests";

/** Re-renders all pages every minute, because "checked at" and the day bars change even without events. */
export async function renderAllPages(): Promise<void> {
  // Rewriting every page each minute would use up the remaining space. A page whose incidents change is still rendered.
  if (!hasRoomForResults()) return;
  const projects = await selectProjectsWithPages();
  await tx(async (trx) => {
    for (const projectId of projects) await requestSeal(trx, projectId);
  });
}
