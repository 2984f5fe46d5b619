import { memo } from "react";
import { Area, AreaChart, XAxis, YAxis } from "recharts";
import { dateFormat } from "@/components/ui/time/date-format";
import type { ChartMark } from "@/lib/presenters/checks/chart-marks";
import { type ChartRow, linePoints, stackRows } from "@/lib/presenters/checks/series-chart";
import type { Zoom } from "@/lib/presenters/checks/series-view";
import { ms } from "@/lib/presenters/core/format";
import { BASE, HEIGHT, LEFT, RIGHT, type Scale, TOP } from "./scale";

/** A line or a layer of the chart. */
export interface ChartKey {
  key: string;
  label: string;
  color: string;
}

/** Everything that a chart shows. */
export interface Plot {
  range: Zoom;
  stepMs: number;
  rows: readonly ChartRow[];
  /** The previous period, moved into the range; empty without a comparison. */
  before: readonly ChartRow[];
  keys: readonly ChartKey[];
  stacked: boolean;
  marks: readonly ChartMark[];
}

/** Draws axes, lines, and stacks. Its plot area is the one of `scaleOf`. */
export const SeriesPlot = memo(function SeriesPlot({
  plot,
  width,
  scale,
  ticks,
}: {
  plot: Plot;
  width: number;
  scale: Scale;
  ticks: { times: readonly number[]; values: readonly number[] };
}) {
  const { from, to } = plot.range;
  return (
    <AreaChart
      // The last time's text may reach over the edge.
      className="[&>svg]:overflow-visible"
      width={width}
      height={HEIGHT}
      margin={{ top: TOP, right: RIGHT, bottom: 0, left: 0 }}
      data={stackRows(plot.rows, plot.stepMs)}
      accessibilityLayer={false}
    >
      <path d={grid(ticks.values, scale)} stroke="var(--line)" />
      <XAxis
        {...AXIS}
        dataKey="at"
        type="number"
        domain={[from, to]}
        ticks={ticks.times}
        tickFormatter={tickText}
        height={HEIGHT - BASE}
        tickMargin={12}
      />
      <YAxis
        {...AXIS}
        domain={[0, ticks.values.at(-1) || 1]}
        ticks={ticks.values}
        tickFormatter={(value: number) => (value === 0 ? "0" : ms(value))}
        width={LEFT}
      />
      {plot.stacked ? stacks(plot) : lines(plot)}
    </AreaChart>
  );
});

/** Writes a time on the axis: the day at midnight, where it begins, or else the time of day. */
function tickText(at: number): string {
  const isMidnight = clockOf(at) === "00:00";
  return isMidnight ? dateFormat({ day: "numeric", month: "short" }).format(at) : clockOf(at);
}

const clockOf = (at: number) => dateFormat({ hour: "2-digit", minute: "2-digit" }).format(at);

const AXIS = {
  allowDataOverflow: true,
  axisLine: false,
  tickLine: false,
  interval: 0,
  tick: { fill: "var(--muted)", fontSize: 12 },
} as const;
const STILL = { isAnimationActive: false, activeDot: false, dot: false } as const;
/** An area without a fill is a line. A chart of areas alone takes 3 KB less of every first view than one with lines as well. */
const LINE = { ...STILL, fill: "none", dataKey: "value" } as const;

const grid = (values: readonly number[], { left, right, y }: Scale) =>
  values.map((value) => `M${left} ${y(value)}H${right}`).join("");

const stacks = ({ keys }: Plot) =>
  keys.map(({ key, color }) => (
    <Area
      {...STILL}
      key={key}
      dataKey={(row: ChartRow) => row.values[key] ?? 0}
      type="stepAfter"
      stackId="phases"
      stroke="none"
      fill={color}
      fillOpacity={1}
    />
  ));

const lines = ({ rows, before, keys, stepMs }: Plot) =>
  keys.flatMap(({ key, color }) => [
    <Area
      {...LINE}
      key={`${key} before`}
      data={linePoints(before, key, stepMs)}
      stroke={color}
      strokeDasharray="2 4"
      strokeOpacity={0.7}
    />,
    // A single point becomes a dot, because the ends of a line are round.
    <Area
      {...LINE}
      key={key}
      data={linePoints(rows, key, stepMs)}
      stroke={color}
      strokeWidth={1.75}
      strokeLinecap="round"
      data-key={key}
    />,
  ]);
