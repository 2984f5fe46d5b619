import { duration } from "@/lib/domain/core/wording";
import type { DayBar } from "@/lib/domain/status-pages/day-bars";
import { countDays, dayParts } from "../day-ranges";
import { STATE_WORDS, shortDayText } from "../format";
import type { MonitorModel, PageModel } from "../model";
import { STATE_CLASS } from "../style";

/** Returns `14 Nov`. */
export function dateText(day: Pick<DayBar, "date">): string {
  return shortDayText(new Date(`${day.date}T00:00:00Z`), "UTC");
}

/** Describes a day in words. */
export function outcomeText({ state, downSeconds }: Pick<DayBar, "state" | "downSeconds">): string {
  if (state === "empty") return "No data";
  if (downSeconds > 0) return `${STATE_WORDS[state]}, ${duration(downSeconds)}`;
  return state === "operational" ? "No downtime" : STATE_WORDS[state];
}

/** Returns one path for all days of a kind. Its dashes, which restart with each run, divide it into days. */
function runsPath(runs: ReadonlyArray<readonly [number, number]>): string {
  return runs.map(([start, length]) => `M${start} 1h${length}`).join("");
}

// The two components below build strings from numbers, dates, constants, and checked slugs. They're two thirds of a page's
// elements, and as React elements they would be two thirds of its render time.

/** Shows one bar per day, today on the right. Each notable day has a title that says what happened. */
export function Bars({ monitor }: { monitor: MonitorModel }) {
  const { notable, good, empty } = dayParts(monitor.days);
  let inner = "";
  if (empty.length > 0) inner += `<path class="s0" d="${runsPath(empty)}"/>`;
  if (good.length > 0) inner += `<path d="${runsPath(good)}"/>`;
  for (const { index, day } of notable) {
    const title = `${dateText(day)}: ${outcomeText(day)}`;
    inner += `<path class="${STATE_CLASS[day.state]}" d="M${index} 1h1"><title>${title}</title></path>`;
  }
  return (
    <svg
      className="b"
      viewBox={`0 0 ${monitor.days.length} 2`}
      preserveAspectRatio="none"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: numbers, dates and our own words
      dangerouslySetInnerHTML={{ __html: inner }}
    />
  );
}

function plural(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

/** Links incidents by slug: a project's prefix and a number. Drops anything else. */
function incidentLinks(base: string, slugs: readonly string[]): string {
  return slugs
    .filter((slug) => /^[A-Za-z0-9-]+$/.test(slug))
    .map((slug) => `<a href="${base}/incidents/${slug}">${slug}</a>`)
    .join(" ");
}

/** Shows the same in words, newest first, with linked incidents, for keyboards, screen readers, and touch. */
export function DayList({ monitor, model }: { monitor: MonitorModel; model: PageModel }) {
  const { base } = model.settings;
  const { notable, good, empty } = dayParts(monitor.days);
  const missing = countDays(empty);
  const since =
    empty[0]?.[0] === 0
      ? ` (monitored since ${shortDayText(monitor.trackedSince, model.settings.timeZone)})`
      : "";
  const without = missing > 0 ? `, no data on ${plural(missing, "day")}${since}` : "";
  let inner = "";
  for (const { day } of [...notable].reverse()) {
    inner += `<li>${dateText(day)}: ${outcomeText(day)} ${incidentLinks(base, day.slugs)}</li>`;
  }
  inner += `<li>No downtime on ${plural(countDays(good), "day")}${without}. <a href="${base}/components/${monitor.id}">Day by day</a></li>`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: numbers, dates, our own words and checked slugs
  return <ul className="d" dangerouslySetInnerHTML={{ __html: inner }} />;
}
