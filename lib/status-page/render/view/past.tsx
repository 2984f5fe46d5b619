import { dayNumber, wallOf } from "@/lib/domain/core/zone";
import { isoSeconds } from "@/lib/shared/clock";
import { dayText, monthText } from "../format";
import type { PageModel, PublicIncident } from "../model";
import { IncidentCard } from "./incidents";

const DAY_MS = 86_400_000;
const RECENT_DAYS = 14;

interface DayEntry {
  readonly from: Date;
  readonly to: Date;
  readonly incidents: readonly PublicIncident[];
  /** Whether an incident that started on this day is still open. It's shown at the top of the page instead. */
  readonly isOpen: boolean;
}

/** Returns the last days, newest first. Consecutive days without incidents are one entry. */
function recentDays(model: PageModel): DayEntry[] {
  const { timeZone } = model.settings;
  const today = dayNumber(model.now.getTime(), timeZone);
  const dayOf = ({ startedAt }: PublicIncident) => dayNumber(startedAt.getTime(), timeZone);
  const entries: DayEntry[] = [];
  for (let back = 0; back < RECENT_DAYS; back += 1) {
    const day = new Date((today - back) * DAY_MS);
    const began = model.incidents.filter((incident) => dayOf(incident) === today - back);
    const incidents = began.filter(({ endedAt }) => endedAt);
    const last = entries.at(-1);
    if (last && began.length === 0 && last.incidents.length === 0 && !last.isOpen)
      entries[entries.length - 1] = { ...last, from: day };
    else entries.push({ from: day, to: day, incidents, isOpen: began.length > incidents.length });
  }
  return entries;
}

/** Shows the last 14 days, including days without incidents. */
export function Recent({ model }: { model: PageModel }) {
  // Days are calendar days in the page's time zone, represented as UTC midnights.
  const wallNow = new Date(wallOf(model.now.getTime(), model.settings.timeZone));
  return (
    <section id="recent">
      <h2>Last {RECENT_DAYS} days</h2>
      {recentDays(model).map((entry) => (
        <div className="day" key={entry.to.getTime()}>
          <h3>
            {entry.from < entry.to && `${dayText(entry.from, wallNow, "UTC")} – `}
            {dayText(entry.to, wallNow, "UTC")}
          </h3>
          {entry.isOpen && <p className="m">Ongoing. See above.</p>}
          {entry.incidents.length === 0 && !entry.isOpen && <p className="m">No incidents.</p>}
          {entry.incidents.map((incident) => (
            <IncidentCard key={incident.slug} incident={incident} model={model} level="h3" />
          ))}
        </div>
      ))}
      <p>
        <a href={`${model.settings.base}/history`}>Older incidents</a>
      </p>
    </section>
  );
}

/** Shows incidents by month, newest first, including months without incidents. */
export function Months({ model, months }: { model: PageModel; months: readonly Date[] }) {
  return (
    <>
      {months.map((month) => {
        const key = isoSeconds(month).slice(0, 7);
        const incidents = model.incidents.filter(({ startedAt }) =>
          isoSeconds(new Date(wallOf(startedAt.getTime(), model.settings.timeZone))).startsWith(key),
        );
        return (
          <section key={key}>
            <h2>{monthText(month)}</h2>
            {incidents.length === 0 && <p className="m">No incidents.</p>}
            {incidents.map((incident) => (
              <IncidentCard key={incident.slug} incident={incident} model={model} level="h3" />
            ))}
          </section>
        );
      })}
    </>
  );
}
