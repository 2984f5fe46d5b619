import type { ChartMark } from "@/lib/presenters/checks/chart-marks";
import { BASE, type Scale, TOP } from "./scale";
import type { Plot } from "./series-plot";

/** Draws events over the lines: marks, spikes that the scale cuts off, and failures. */
export function SeriesNotes({ plot, scale, top }: { plot: Plot; scale: Scale; top: number }) {
  return (
    <>
      <Marks marks={plot.marks} scale={scale} />
      <Spikes plot={plot} scale={scale} top={top} />
      <Failures plot={plot} scale={scale} />
    </>
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

/** Marks steps with failed checks in red on the ground of the plot, and those with inconclusive ones in gray. */
function Failures({ plot: { rows, stepMs }, scale }: { plot: Plot; scale: Scale }) {
  return rows
    .filter(({ down, inconclusive }) => down + inconclusive > 0)
    .map(({ at, down }) => (
      <rect
        key={at}
        x={scale.x(at)}
        y={BASE - (down > 0 ? 6 : 3)}
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
