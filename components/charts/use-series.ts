import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { RegionName } from "@/lib/contract/core/regions";
import { chartMarks } from "@/lib/presenters/checks/chart-marks";
import { chartRows, movedBy, PHASES } from "@/lib/presenters/checks/series-chart";
import {
  rangeBefore,
  rangeOf,
  rangeQuery,
  type SeriesView,
  type Zoom,
} from "@/lib/presenters/checks/series-view";
import { regionLabelAmong } from "@/lib/presenters/monitors/region-labels";
import { PHASE_COLORS, regionColor } from "./colors";
import type { Plot } from "./series-plot";

const BUCKETS = 120;
const MOST = 100;

function useSeriesOf(monitorId: number, range: Zoom, enabled = true) {
  const input = { params: { monitorId }, query: { ...rangeQuery(range), buckets: BUCKETS } };
  return useQuery({ ...query(routes.getSeries, input), placeholderData: keepPreviousData, enabled });
}

/** Reads what happened in a range: incidents, maintenance, and deployments. */
function useMarks(monitorId: number, range: Zoom) {
  const span = rangeQuery(range);
  const report = useQuery({
    ...query(routes.getMonitorReport, { params: { monitorId }, query: { ...span, per_page: MOST } }),
    placeholderData: keepPreviousData,
  });
  const windows = useQuery({
    ...query(routes.listMaintenanceWindows, {
      query: { ...span, monitor_id: String(monitorId), per_page: MOST },
    }),
    placeholderData: keepPreviousData,
  });
  const deployments = useQuery({
    ...query(routes.listDeployments, { query: { ...span, per_page: MOST } }),
    placeholderData: keepPreviousData,
  });
  const { from, to } = range;
  const incidents = report.data?.incidents;
  const maintenance = windows.data?.data;
  const deployed = deployments.data?.data;
  return useMemo(
    () =>
      chartMarks(
        { from, to },
        { incidents: incidents ?? [], windows: maintenance ?? [], deployments: deployed ?? [] },
      ),
    [incidents, maintenance, deployed, from, to],
  );
}

/** Reads the series of a view and builds its chart. `plot` is null until the data arrives. */
export function useSeries(monitorId: number, view: SeriesView) {
  const range = rangeOf(view);
  const { data } = useSeriesOf(monitorId, range);
  const { data: earlier } = useSeriesOf(monitorId, rangeBefore(view), view.compare);
  const marks = useMarks(monitorId, range);
  const plot = useMemo((): Plot | null => {
    if (!data) return null;
    const all = data.regions.map(({ region }) => region);
    const shown = shownOf(all, view);
    const stacked = view.metric === "phases";
    const lines = all.map((region, place) => ({
      key: region,
      label: regionLabelAmong(region, all),
      color: regionColor(place),
    }));
    const span = { from: Date.parse(data.from), to: Date.parse(data.to) };
    const before = view.compare && !stacked && earlier ? chartRows(earlier, view.metric, shown) : [];
    return {
      range: span,
      stepMs: data.step_seconds * 1000,
      rows: chartRows(data, view.metric, shown),
      before: movedBy(before, earlier ? span.from - Date.parse(earlier.from) : 0),
      keys: stacked
        ? PHASES.map((phase) => ({ ...phase, color: PHASE_COLORS[phase.key] }))
        : lines.filter(({ key }) => shown.includes(key)),
      stacked,
      marks,
    };
  }, [data, earlier, marks, view]);
  return { data, earlier, plot };
}

/** Returns the regions that a view shows, of those there are. */
export function shownOf<Name extends RegionName>(
  all: readonly Name[],
  { regions }: Pick<SeriesView, "regions">,
): Name[] {
  const chosen = all.filter((region) => regions.some((wanted) => wanted === region));
  return chosen.length > 0 ? chosen : [...all];
}
