import type { ReactNode } from "react";
import { duration } from "@/lib/domain/core/wording";
import { wallOf } from "@/lib/domain/core/zone";
import { isTrouble, type PageState } from "@/lib/domain/status-pages/page-state";
import { wholeMs } from "@/lib/presenters/core/format";
import { isoSeconds } from "@/lib/shared/clock";
import { AGE_MARK } from "./age";
import { dayParts } from "./day-ranges";
import { availabilityText, dayText, STATE_WORDS, windowText } from "./format";
import { toMarkup } from "./markup";
import type {
  ComponentModel,
  MonitorModel,
  PageModel,
  PageSettings,
  PublicIncident,
  PublicWindow,
} from "./model";
import { isOnTop } from "./recent-days";
import type { ResponseTimes } from "./response-times";
import { pageStyle, STATE_CLASS, type StylePart } from "./style";
import { Banner, bannerState, headline } from "./view/banner";
import { Bars, dateText, outcomes } from "./view/bars";
import { Calendar } from "./view/calendar";
import { Components } from "./view/components";
import { PageDocument } from "./view/document";
import { IncidentCard, NextUpdate, PostMortem, progressText, Timeline, Times } from "./view/incidents";
import { Months, Recent } from "./view/past";
import { Responses } from "./view/response-chart";
import { WindowCard, Windows } from "./view/windows";

interface Frame {
  readonly settings: PageSettings;
  readonly title: string;
  readonly path: string;
  readonly description: string;
  readonly part: StylePart;
  /** States whose shapes the document shows. */
  readonly states?: Iterable<PageState>;
}

/** Renders a document in the page's theme around a body. */
export function pageHtml(
  { settings, title, path, description, part, states }: Frame,
  body: ReactNode,
): string {
  const style = pageStyle(settings, part, states);
  const markup = toMarkup(
    <PageDocument settings={settings} style={style} title={title} path={path} description={description}>
      {body}
    </PageDocument>,
  );
  return `<!DOCTYPE html>${markup.replace('<main id="main">', `<main id="main">${AGE_MARK}`)}`;
}

/** Renders the home page. */
export function homeDocument(model: PageModel): string {
  const { settings } = model;
  const said = headline(model);
  const title = isTrouble(model.state) ? `${said} – ${settings.title}` : `${settings.title} – ${said}`;
  const states = new Set(model.components.flatMap((item) => [item.state, ...memberStates(item)]));
  states.add(bannerState(model));
  return pageHtml(
    { settings, title, path: "", description: `${said}. ${settings.description}`, part: "home", states },
    <>
      <Banner model={model} />
      {model.incidents.filter(isOnTop).map((incident) => (
        <IncidentCard key={incident.slug} incident={incident} model={model} level="h2" />
      ))}
      <Components model={model} />
      <Windows model={model} />
      <Recent model={model} />
    </>,
  );
}

function memberStates(item: ComponentModel): PageState[] {
  return item.kind === "group" ? item.monitors.map((monitor) => monitor.state) : [];
}

/** Addresses below the page's base. */
export interface HistoryPaths {
  readonly path: string;
  readonly older: string;
  /** Null for the newest months. */
  readonly newer: string | null;
}

/** Renders the incidents of some months, newest first. */
export function historyDocument(
  model: PageModel,
  months: readonly Date[],
  { path, older, newer }: HistoryPaths,
): string {
  const { settings } = model;
  return pageHtml(
    {
      settings,
      title: `History – ${settings.title}`,
      path,
      description: `Past incidents. ${settings.description}`,
      part: "history",
    },
    <>
      <h1>History</h1>
      <form className="at" action={`${settings.base}/history`}>
        <label htmlFor="date">Go to a date</label>
        <input id="date" type="date" name="date" required max={dayOf(model.now, settings.timeZone)} />
        <button type="submit" className="btn">
          Show
        </button>
      </form>
      <Months model={model} months={months} />
      <nav className="pg" aria-label="Months">
        <a href={`${settings.base}${older}`}>Earlier months</a>
        {newer && <a href={`${settings.base}${newer}`}>Later months</a>}
      </nav>
    </>,
  );
}

