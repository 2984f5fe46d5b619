"use client";

import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { ownZone } from "@/components/forms/own-zone";
import { type ChartRow, chartTicks, scaledValues, scaleTop } from "@/lib/presenters/checks/series-chart";
import { MIN_ZOOM_MS, type Zoom } from "@/lib/presenters/checks/series-view";
import { BASE, HEIGHT, scaleOf, TOP } from "./scale";
import { SeriesNotes } from "./series-notes";
import { type Plot, SeriesPlot } from "./series-plot";
import { Reading, readingText } from "./series-reading";

/** How far the pointer moves before a press becomes a drag. */
const DRAG_PX = 6;

/**
 * Draws a chart of response times. Dragging zooms in, and a double click zooms out. A click pins the values at the cursor, which the
 * arrow keys move.
 */
export function SeriesChart({
  plot,
  checksHref,
  onZoom,
}: {
  plot: Plot;
  /** Returns the link to the checks of a step, which a pinned time shows. */
  checksHref: (row: ChartRow) => string;
  onZoom: (zoom: Zoom | null) => void;
}) {
  const [ref, width] = useWidth(640);
  const [cursor, setCursor] = useState<number | null>(null);
  const [pinned, setPinned] = useState(false);
  const [drag, setDrag] = useState<Zoom | null>(null);
  const ticks = useMemo(() => ticksOf(plot), [plot]);
  const top = ticks.values.at(-1) ?? 1;
  const scale = useMemo(() => scaleOf(plot.range, top, width), [plot.range, top, width]);
  const row = cursor === null ? undefined : plot.rows[cursor];
  const isDrag = drag !== null && Math.abs(scale.x(drag.to) - scale.x(drag.from)) >= DRAG_PX;
  const timeOf = (event: PointerEvent) =>
    scale.at(event.clientX - event.currentTarget.getBoundingClientRect().left);
  const move = (event: PointerEvent) => {
    const at = timeOf(event);
    if (drag) setDrag({ ...drag, to: at });
    if (!pinned) setCursor(nearest(plot.rows, at, plot.stepMs));
  };
  const release = (event: PointerEvent) => {
    const zoom = drag && { from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) };
    setDrag(null);
    if (isDrag && zoom && zoom.to - zoom.from >= MIN_ZOOM_MS) onZoom(zoom);
    else if (!isDrag) {
      setPinned(!pinned);
      setCursor(nearest(plot.rows, timeOf(event), plot.stepMs));
    }
  };
  const press = (event: KeyboardEvent) => {
    const next = nextCursor(event.key, cursor, plot.rows.length);
    if (next === undefined) return;
    event.preventDefault();
    setPinned(next !== null);
    setCursor(next);
  };
  return (
    <div ref={ref} className="relative">
      <div
        className="relative touch-pan-y select-none rounded"
        role="slider"
        tabIndex={0}
        aria-label="Response times. Use the arrow keys to move through time."
        aria-valuemin={0}
        aria-valuemax={Math.max(0, plot.rows.length - 1)}
        aria-valuenow={cursor ?? 0}
        aria-valuetext={row ? readingText(row, plot) : "No time selected"}
        onKeyDown={press}
        onPointerDown={(event) => event.button === 0 && setDrag({ from: timeOf(event), to: timeOf(event) })}
        onPointerMove={move}
        onPointerUp={release}
        onPointerLeave={() => [setDrag(null), pinned || setCursor(null)]}
        onDoubleClick={() => [setPinned(false), onZoom(null)]}
      >
        <div aria-hidden="true">
          <SeriesPlot plot={plot} width={width} scale={scale} ticks={ticks} />
        </div>
        <svg width={width} height={HEIGHT} className="absolute inset-0 overflow-visible" aria-hidden="true">
          <SeriesNotes plot={plot} scale={scale} top={top} />
          {isDrag && (
            <rect
              x={Math.min(scale.x(drag.from), scale.x(drag.to))}
              width={Math.abs(scale.x(drag.to) - scale.x(drag.from))}
              y={TOP}
              height={BASE - TOP}
              fill="var(--accent)"
              fillOpacity={0.14}
            />
          )}
          {row && (
            <path
              d={`M${scale.x(row.at)} ${TOP}V${BASE}`}
              stroke="var(--muted)"
              strokeDasharray={pinned ? "" : "2 3"}
            />
          )}
        </svg>
      </div>
      {row && (
        <Reading
          row={row}
          plot={plot}
          left={scale.x(row.at)}
          width={width}
          href={pinned ? checksHref(row) : null}
        />
      )}
    </div>
  );
}

function ticksOf(plot: Plot) {
  const values = scaledValues([...plot.rows, ...plot.before], plot.stacked);
  const ticks = chartTicks(scaleTop(values), plot.range, ownZone());
  // Without a successful check there is no scale.
  return values.length > 0 ? ticks : { ...ticks, values: [0] };
}

/** Returns the step around a time, or the next one; null without any. */
function nearest(rows: readonly ChartRow[], at: number, stepMs: number): number | null {
  if (rows.length === 0) return null;
  const after = rows.findIndex((row) => row.at + stepMs > at);
  return after === -1 ? rows.length - 1 : after;
}

/** Returns where a key moves the cursor: null to remove it, undefined for other keys. */
function nextCursor(key: string, cursor: number | null, rows: number): number | null | undefined {
  if (key === "Escape") return null;
  if (rows === 0) return undefined;
  if (key === "Home") return 0;
  if (key === "End") return rows - 1;
  if (key === "ArrowLeft") return Math.max(0, (cursor ?? rows) - 1);
  if (key === "ArrowRight") return Math.min(rows - 1, (cursor ?? -1) + 1);
  return undefined;
}

/** Returns a reference to an element, and the width that it has. */
function useWidth(atFirst: number): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(atFirst);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => element.clientWidth > 0 && setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
