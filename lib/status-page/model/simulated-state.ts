import type { Impact } from "@/lib/contract/incidents/states";
import { monitorIds } from "@/lib/contract/status-pages/component-monitors";
import type { PreviewState } from "@/lib/contract/status-pages/preview-states";
import { MINUTE_MS } from "@/lib/shared/durations";
import type { PageIncidentRow, PageMonitorRow, PageWindowRow } from "@/lib/store/status-pages/rows";
import type { PageInput } from "./build-model";

/** Stored records have positive IDs. */
const SAMPLE_ID = 0;

/** Returns the rows as if the page were in a state, with a sample incident or maintenance window for its first component. */
export function withState(input: PageInput, state: PreviewState): PageInput {
  const quiet = withoutTrouble(input);
  const shown = monitorIds(input.components).slice(0, 1);
  if (state === "operational") return quiet;
  if (state === "maintenance")
    return { ...quiet, windows: [sampleWindow(input.now, shown), ...quiet.windows] };
  const incident = sampleIncident(input.now, shown, state);
  const impact = {
    from: incident.incident_at.getTime(),
    to: null,
    up: [],
    incident: SAMPLE_ID,
    impact: state,
  };
  return {
    ...quiet,
    incidents: [incident, ...quiet.incidents],
    monitors: quiet.monitors.map((row) =>
      shown.includes(row.id)
        ? {
            ...row,
            impacts: [...row.impacts, { ...impact, all_failed: true, excluded: false, failing: true }],
          }
        : row,
    ),
  };
}

function withoutTrouble(input: PageInput): PageInput {
  const calm = (row: PageMonitorRow): PageMonitorRow => ({
    ...row,
    paused: false,
    status: "online",
    last_checked_at: input.now,
    impacts: row.impacts.filter(({ failing }) => !failing),
  });
  return {
    ...input,
    monitors: input.monitors.map(calm),
    incidents: input.incidents.filter(({ status }) => status === "recovered"),
    windows: input.windows.filter((window) => window.state !== "in_progress"),
  };
}

function sampleIncident(now: Date, monitors: number[], impact: Impact): PageIncidentRow {
  const began = new Date(now.getTime() - 12 * MINUTE_MS);
  const published = new Date(now.getTime() - 5 * MINUTE_MS);
  return {
    id: SAMPLE_ID,
    slug: "SAMPLE-1",
    type: "manual",
    title: "Sample incident",
    public_title: null,
    ended_by: null,
    outage_at: null,
    post_mortem: null,
    post_mortem_published_at: null,
    impact,
    state: "investigating",
    status: "ongoing",
    exclude_from_downtime: false,
    all_failed: true,
    withdrawn: false,
    incident_at: began,
    recovery_at: null,
    updated_at: published,
    monitors,
    updates: [
      {
        id: SAMPLE_ID,
        state: "investigating",
        content: "Some requests are failing. We're looking into the cause.",
        published_at: published.toISOString(),
        next_update_at: new Date(now.getTime() + 25 * MINUTE_MS).toISOString(),
      },
    ],
  };
}

function sampleWindow(now: Date, monitors: number[]): PageWindowRow {
  const began = new Date(now.getTime() - 10 * MINUTE_MS);
  return {
    id: SAMPLE_ID,
    title: "Sample maintenance",
    description: "Signing in may take a few seconds longer.",
    state: "in_progress",
    starts_at: began,
    ends_at: new Date(now.getTime() + 50 * MINUTE_MS),
    created_at: began,
    updated_at: began,
    monitors,
    recurrence_id: null,
    recurs_at: null,
  };
}
