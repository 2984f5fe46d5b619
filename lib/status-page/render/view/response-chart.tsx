import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import { timeTicks, valueTicks } from "@/lib/domain/core/ticks";
import { wallOf } from "@/lib/domain/core/zone";
import { DAY_MS } from "@/lib/shared/durations";
import { escapeHtml } from "@/lib/shared/text/escape-html";
import { dateText, numberText, type Place } from "@/lib/status-page/languages/intl";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { PageModel } from "@/lib/status-page/model/model";
import type { ResponsePoint, ResponseTimes } from "@/lib/status-page/model/response-times";
import { responseTimeText, shortDayText } from "../format";

const MAX_VALUES = 4;
const MAX_TIMES = 5;
/** The plot is 1000 × 100 units, stretched to the page's width. */
const WIDTH = 1000;
const HEIGHT = 100;
/** Spikes beyond this multiple of the 95th percentile are cut off, so that they don't flatten everything else. */
const HEADROOM = 1.5;

/** Shows a component's response times, one range at a time, without a script: radio buttons choose. */
export function Responses({ ranges, model }: { ranges: readonly ResponseTimes[]; model: PageModel }) {
  const first = ranges.find(({ points }) => points.length > 1);
  if (!first) return null;
  const { language } = model.settings;
  return (
    <section className="rt">
      <h2>{wordsOf(model.settings).component.responseTime}</h2>
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
            {rangeText(hours, language)}
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
  const { language } = model.settings;
  const words = wordsOf(model.settings);
  const name = rangeText(hours, language);
  if (!overall) return <p className={`m p${hours}`}>{words.labeled(name, words.past.noData)}</p>;
  const median = words.median(responseTimeText(Math.round(overall.medianMs), language));
  const p95 = words.component.percentile95(responseTimeText(Math.round(overall.p95Ms), language));
  const svg = chartSvg(range, words.labeled(name, `${median}, ${p95}`), model.settings);
  return (
    <figure className={`p${hours}`}>
      <figcaption className="m">
        <span className="ln">{median}</span> <span className="ln hi">{p95}</span>
      </figcaption>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: numbers, dates, and our own words */}
      <div dangerouslySetInnerHTML={{ __html: svg }} />
    </figure>
  );
}

/** Returns the chart. Lines stretch with the page; texts are placed by percentages and keep their size. */
function chartSvg(range: ResponseTimes, label: string, place: Place): string {
  const ticks = valueTicks(highestShown(range.points), MAX_VALUES);
  const top = ticks.at(-1) ?? 1;
  const grid = ticks.map((value) => `M0 ${y(value, top)}h${WIDTH}`).join("");
  const values = ticks
    .slice(1)
    .map(
      (value) =>
        `<text x="0" y="${y(value, top) * 0.88 + 6}%" dy="-4">${valueText(value, place.language)}</text>`,
    );
  const times = timeTicks(range.from, range.to, place.timeZone, MAX_TIMES).map((at) => {
    const x = round(((at - range.from) / (range.to - range.from)) * 100);
    const anchor = x < 5 ? "start" : x > 95 ? "end" : "middle";
    return `<text x="${x}%" y="99%" text-anchor="${anchor}">${escapeHtml(timeText(at, range, place))}</text>`;
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

function valueText(ms: number, language: PageLanguage): string {
  return ms < 1000 ? `${numberText(ms, language, 3)} ms` : `${numberText(ms / 1000, language, 3)} s`;
}

function timeText(at: number, { hours }: ResponseTimes, place: Place): string {
  return hours <= 24 && wallOf(at, place.timeZone) % DAY_MS !== 0
    ? dateText(new Date(at), place, "time", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
    : shortDayText(new Date(at), place);
}

/** Returns `24 hours` or `7 days`. */
function rangeText(hours: number, language: PageLanguage): string {
  const { component } = wordsOf({ language });
  return hours <= 24 ? component.hours(hours) : component.days(hours / 24);
}
