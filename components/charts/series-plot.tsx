import { memo } from "react";
import type { ChartMark } from "@/lib/presenters/checks/chart-marks";
import { type ChartRow, runsOf } from "@/lib/presenters/checks/series-chart";
import type { Zoom } from "@/lib/presenters/checks/series-view";
import { ms } from "@/lib/presenters/core/format";
import { BASE, HEIGHT, linePath, type Scale, stackPath, TOP } from "./scale";

/** A line or a layer of the chart. */
export interface ChartKey {
  key: string;
  label: string;
  color: string;
}

/** Everything that a chart shows. */
export interface Plot {
  window: Zoom;
  stepMs: number;
  rows: readonly ChartRow[];
  /** The period before, moved into the window; empty without a comparison. */
  before: readonly ChartRow[];
  keys: readonly ChartKey[];
  stacked: boolean;
  marks: readonly ChartMark[];
}

const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const TWO_DAYS_MS = 172_800_000;

/** Draws the picture of a chart without what follows the pointer. */
export const SeriesPlot = memo(function SeriesPlot({
  plot,
  scale,
  ticks,
}: {
  plot: Plot;
  scale: Scale;
  ticks: { times: readonly number[]; values: readonly number[] };
}) {
  const time = plot.window.to - plot.window.from > TWO_DAYS_MS ? DAY : CLOCK;
  return (
    <>
      {ticks.values.map((value) => (
        <g key={value}>
          <path d={`M${scale.left} ${scale.y(value)}H${scale.right}`} stroke="var(--line)" />
          <text x={scale.left - 8} y={scale.y(value) + 4} textAnchor="end">
            {value === 0 ? "0" : ms(value)}
          </text>
        </g>
      ))}
      {ticks.times.map((at) => (
        <text key={at} x={scale.x(at)} y={HEIGHT - 6} textAnchor="middle">
          {time.format(at)}
        </text>
      ))}
      <Marks marks={plot.marks} scale={scale} />
      {plot.stacked ? <Stacks plot={plot} scale={scale} /> : <Lines plot={plot} scale={scale} />}
      <Spikes plot={plot} scale={scale} top={ticks.values.at(-1) ?? 0} />
      <Failures plot={plot} scale={scale} />
    </>
  );
});

function Stacks({ plot: { rows, keys, stepMs }, scale }: { plot: Plot; scale: Scale }) {
  const names = keys.map(({ key }) => key);
  return keys.map(({ key, color }) => (
    <path key={key} d={stackPath(rows, names, key, stepMs, scale)} fill={color} />
  ));
}

function Lines({ plot: { rows, before, keys, stepMs }, scale }: { plot: Plot; scale: Scale }) {
  return (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      {keys.map(({ key, color }) => (
        <g key={key} stroke={color}>
          <path d={linePath(runsOf(before, key, stepMs), scale)} strokeDasharray="2 4" strokeOpacity={0.7} />
          <path d={linePath(runsOf(rows, key, stepMs), scale)} strokeWidth={1.75} data-key={key} />
        </g>
      ))}
    </g>
  );
}

/** Points at values that the scale cuts off. */
function Spikes({ plot: { rows, keys, stacked }, scale, top }: { plot: Plot; scale: Scale; top: number }) {
  const spikes = stacked
    ? []
    : rows.flatMap(({ at, values }) =>
        keys.filter(({ key }) => (values[key] ?? 0) > top).map(({ key, color }) => ({ at, key, color })),
      );
  return spikes.map(({ at, key, color }) => (
    <path key={`${at} ${key}`} d={`M${scale.x(at) - 4} ${TOP}l4 -6l4 6z`} fill={color} data-spike />
  ));
}

/** Marks steps with failed checks in red below the lines, and those with inconclusive ones in gray. */
function Failures({ plot: { rows, stepMs }, scale }: { plot: Plot; scale: Scale }) {
  return rows
    .filter(({ down, inconclusive }) => down + inconclusive > 0)
    .map(({ at, down }) => (
      <rect
        key={at}
        x={scale.x(at)}
        y={BASE + 3}
        width={Math.max(2, scale.x(at + stepMs) - scale.x(at))}
        height={down > 0 ? 6 : 3}
        fill={down > 0 ? "var(--down-fill)" : "var(--muted)"}
      />
    ));
}

const BANDS = { incident: "var(--down-fill)", maintenance: "var(--calm)", deployment: "var(--accent)" };
const MIN_BAND_PX = 2;

function Marks({ marks, scale }: { marks: readonly ChartMark[]; scale: Scale }) {
  return marks.map(({ key, kind, title, from, to }) =>
    kind === "deployment" ? (
      <g key={key} stroke={BANDS[kind]} data-mark={kind}>
        <title>{title}</title>
        <path d={`M${scale.x(from)} ${BASE}V3`} strokeDasharray="3 3" />
        <path d={`M${scale.x(from)} 2h8l-2.5 3.5l2.5 3.5h-8z`} fill={BANDS[kind]} />
      </g>
    ) : (
      <g key={key} fill={BANDS[kind]} data-mark={kind}>
        <title>{title}</title>
        <Band x={scale.x(from)} width={Math.max(MIN_BAND_PX, scale.x(to) - scale.x(from))} />
      </g>
    ),
  );
}

function Band({ x, width }: { x: number; width: number }) {
  return (
    <>
      <rect x={x} y={TOP} width={width} height={BASE - TOP} fillOpacity={0.1} />
      <rect x={x} y={TOP - 3} width={width} height={3} />
    </>
  );
}