/** Returns `YYYY-MM-DD` in the page's zone. */
function dayOf(at: Date, zone: string): string {
  return isoSeconds(new Date(wallOf(at.getTime(), zone))).slice(0, 10);
}

export function incidentDocument(model: PageModel, incident: PublicIncident): string {
  const { settings } = model;
  const progress = progressText(incident);
  return pageHtml(
    {
      settings,
      title: `${progress}: ${incident.title} – ${settings.title}`,
      path: `/incidents/${incident.slug}`,
      description: `${progress}. ${settings.description}`,
      part: "incident",
    },
    <article className={STATE_CLASS[incident.endedAt ? "operational" : incident.state]}>
      <h1>{incident.title}</h1>
      <p className="m">
        <b>{progress}</b> · <Times incident={incident} model={model} />
        {incident.affected.length > 0 && ` · affects ${incident.affected.join(", ")}`}
      </p>
      <NextUpdate incident={incident} model={model} />
      <PostMortem incident={incident} model={model} />
      <section>
        <h2>Updates</h2>
        <Timeline incident={incident} model={model} />
      </section>
    </article>,
  );
}

/** Renders one component. Every day of the timeframe is reachable by pointer, tap, and keyboard. */
export function componentDocument(
  model: PageModel,
  monitor: MonitorModel,
  responses: readonly ResponseTimes[],
): string {
  const { settings } = model;
  const down = monitor.days.reduce((sum, day) => sum + day.downSeconds, 0);
  const titles = new Map(model.incidents.map((incident) => [incident.slug, incident.title]));
  const days = [...dayParts(monitor.days).notable].reverse();
  return pageHtml(
    {
      settings,
      title: `${monitor.name}: ${STATE_WORDS[monitor.state]} – ${settings.title}`,
      path: `/components/${monitor.id}`,
      description: `${monitor.name} ${windowText(monitor.trackedSince, settings, model.now)}. ${settings.description}`,
      part: "component",
    },
    <>
      <h1>{monitor.name}</h1>
      <p>
        {STATE_WORDS[monitor.state]} · {availabilityText(monitor, model)}
        {down > 0 && `, ${duration(down)} of downtime`}
        {monitor.medianMs !== null && ` · ${wholeMs(monitor.medianMs)} median`}
      </p>
      <p className="m">Monitored since {dayText(monitor.trackedSince, model.now, model.settings.timeZone)}</p>
      <Bars days={monitor.days} cards={{ titles, base: settings.base }} every />
      <Responses ranges={responses} model={model} />
      <Calendar days={monitor.days} />
      <section>
        <h2>Days with downtime</h2>
        {days.length === 0 && <p className="m">None.</p>}
        <ul className="dl">
          {days.map(({ day }) => (
            <li key={day.date} id={day.date}>
              <span className="m">{dateText(day)}</span>
              {outcomes(day).map(({ state, text }) => (
                <p key={state}>{text}</p>
              ))}
              {day.slugs.map((slug) => (
                <a key={slug} href={`${settings.base}/incidents/${slug}`}>
                  {titles.get(slug) ?? slug}
                </a>
              ))}
            </li>
          ))}
        </ul>
      </section>
    </>,
  );
}

export function windowDocument(model: PageModel, window: PublicWindow): string {
  const { settings } = model;
  return pageHtml(
    {
      settings,
      title: `Maintenance: ${window.title} – ${settings.title}`,
      path: `/maintenance/${window.id}`,
      description: `Scheduled maintenance. ${settings.description}`,
      part: "plain",
    },
    <>
      <h1>Maintenance</h1>
      <WindowCard window={window} model={model} />
    </>,
  );
}

/** Renders the 404 in the page's theme. */
export function missingDocument(model: PageModel): string {
  const { settings } = model;
  return pageHtml(
    {
      settings,
      title: `Page not found – ${settings.title}`,
      path: "",
      description: settings.description,
      part: "plain",
    },
    <>
      <h1>Page not found</h1>
      <p>
        There's nothing at this address. <a href={`${settings.base}/`}>See the current status</a>
      </p>
    </>,
  );
}
