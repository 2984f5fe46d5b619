import { wallOf } from "@/lib/domain/core/zone";
import { isoSeconds } from "@/lib/shared/clock";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { Words } from "@/lib/status-page/languages/words";
import { monitorsOf, type PageModel, type PublicIncident } from "@/lib/status-page/model/model";
import { isCommented } from "@/lib/status-page/model/public-incidents";
import { type DayEntry, RECENT_DAYS, recentDays, type Silence } from "@/lib/status-page/model/recent-days";
import { daysText, monthText } from "../format";
import { IncidentCard, Times } from "./incidents";

/** Maximum number of outages without an update that a day lists. A flapping monitor has dozens. */
const OUTAGES_A_DAY = 5;

const SILENCE_TEXTS: Record<Silence, keyof Words["past"]> = {
  "no incidents": "noIncidents",
  "no data": "noData",
  "not monitored": "notMonitored",
  "not listed": "notAll",
};

/** Shows the last 14 days, including days without incidents. */
export function Recent({ model }: { model: PageModel }) {
  if (model.components.length + model.incidents.length === 0) return null;
  // Days are calendar days in the page's time zone, represented as UTC midnights.
  const { settings } = model;
  const wallNow = new Date(wallOf(model.now.getTime(), settings.timeZone));
  const { home } = wordsOf(settings);
  return (
    <section id="recent">
      <h2>{home.lastDays(RECENT_DAYS)}</h2>
      {recentDays(model).map((entry) => (
        <div className="day" key={entry.to.getTime()}>
          <h3>{daysText(entry, wallNow, settings)}</h3>
          <Day entry={entry} model={model} />
        </div>
      ))}
      <p>
        <a href={`${settings.base}/history`}>{home.older}</a>
      </p>
    </section>
  );
}

function Day({ entry, model }: { entry: DayEntry; model: PageModel }) {
  const { began, named, silence } = entry;
  const { home, past } = wordsOf(model.settings);
  if (silence) return <p className="m">{past[SILENCE_TEXTS[silence]]}</p>;
  const outages = began.filter((incident) => !isCommented(incident)).slice(OUTAGES_A_DAY);
  return (
    <>
      <Named incidents={named} model={model} />
      {began
        .filter((incident) => !outages.includes(incident))
        .map((incident) => (
          <IncidentCard
            key={incident.slug}
            incident={incident}
            model={model}
            level="h3"
            today={incident.startedAt}
          />
        ))}
      {outages.length > 0 && (
        <p className="m">
          <a href={`${model.settings.base}/history`}>{home.moreOutages(outages.length)}</a>
        </p>
      )}
      {began.length + named.length === 0 && <p className="m">{home.seeComponents}</p>}
    </>
  );
}

/** Names the incidents of a period that are shown elsewhere. */
function Named({ incidents, model }: { incidents: readonly PublicIncident[]; model: PageModel }) {
  return incidents.map((incident) => (
    <p key={incident.slug} className="m">
      <a href={`${model.settings.base}/incidents/${incident.slug}`}>{incident.title}</a> ·{" "}
      <Times incident={incident} model={model} />
    </p>
  ));
}

/** Shows incidents by month, newest first, including months without incidents. */
export function Months({ model, months }: { model: PageModel; months: readonly Date[] }) {
  const { timeZone, language } = model.settings;
  const { past } = wordsOf(model.settings);
  const dayOf = (at: Date) => isoSeconds(new Date(wallOf(at.getTime(), timeZone))).slice(0, 10);
  const monthOf = (at: Date) => dayOf(at).slice(0, 7);
  const isTracked = (key: string) =>
    monitorsOf(model.components).some(({ trackedSince }) => monthOf(trackedSince) <= key);
  const listed = model.listedSince ? monthOf(model.listedSince) : "";
  return months.map((month) => {
    const key = isoSeconds(month).slice(0, 7);
    const began = model.incidents.filter(({ startedAt }) => monthOf(startedAt) === key);
    const lasted = model.incidents.filter(
      ({ startedAt, endedAt }) => monthOf(startedAt) < key && monthOf(endedAt ?? model.now) >= key,
    );
    return (
      <section key={key}>
        <h2>{monthText(month, language)}</h2>
        <Named incidents={lasted} model={model} />
        {began.map((incident, at) => (
          <div key={incident.slug} id={idOfDay(dayOf, began[at - 1], incident)}>
            <IncidentCard incident={incident} model={model} level="h3" />
          </div>
        ))}
        {key <= listed && <p className="m">{past.notAll}</p>}
        {key > listed && began.length + lasted.length === 0 && (
          <p className="m">{isTracked(key) ? past.noIncidents : past.notMonitored}</p>
        )}
      </section>
    );
  });
}

/** Returns the ID of a day, which its first incident in the list carries. */
function idOfDay(
  dayOf: (at: Date) => string,
  before: PublicIncident | undefined,
  incident: PublicIncident,
): string | undefined {
  const day = dayOf(incident.startedAt);
  return before && dayOf(before.startedAt) === day ? undefined : day;
}
