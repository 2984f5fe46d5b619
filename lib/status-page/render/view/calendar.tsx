import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import type { DayBar } from "@/lib/domain/status-pages/day-bars";
import { DAY_MS } from "@/lib/shared/durations";
import { dateText } from "@/lib/status-page/languages/intl";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { Words } from "@/lib/status-page/languages/words";
import { isNotable } from "@/lib/status-page/model/day-ranges";
import { monthText } from "../format";
import { STATE_CLASS } from "../style";
import { outcomes } from "./bars";

/** A week from Monday. */
const WEEK = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)));
const LONGEST_WEEKDAY = 4;

type Language = Parameters<typeof wordsOf>[0];

interface Month {
  readonly first: Date;
  /** Weeks of seven days from Monday; null outside the month and the timeframe. */
  readonly weeks: readonly (readonly (DayBar | null)[])[];
}

/** Returns the months of consecutive days, newest first, as weeks from Monday. */
export function monthsOf(days: readonly DayBar[]): Month[] {
  const byMonth = new Map<string, Map<string, DayBar>>();
  for (const day of days) {
    const key = day.date.slice(0, 7);
    const known = byMonth.get(key) ?? new Map<string, DayBar>();
    byMonth.set(key, known.set(day.date, day));
  }
  return [...byMonth].reverse().map(([key, known]) => {
    const first = new Date(`${key}-01T00:00:00Z`);
    const start = first.getTime() - ((first.getUTCDay() + 6) % 7) * DAY_MS;
    const next = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1);
    const weeks: (DayBar | null)[][] = [];
    for (let at = start; at < next; at += 7 * DAY_MS) {
      const week = WEEK.map(
        (_, day) => known.get(new Date(at + day * DAY_MS).toISOString().slice(0, 10)) ?? null,
      );
      if (week.some(Boolean)) weeks.push(week);
    }
    return { first, weeks };
  });
}

/** Shows the days as a month grid each. A day with trouble leads to its line in the list below. */
export function Calendar({ days, settings }: { days: readonly DayBar[]; settings: Language }) {
  const { language } = settings;
  const words = wordsOf(settings);
  const weekdays = weekdayNames(language);
  return (
    <section>
      <h2>{words.component.calendar}</h2>
      <div className="cal">
        {monthsOf(days).map(({ first, weeks }) => (
          <table key={first.getTime()}>
            <caption>{monthText(first, language)}</caption>
            <thead>
              <tr>
                {weekdays.map((name, at) => (
                  <th key={WEEK[at]?.getTime()} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map((week) => (
                <tr key={week.find(Boolean)?.date}>
                  {week.map((day, at) => (
                    <Day key={WEEK[at]?.getTime()} day={day} words={words} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </section>
  );
}

/** Returns the names of the days from Monday: abbreviated, or letters where a language's abbreviations don't fit. */
function weekdayNames(language: PageLanguage): string[] {
  const named = (weekday: "short" | "narrow") =>
    WEEK.map((at) => dateText(at, { language, timeZone: "UTC" }, `weekday ${weekday}`, { weekday }));
  const short = named("short");
  return short.some((name) => name.length > LONGEST_WEEKDAY) ? named("narrow") : short;
}

function Day({ day, words }: { day: DayBar | null; words: Words }) {
  if (!day) return <td />;
  const number = Number(day.date.slice(8));
  const text = outcomes(day, words)
    .map((outcome) => outcome.text)
    .join(", ");
  return (
    <td className={STATE_CLASS[day.state]} title={text}>
      {isNotable(day) ? <a href={`#${day.date}`}>{number}</a> : number}
    </td>
  );
}
