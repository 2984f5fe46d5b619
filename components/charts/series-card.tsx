"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Segmented } from "@/components/ui/input";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { chartRows, RANGES, type RangeKey, windowOf, type Zoom } from "@/lib/presenters/checks/series-chart";
import { ms } from "@/lib/presenters/core/format";
import { regionLabelAmong } from "@/lib/presenters/monitors/region-labels";
import { regionColor, SeriesChart } from "./series-chart";

/** Charts response times by region. Dragging over the chart zooms in. */
export default function SeriesCard({ monitorId }: { monitorId: number }) {
  const [range, setRange] = useState<RangeKey>("day");
  const [zoom, setZoom] = useState<Zoom | null>(null);
  const { data } = useQuery({
    ...query(routes.getSeries, { params: { monitorId }, query: { ...windowOf(range, zoom), buckets: 120 } }),
    placeholderData: keepPreviousData,
  });
  const regions = data?.regions ?? [];
  const rows = data ? chartRows(data) : [];
  const isTimed = regions.some(({ p50 }) => p50 !== null);
  return (
    <Card
      title="Response time by region (p50)"
      aside={
        <div className="flex items-center gap-2">
          {zoom && (
            <Button size="sm" look="quiet" onClick={() => setZoom(null)}>
              Zoom out
            </Button>
          )}
          <Segmented
            name="range"
            label="Range"
            value={range}
            options={RANGES}
            onChange={(next) => [setRange(next), setZoom(null)]}
          />
        </div>
      }
    >
      {rows.length === 0 ? (
        <p className="grid h-60 place-items-center text-muted">{data ? "No checks in this range" : ""}</p>
      ) : (
        <SeriesChart
          window={{ from: Date.parse(data?.from ?? ""), to: Date.parse(data?.to ?? "") }}
          rows={rows}
          regions={regions.map(({ region }) => region)}
          onZoom={setZoom}
        />
      )}
      {rows.length > 0 && !isTimed && (
        <p className="mt-2 text-[13px] text-muted">No successful checks in this range</p>
      )}
      <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-[13px]">
        {regions.map(({ region, p50, p95, p99 }, index) => (
          <li key={region} className="flex items-center gap-2">
            <span
              className="h-0.5 w-4 rounded"
              style={{ background: regionColor(index) }}
              aria-hidden="true"
            />
            {regionLabelAmong(
              region,
              regions.map((each) => each.region),
            )}
            <span className="text-muted tabular">
              {p50 === null ? "no successful checks" : `p50 ${ms(p50)} · p95 ${ms(p95)} · p99 ${ms(p99)}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
