import { recurrencePattern } from "@/lib/domain/maintenance/recurrence-pattern";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { PageModel, PublicWindow } from "@/lib/status-page/model/model";
import { around } from "../around";
import { STATE_CLASS } from "../style";
import { affectedText } from "./incidents";
import { Markdown } from "./markdown";
import { Moment } from "./moment";

export function WindowCard({ window, model }: { window: PublicWindow; model: PageModel }) {
  const repeats = model.recurrences.find(({ id, endedBefore }) => id === window.recurrenceId && !endedBefore);
  const { windows, incident, maintenance } = wordsOf(model.settings);
  const from = <Moment at={window.startsAt} model={model} />;
  const to = <Moment at={window.endsAt} model={model} today={window.startsAt} />;
  return (
    <article className={`card inc ${STATE_CLASS.maintenance}`}>
      <h3>
        <a href={`${model.settings.base}/maintenance/${window.id}`}>{window.title}</a>
      </h3>
      <p className="m">
        <b>{windows[window.state]}</b> · {around(maintenance.span, { from, to })}
        {window.affected.length > 0 &&
          ` · ${incident.affects(affectedText(window.affected, model.settings))}`}
      </p>
      {repeats && <p className="m">{maintenance.repeats(recurrencePattern(repeats, repeats.durationMs))}</p>}
      {window.description && <Markdown text={window.description} />}
    </article>
  );
}

/** Returns active and upcoming windows, of each recurrence only the next one. */
function nextWindows(windows: readonly PublicWindow[]): PublicWindow[] {
  const seen = new Set<number>();
  return windows.filter(({ state, recurrenceId }) => {
    if (state === "completed") return false;
    if (state === "in_progress" || recurrenceId === null) return true;
    if (seen.has(recurrenceId)) return false;
    seen.add(recurrenceId);
    return true;
  });
}

/** Shows active and upcoming maintenance; nothing when there's none. */
export function Windows({ model }: { model: PageModel }) {
  const shown = nextWindows(model.windows);
  if (shown.length === 0) return null;
  const { base, channels } = model.settings;
  const { maintenance } = wordsOf(model.settings);
  return (
    <section id="maintenance">
      <h2>{maintenance.planned}</h2>
      {shown.map((window) => (
        <WindowCard key={window.id} window={window} model={model} />
      ))}
      {channels.includes("ical") && (
        <p>
          <a href={`${base}/maintenance.ics`}>{maintenance.addToCalendar}</a>
        </p>
      )}
    </section>
  );
}
