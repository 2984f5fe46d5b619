"use client";
import { useState } from "react";
import {
  Area,
  AreaChart,
  CartesianGrid,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { Region } from "@/lib/contract/core/regions";
import { type ChartRow, chartTicks, type Zoom } from "@/lib/presenters/checks/series-chart";
import { ms } from "@/lib/presenters/core/format";
import { regionLabel } from "@/lib/presenters/monitors/region-labels";

const COLORS = ["#4f7df0", "#1fa79a", "#b06bd8", "#d98a2b", "#d9568a", "#7a9a34"] as const;
const MIN_ZOOM_MS = 120_000;

export function regionColor(index: number): string {
  return COLORS[index % COLORS.length] ?? COLORS[0];
}

const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const FULL = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** Draws one line per region, with red marks for failed checks and gray marks for inconclusive ones. */
export function SeriesChart({
  window,
  rows,
  regions,
  onZoom,
}: {
  window: Zoom;
  rows: ChartRow[];
  regions: readonly Region[];
  onZoom: (zoom: Zoom) => void;
}) {
  const [drag, setDrag] = useState<Zoom | null>(null);
  const span = window.to - window.from;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const ticks = chartTicks(rows, regions, window, timeZone);
  const end = () => {
    if (drag && Math.abs(drag.to - drag.from) >= MIN_ZOOM_MS) {
      onZoom({ from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) });
    }
    setDrag(null);
  };
  return (
    <div className="h-60 select-none" role="img" aria-label="Response time by region">
      <ResponsiveContainer width="100%" height="100%">
        <AreaChart
          data={rows}
          margin={{ top: 8, right: 4, bottom: 0, left: -8 }}
          accessibilityLayer={false}
          onMouseDown={({ activeLabel }) =>
            activeLabel !== undefined && setDrag({ from: Number(activeLabel), to: Number(activeLabel) })
          }
          onMouseMove={({ activeLabel }) =>
            drag && activeLabel !== undefined && setDrag({ ...drag, to: Number(activeLabel) })
          }
          onMouseUp={end}
          onMouseLeave={() => setDrag(null)}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="at"
            type="number"
            domain={[window.from, window.to]}
            allowDataOverflow
            ticks={ticks.times}
            tickFormatter={(at: number) => (span > 172_800_000 ? DAY : CLOCK).format(at)}
            tick={{ fill: "var(--muted)", fontSize: 12 }}
            stroke="var(--line)"
            tickLine={false}
            minTickGap={48}
          />
          <YAxis
            // Without a successful check there is no scale, and without a scale no failure marks are drawn.
            {...(rows.some((row) => regions.some((region) => row[region] != null))
              ? { domain: [0, ticks.values.at(-1) ?? 1], ticks: ticks.values }
              : { domain: [0, 1], allowDataOverflow: true, ticks: [] })}
            tickFormatter={(value: number) => (value === 0 ? "0" : ms(value))}
            tick={{ fill: "var(--muted)", fontSize: 12 }}
            width={68}
            axisLine={false}
            tickLine={false}
          />
          <Tooltip
            content={({ payload, label }) => (
              <Reading rows={rows} regions={regions} at={Number(label)} shown={(payload?.length ?? 0) > 0} />
            )}
            isAnimationActive={false}
          />
          {rows
            .filter((row) => row.down + row.inconclusive > 0)
            .map((row) => (
              <ReferenceLine
                key={row.at}
                x={row.at}
                stroke={row.down > 0 ? "var(--down-fill)" : "var(--muted)"}
                strokeOpacity={0.4}
                strokeWidth={3}
              />
            ))}
          {regions.map((region, index) => (
            <Area
              key={region}
              dataKey={region}
              stroke={regionColor(index)}
              strokeWidth={1.75}
              fill={regionColor(index)}
              fillOpacity={0.07}
              isAnimationActive={false}
              dot={rows.length < 4}
            />
          ))}
          {drag && <ReferenceArea x1={drag.from} x2={drag.to} fill="var(--accent)" fillOpacity={0.12} />}
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
}

function Reading({
  rows,
  regions,
  at,
  shown,
}: {
  rows: ChartRow[];
  regions: readonly Region[];
  at: number;
  shown: boolean;
}) {
  const row = rows.find((each) => each.at === at);
  if (!shown || !row) return null;
  return (
    <div className="rounded-lg border border-line bg-raised px-3 py-2 text-[13px] shadow-(--shadow)">
      <p className="font-medium">{FULL.format(at)}</p>
      {regions.map((region, index) => (
        <p key={region} className="flex items-center gap-2">
          <span className="h-0.5 w-3" style={{ background: regionColor(index) }} />
          {regionLabel(region)} <span className="ml-auto pl-4 tabular">{ms(row[region] ?? null)}</span>
        </p>
      ))}
      {row.down > 0 && <p className="text-down">{row.down} failed</p>}
      {row.inconclusive > 0 && <p className="text-muted">{row.inconclusive} inconclusive</p>}
    </div>
  );
}
