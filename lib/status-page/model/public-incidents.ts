import { IMPACTS, INCIDENT_STATES, type IncidentState } from "@/lib/contract/incidents/states";
import { expectedUpdateAt } from "@/lib/domain/incidents/next-update";
import { isTrouble, type PageState, stateOfImpact } from "@/lib/domain/status-pages/page-state";
import { givenTitle } from "@/lib/domain/status-pages/public-title";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { Words } from "@/lib/status-page/languages/words";
import type { PageIncidentRow, PageMonitorRow } from "@/lib/store/status-pages/rows";
import type { PageSettings, PublicIncident } from "./model";

/**
 * Returns the incidents that visitors may see. Until an update is published, an incident is only the outage that its
 * components show anyway: its state, times, and their names.
 */
export function publicIncidents(
  { incidents: rows, settings }: { incidents: readonly PageIncidentRow[]; settings: PageSettings },
  names: ReadonlyMap<number, string>,
  monitors: ReadonlyMap<number, PageMonitorRow>,
): PublicIncident[] {
  const { outageTitle } = wordsOf(settings);
  return rows
    .map((row) => publicIncident(row, { names, monitors, outageTitle }))
    .filter((incident, at) => {
      if (isCommented(incident)) return true;
      // The incident that continues it shows the whole outage.
      if (incident.endedBy === "still_down") return false;
      return incident.affected.length > 0 && isTrouble(incident.state) && !rows[at]?.withdrawn;
    });
}

/** Returns whether the incident has a public update or post-mortem. */
export function isCommented({
  updates,
  postMortem,
}: Pick<PublicIncident, "updates" | "postMortem">): boolean {
  return updates.length > 0 || postMortem !== null;
}

interface Shown {
  readonly names: ReadonlyMap<number, string>;
  readonly monitors: ReadonlyMap<number, PageMonitorRow>;
  readonly outageTitle: Words["outageTitle"];
}

function publicIncident(row: PageIncidentRow, { names, monitors, outageTitle }: Shown): PublicIncident {
  const updates = row.updates.map((update) => ({
    id: update.id,
    progress: progressOf(update.state),
    content: update.content,
    publishedAt: new Date(update.published_at),
  }));
  const postMortem = postMortemOf(row);
  const said = [...updates, ...(postMortem ? [postMortem] : [])];
  const failing = row.monitors.flatMap((id) => monitors.get(id) ?? []);
  const allFail = failing.length > 0 && failing.every((monitor) => monitor.all_failing);
  const state = impactState(row, row.status === "recovered" ? row.all_failed : allFail);
  const affectedIds = row.monitors.filter((id) => names.has(id));
  const affected = affectedIds.flatMap((id) => names.get(id) ?? []);
  const given = isCommented({ updates, postMortem }) ? givenTitle(row) : null;
  return {
    id: row.id,
    slug: row.slug,
    title: given ?? outageTitle(affected, state),
    state,
    progress: progressOf(row.state),
    status: row.status,
    startedAt: row.outage_at ?? row.incident_at,
    endedAt: row.status === "recovered" ? row.recovery_at : null,
    endedBy: row.status === "recovered" ? row.ended_by : null,
    changedAt: newest([row.recovery_at, ...said.map(({ publishedAt }) => publishedAt)]) ?? row.incident_at,
    editedAt: row.updated_at,
    affected,
    affectedIds,
    nextUpdateAt: nextUpdateOf(row),
    postMortem,
    updates,
  };
}

function postMortemOf({
  status,
  post_mortem: content,
  post_mortem_published_at: publishedAt,
}: PageIncidentRow) {
  return status === "recovered" && content !== null && publishedAt ? { content, publishedAt } : null;
}

function nextUpdateOf({ status, updates: [latest] }: PageIncidentRow): Date | null {
  if (!latest) return null;
  const nextUpdateAt = latest.next_update_at === null ? null : new Date(latest.next_update_at);
  return expectedUpdateAt(status, { state: latest.state, nextUpdateAt });
}

/** Returns the state that an incident's impact gives a component. */
export function impactState(incident: Pick<PageIncidentRow, "impact">, allRegionsFail: boolean): PageState {
  const impact = IMPACTS.find((known) => known === incident.impact) ?? "unknown";
  return stateOfImpact(impact, allRegionsFail);
}

function progressOf(stored: string): IncidentState {
  return INCIDENT_STATES.find((known) => known === stored) ?? "unknown";
}

/** Returns the latest date; null without any. */
export function newest(dates: ReadonlyArray<Date | null>): Date | null {
  return dates.reduce((latest, date) => (date && (!latest || date > latest) ? date : latest), null);
}
