import { pageLanguage } from "@/lib/contract/status-pages/languages";
import type { StatusPageState } from "@/lib/contract/status-pages/page-states";
import { STATE_DAYS } from "@/lib/contract/status-pages/state-days";
import { dayRuns } from "@/lib/domain/status-pages/day-runs";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { isoSeconds } from "@/lib/shared/clock";
import { renderedModel } from "@/lib/status-page/serve/page-source";
import { selectPageSources } from "@/lib/store/status-pages/snapshots";
import { impactOf } from "./current-status";

/** Returns the states of pages as last rendered, so that a list of pages costs one query. */
export async function getStatusPageStates(
  caller: Caller,
  pageIds: readonly number[],
  componentLimit: number,
): Promise<{ pages: StatusPageState[] }> {
  requirePermission(caller, "uptime:read");
  const rows = await selectPageSources(projectOf(caller), pageIds);
  const pages = rows.flatMap(({ id, language, source, as_of: confirmedAt, checked_at: checkedAt }) => {
    const model = renderedModel(
      { row: { id }, confirmedAt, checkedAt, source },
      pageLanguage(language),
    )?.model;
    if (!model) return [];
    return {
      status_page_id: id,
      current_incident_impact: impactOf(model),
      updated_at: isoSeconds(confirmedAt),
      components: model.components.slice(0, componentLimit).map((item) => ({
        name: item.name,
        current_incident_impact: impactOf(item),
        recent_days: dayRuns(item.days.slice(-STATE_DAYS)),
      })),
    };
  });
  return { pages };
}
