import { hasRoomForResults } from "@/lib/engine/room";
import { tx } from "@/lib/store/core/tx";
import { selectProjectsWithPages } from "@/lib/store/status-pages/pages";
import { requestSeal } from "@/lib/store/status-pages/render-requests";

/** Every minute: "checked at", today's bar and the days move on although nothing happened. */
export async function sealAll(): Promise<void> {
  // Rewriting every page each minute would take the room that is left; a page whose incidents change is still rendered.
  if (!hasRoomForResults()) return;
  const projects = await selectProjectsWithPages();
  await tx(async (trx) => {
    for (const projectId of projects) await requestSeal(trx, projectId);
  });
}
