import { timeTicks, valueTicks } from "@/lib/domain/core/ticks";
import { wallOf } from "@/lib/domain/core/zone";
import { wholeMs } from "@/lib/presenters/core/format";
import { isoSeconds } from "@/lib/shared/clock";
import { shortDayText } from "../format";
import { escapeHtml } from "../markup";
import type { PageModel } from "../model";
import type { ResponsePoint, ResponseTimes } from "../response-times";

const RANGE_WORDS: Record<number, string> = { 24: "24 hours", 168: "7 days", 720: "30 days" };
const MAX_VALUES = 4;
const MAX_TIMES = 5;
/** The plot is 1000 × 100 units, stretched to the page's width. */
const WIDTH = 1000;
const HEIGHT = 100;
/** A spike beyond this multiple of what 19 of 20 points stay below leaves the plot, so that it doesn't flatten everything else. */
const HEADROOM = 1.5;
const DAY_MS = 86_400_000;

/** Shows a component's response times, one range at a time, without a script: radio buttons choose. */
export function Responses({ ranges, model }: { ranges: readonly ResponseTimes[]; model: PageModel }) {
  const first = ranges.find(({ points }) => points.length > 1);
  if (!first) return null;
  return (
    <section className="rt">
      <h2>Response time</h2>
      {ranges.map(({ hours }) => (
        <input
          key={`input-${hours}`}
          type="radio"
          name="range"
          id={`r${hours}`}
          defaultChecked={hours === first.hours}
        />
      ))}
      <div className="rg">
        {ranges.map(({ hours }) => (
          <label key={hours} htmlFor={`r${hours}`} className={`l${hours}`}>
            {RANGE_WORDS[hours]}
          </label>
        ))}
      </div>
      {ranges.map((range) => (
        <Chart key={range.hours} range={range} model={model} />
      ))}
    </section>
  );
}

function Chart({ range, model }: { range: ResponseTimes; model: PageModel }) {
  const { hours, overall } = range;
  if (!overall) return <p className={`m p${hours}`}>{`No data in the last ${RANGE_WORDS[hours]}.`}</p>;
  const median = wholeMs(Math.round(overall.medianMs));
  const p95 = wholeMs(Math.round(overall.p95Ms));
  const summary = `Last ${RANGE_WORDS[hours]}: median ${median}, 95th percentile ${p95}`;
  return (
    <figure className={`p${hours}`}>
      <figcaption className="m">
        <span className="ln">median {median}</span> <span className="ln hi">95th percentile {p95}</span>
      </figcaption>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: numbers, dates and our own words */}
      <div dangerouslySetInnerHTML={{ __html: chartSvg(range, summary, model.settings.timeZone) }} />
    </figure>
  );
}

/** Returns the chart. Lines stretch with the page; texts are placed by percentages and keep their size. */
function chartSvg(range: ResponseTimes, label: string, zone: string): string {
  const ticks = valueTicks(highestShown(range.points), MAX_VALUES);
  const top = ticks.at(-1) ?? 1;
  const grid = ticks.map((value) => `M0 ${y(value, top)}h${WIDTH}`).join("");
  const values = ticks
    .slice(1)
    .map((value) => `<text x="0" y="${y(value, top) * 0.88 + 6}%" dy="-4">${wholeMs(value)}</text>`);
  const times = timeTicks(range.from, range.to, zone, MAX_TIMES).map((at) => {
    const x = round(((at - range.from) / (range.to - range.from)) * 100);
    const anchor = x < 5 ? "start" : x > 95 ? "end" : "middle";
    return `<text x="${x}%" y="99%" text-anchor="${anchor}">${timeText(at, range, zone)}</text>`;
  });
  const lines = runs(range).map((points) => plotted(points, range, top));
  const band = lines.map(({ median, p95 }) => `M${p95.join("L")}L${[...median].reverse().join("L")}Z`);
  const line = (which: "median" | "p95") => lines.map((each) => `M${each[which].join("L")}`).join("");
  return (
    `<svg class="plot" role="img" aria-label="${escapeHtml(label)}">` +
    `<svg y="6%" height="88%" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">` +
    `<path class="gr" d="${grid}"/><path class="bd" d="${band.join("")}"/>` +
    `<path class="hi" d="${line("p95")}"/><path class="md0" d="${line("median")}"/></svg>` +
    `${values.join("")}${times.join("")}</svg>`
  );
}

/** Returns the top of the scale: what 19 of 20 points stay below, with headroom, but no more than the highest. */
function highestShown(points: readonly ResponsePoint[]): number {
  const sorted = points.map(({ p95Ms }) => p95Ms).sort((a, b) => a - b);
  const usual = sorted[Math.floor((sorted.length - 1) * 0.95)] ?? 0;
  return Math.min(sorted.at(-1) ?? 0, usual * HEADROOM);
}

/** Splits the points where steps are missing, so that gaps stay gaps. */
function runs({ points, stepMs }: ResponseTimes): ResponsePoint[][] {
  const found: ResponsePoint[][] = [];
  for (const point of points) {
    const last = found.at(-1)?.at(-1);
    if (last && point.at - last.at <= stepMs * 1.5) found.at(-1)?.push(point);
    else found.push([point]);
  }
  return found;
}

/** A single point becomes a short line, because a path of one point draws nothing. */
function plotted(points: readonly ResponsePoint[], { from, to, stepMs }: ResponseTimes, top: number) {
  const x = (at: number) => round(((at - from) / (to - from)) * WIDTH);
  const last = points.at(-1);
  const drawn = points.length === 1 && last ? [...points, { ...last, at: last.at + stepMs / 2 }] : points;
  const place = (value: (point: ResponsePoint) => number) =>
    drawn.map((point) => `${x(point.at)} ${y(Math.min(value(point), top), top)}`);
  return { median: place(({ medianMs }) => medianMs), p95: place(({ p95Ms }) => p95Ms) };
}

function y(value: number, top: number): number {
  return round(HEIGHT - (value / top) * HEIGHT);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function timeText(at: number, { hours }: ResponseTimes, zone: string): string {
  const wall = wallOf(at, zone);
  return hours <= 24 && wall % DAY_MS !== 0
    ? isoSeconds(new Date(wall)).slice(11, 16)
    : shortDayText(new Date(at), zone);
}
