import type { DayBar } from "@/lib/domain/day-bars";
import { countDays, dayParts } from "../day-ranges";
import { durationText, STATE_WORDS, shortDayText } from "../format";
import type { MonitorModel, PageModel } from "../model";
import { STATE_CLASS } from "../style";

/** `14 Nov`. */
export function dateText(day: Pick<DayBar, "date">): string {
  return shortDayText(new Date(`${day.date}T00:00:00Z`));
}

/** What happened on a day, in words. */
export function outcomeText({ state, downSeconds }: Pick<DayBar, "state" | "downSeconds">): string {
  if (state === "empty") return "No data";
  if (downSeconds > 0) return `${STATE_WORDS[state]}, ${durationText(downSeconds)}`;
  return state === "operational" ? "No downtime" : STATE_WORDS[state];
}

/** One path for all days of a kind; its dashes, which start anew with each run, cut it into days. */
function runsPath(runs: ReadonlyArray<readonly [number, number]>): string {
  return runs.map(([start, length]) => `M${start} 1h${length}`).join("");
}

/** Day bars, today at the right. A day with trouble is a shape of its own that says what happened. */
export function Bars({ monitor }: { monitor: MonitorModel }) {
  const { notable, good, empty } = dayParts(monitor.days);
  return (
    <svg className="b" viewBox={`0 0 ${monitor.days.length} 2`} preserveAspectRatio="none" aria-hidden="true">
      {empty.length > 0 && <path className="s0" d={runsPath(empty)} />}
      {good.length > 0 && <path d={runsPath(good)} />}
      {notable.map(({ index, day }) => (
        <path key={index} className={STATE_CLASS[day.state]} d={`M${index} 1h1`}>
          <title>{`${dateText(day)}: ${outcomeText(day)}`}</title>
        </path>
      ))}
    </svg>
  );
}

function plural(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

/** The same in words, newest first, incidents linked: for keyboards, screen readers and fingers. */
export function DayList({ monitor, model }: { monitor: MonitorModel; model: PageModel }) {
  const { base } = model.settings;
  const { notable, good, empty } = dayParts(monitor.days);
  const missing = countDays(empty);
  const since = empty[0]?.[0] === 0 ? ` (tracking since ${shortDayText(monitor.trackedSince)})` : "";
  return (
    <ul className="d">
      {[...notable].reverse().map(({ index, day }) => (
        <li key={index}>
          {`${dateText(day)}: ${outcomeText(day)} `}
          {day.slugs.map((slug) => (
            <a key={slug} href={`${base}/incidents/${slug}`}>
              {slug}
            </a>
          ))}
        </li>
      ))}
      <li>
        {`No downtime on ${plural(countDays(good), "day")}${missing > 0 ? `, no data on ${plural(missing, "day")}${since}` : ""}. `}
        <a href={`${base}/components/${monitor.id}`}>Day by day</a>
      </li>
    </ul>
  );
}
