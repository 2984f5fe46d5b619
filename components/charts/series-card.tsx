"use client";
import { Download } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { useViewer } from "@/components/page/viewer-context";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Check, Segmented } from "@/components/ui/input";
import { PhoneFold } from "@/components/ui/overlays/phone-fold";
import { saveText } from "@/lib/client/save-file";
import { regionOf } from "@/lib/contract/core/region-names";
import { periodFrom, resultsHref } from "@/lib/presenters/checks/result-view";
import { seriesCsv } from "@/lib/presenters/checks/series-chart";
import {
  METRICS,
  RANGES,
  readSeriesView,
  type SeriesView,
  seriesSearch,
} from "@/lib/presenters/checks/series-view";
import { legendPx } from "./chart-space";
import { DeploymentButton } from "./deployment-button";
import { MarkList } from "./mark-list";
import { SeriesChart } from "./series-chart";
import { SeriesLegend } from "./series-legend";
import { SeriesTable } from "./series-table";
import { shownOf, useSeries } from "./use-series";

/** Stands for the part that was zoomed into. */
const CUSTOM = { value: "custom", label: "Custom" } as const;

/** Charts response times by phase, or by region if the monitor has several. The URL keeps what is shown. */
export default function SeriesCard({
  monitorId,
  regions,
  isOfRuns,
}: {
  monitorId: number;
  regions: number;
  /** Whether the times are those of a job's runs, which have no phases. */
  isOfRuns: boolean;
}) {
  const params = useSearchParams();
  const view = useMemo(() => readSeriesView(params), [params]);
  const show = (part: Partial<SeriesView>) =>
    window.history.replaceState(null, "", seriesSearch({ ...view, ...part }, params) || location.pathname);
  const { data, earlier, plot } = useSeries(monitorId, view);
  const shown = shownOf(data?.regions.map(({ region }) => region) ?? [], view);
  const mayWrite = useViewer()?.permissions.includes("uptime:write");
  const [only] = shown;
  const checksAt = (at: number, stepMs: number) => ({
    ...periodFrom(at, stepMs),
    ...(shown.length === 1 && only && { region: regionOf(only) }),
  });
  const hasPhases = data?.source === "results";
  return (
    <Card
      title={isOfRuns ? "Run time" : "Response time"}
      aside={
        <div className="flex flex-wrap items-center gap-2">
          {view.zoom && (
            <Button size="sm" variant="quiet" onClick={() => show({ zoom: null })}>
              Zoom out
            </Button>
          )}
          <Segmented
            name="metric"
            label="Shown"
            value={view.metric}
            options={isOfRuns ? METRICS.filter(({ value }) => value !== "phases") : METRICS}
            onChange={(metric) => show({ metric })}
          />
          <Segmented
            name="range"
            label="Range"
            value={view.zoom ? CUSTOM.value : view.range}
            options={view.zoom ? [...RANGES, CUSTOM] : RANGES}
            onChange={(range) => range !== CUSTOM.value && show({ range, zoom: null })}
          />
        </div>
      }
    >
      {plot && plot.rows.length > 0 ? (
        <SeriesChart
          plot={plot}
          checksHref={({ at }) => resultsHref(checksAt(at, plot.stepMs), params)}
          onZoom={(zoom) => show({ zoom })}
        />
      ) : (
        <p className="grid h-60 place-items-center text-muted">{data ? "No checks in this range" : ""}</p>
      )}
      {data && view.metric === "phases" && !hasPhases && (
        <p className="mt-2 text-[13px] text-muted">
          Phases are kept for recent checks. Choose 24 h or zoom in.
        </p>
      )}
      {plot?.stacked && <Keys keys={plot.keys} />}
      {!data && <div style={{ height: legendPx(regions) }} />}
      {data && (
        <div className="flex flex-wrap items-start justify-between gap-x-6">
          <SeriesLegend
            series={data}
            earlier={view.compare ? earlier : undefined}
            shown={shown}
            onShow={(regions) => show({ regions })}
          />
          <PhoneFold
            label="Compare, export, or mark a deployment"
            headClass="mt-1"
            className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-[13px]"
          >
            <Check
              label="Compare with the period before"
              checked={view.compare}
              onChange={() => show({ compare: !view.compare })}
            />
            <Check
              label="Show values as a table"
              checked={view.table}
              onChange={() => show({ table: !view.table })}
            />
            <Button
              size="sm"
              onClick={() => saveText(`response-times-${data.from.slice(0, 10)}.csv`, seriesCsv(data, shown))}
            >
              <Download /> Download CSV
            </Button>
            {mayWrite && <DeploymentButton />}
          </PhoneFold>
        </div>
      )}
      {plot && view.table && <SeriesTable plot={plot} />}
      <MarkList marks={plot?.marks ?? []} />
    </Card>
  );
}

function Keys({ keys }: { keys: readonly { key: string; label: string; color: string }[] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 text-[13px] text-muted">
      {keys.map(({ key, label, color }) => (
        <li key={key} className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-sm" style={{ background: color }} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}
