import { type DayRange, dayRanges } from "../day-ranges";
import { durationText, STATE_WORDS, shortDayText } from "../format";
import type { MonitorModel, PageModel } from "../model";
import { STATE_CLASS } from "../style";

const dateOf = (text: string) => new Date(`${text}T00:00:00Z`);

function rangeText(range: DayRange): string {
  const from = shortDayText(dateOf(range.from));
  return range.count === 1 ? from : `${from} – ${shortDayText(dateOf(range.to))}`;
}

/** What happened in a range, in words. */
export function outcomeText({ state, day }: Pick<DayRange, "state" | "day">): string {
  if (state === "empty") return "No data";
  if (day.downSeconds > 0) return `${STATE_WORDS[state]}, ${durationText(day.downSeconds)}`;
  return state === "operational" ? "No downtime" : STATE_WORDS[state];
}

/** Day bars: one path a range, cut into days by its dashes. Today at the right. */
export function Bars({ monitor }: { monitor: MonitorModel }) {
  return (
    <svg
      className="b"
      viewBox={`0 0 ${monitor.days.length} 2`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {dayRanges(monitor.days).map((range) => (
        <path key={range.start} className={STATE_CLASS[range.state]} d={`M${range.start} 1h${range.count}`}>
          <title>{`${rangeText(range)}: ${outcomeText(range)}`}</title>
        </path>
      ))}
    </svg>
  );
}

/** The same in words, newest first, with the incidents linked: for keyboards, screen readers and fingers. */
export function DayList({ monitor, model }: { monitor: MonitorModel; model: PageModel }) {
  const titles = new Map(model.incidents.map((incident) => [incident.slug, incident.title]));
  return (
    <ul>
      {dayRanges(monitor.days)
        .reverse()
        .map((range) => (
          <li key={range.start}>
            <span>{rangeText(range)}</span>
            {outcomeText(range)}
            {range.day.slugs.map((slug) => (
              <a key={slug} href={`${model.settings.base}/incidents/${slug}`}>
                {titles.get(slug) ?? slug}
              </a>
            ))}
          </li>
        ))}
    </ul>
  );
}
