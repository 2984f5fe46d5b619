import type { ReactNode } from "react";
import { wallOf } from "@/lib/domain/core/zone";
import { isTrouble } from "@/lib/domain/status-pages/page-state";
import { isoSeconds } from "@/lib/shared/clock";
import { listText } from "@/lib/status-page/languages/intl";
import { wordsOf } from "@/lib/status-page/languages/registry";
import { dayParts } from "@/lib/status-page/model/day-ranges";
import type { MonitorModel, PageModel, PublicIncident, PublicWindow } from "@/lib/status-page/model/model";
import { isOnTop } from "@/lib/status-page/model/recent-days";
import type { ResponseTimes } from "@/lib/status-page/model/response-times";
import { AGE_MARK } from "./age";
import { availabilityText, dayText, responseTimeText, windowText } from "./format";
import { toMarkup } from "./markup";
import { STATE_CLASS, type StylePart, styled } from "./style";
import { Banner, headline } from "./view/banner";
import { Bars, dayName, incidentLinks, outcomes } from "./view/bars";
import { Calendar } from "./view/calendar";
import { Axis, Components, stateText } from "./view/components";
import { type DocumentProps, PageDocument } from "./view/document";
import { IncidentCard, NextUpdate, PostMortem, progressText, Timeline, Times } from "./view/incidents";
import { Months, Recent } from "./view/past";
import { Responses } from "./view/response-chart";
import { WindowCard, Windows } from "./view/windows";

type Frame = Omit<DocumentProps, "children"> & { readonly part: StylePart };

/** Renders a document in the page's theme around a body. */
export function pageHtml({ settings, title, path, description, part }: Frame, body: ReactNode): string {
  const markup = toMarkup(
    <PageDocument settings={settings} title={title} path={path} description={description}>
      {body}
    </PageDocument>,
  );
  const marked = markup.replace('<main id="main">', `<main id="main">${AGE_MARK}`);
  return `<!DOCTYPE html>${styled(marked, settings, part)}`;
}

/** Renders the home page. */
export function homeDocument(model: PageModel): string {
  const { settings } = model;
  const said = headline(model);
  const title = isTrouble(model.state) ? `${said} – ${settings.title}` : `${settings.title} – ${said}`;
  const description = `${said}. ${settings.description}`;
  return pageHtml(
    { settings, title, path: "", description, part: "home" },
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
  const { frame, past } = wordsOf(settings);
  return pageHtml(
    {
      settings,
      title: `${frame.history} – ${settings.title}`,
      path,
      description: `${past.incidents}. ${settings.description}`,
      part: "history",
    },
    <>
      <div className="ax">
        <h1>{frame.history}</h1>
        <form className="at" action={`${settings.base}/history`}>
          <label htmlFor="date">{past.goToDate}</label>
          <input id="date" type="date" name="date" required max={dayOf(model.now, settings.timeZone)} />
          <button type="submit" className="btn">
            {past.show}
          </button>
        </form>
      </div>
      <Months model={model} months={months} />
      <nav className="pg" aria-label={past.months}>
        <a href={`${settings.base}${older}`}>{past.earlierMonths}</a>
        {newer && <a href={`${settings.base}${newer}`}>{past.laterMonths}</a>}
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
  const words = wordsOf(settings);
  const progress = progressText(incident, words);
  const state = incident.endedAt ? "operational" : incident.state;
  return pageHtml(
    {
      settings,
      title: `${words.labeled(progress, incident.title)} – ${settings.title}`,
      path: `/incidents/${incident.slug}`,
      description: `${progress}. ${settings.description}`,
      part: "incident",
    },
    <article className={STATE_CLASS[state]}>
      <h1>{incident.title}</h1>
      <p className={`st ${STATE_CLASS[state]}`}>
        <span>
          <b>{progress}</b> · <Times incident={incident} model={model} />
          {incident.affected.length > 0 &&
            ` · ${words.incident.affects(listText(incident.affected, settings.language))}`}
        </span>
      </p>
      <NextUpdate incident={incident} model={model} />
      <PostMortem incident={incident} model={model} />
      <section>
        <h2>{words.incident.updates}</h2>
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
  const words = wordsOf(settings);
  const state = stateText(monitor, words);
  const down = monitor.days.reduce((sum, day) => sum + day.downSeconds, 0);
  const titles = new Map(model.incidents.map((incident) => [incident.slug, incident.title]));
  const days = [...dayParts(monitor.days).notable].reverse();
  return pageHtml(
    {
      settings,
      title: `${words.labeled(monitor.name, state)} – ${settings.title}`,
      path: `/components/${monitor.id}`,
      description: `${windowText(monitor.name, monitor.trackedSince, model)}. ${settings.description}`,
      part: "component",
    },
    <>
      <h1>{monitor.name}</h1>
      <p className={`st ${STATE_CLASS[monitor.state]}`}>
        <b>{state}</b>
      </p>
      <p>
        {availabilityText(monitor, model)}
        {down > 0 && ` · ${words.component.downtime(words.duration(down))}`}
        {monitor.medianMs !== null &&
          ` · ${words.median(responseTimeText(monitor.medianMs, settings.language))}`}
      </p>
      <p className="m">
        {words.component.monitoredSince(dayText(monitor.trackedSince, model.now, settings))}
      </p>
      <Bars days={monitor.days} cards={{ titles, settings }} every />
      <Axis settings={settings} />
      <Responses ranges={responses} model={model} />
      <Calendar days={monitor.days} settings={settings} />
      <section>
        <h2>{words.component.daysWithProblems}</h2>
        {days.length === 0 && <p className="m">{words.component.none}</p>}
        <ul className="dl">
          {days.map(({ day }) => (
            <li key={day.date} id={day.date}>
              <span className="m">{dayName(day, settings)}</span>
              {outcomes(day, words).map(({ state, text }) => (
                <p key={state}>{text}</p>
              ))}
              {incidentLinks(day, { titles, settings }).map(({ href, text }) => (
                <a key={href} href={href}>
                  {text}
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
  const { labeled, maintenance } = wordsOf(settings);
  return pageHtml(
    {
      settings,
      title: `${labeled(maintenance.title, window.title)} – ${settings.title}`,
      path: `/maintenance/${window.id}`,
      description: `${maintenance.planned}. ${settings.description}`,
      part: "plain",
    },
    <>
      <h1>{maintenance.title}</h1>
      <WindowCard window={window} model={model} />
    </>,
  );
}

/** Renders the 404 in the page's theme. */
export function missingDocument(model: PageModel): string {
  const { settings } = model;
  const { missing } = wordsOf(settings);
  return pageHtml(
    {
      settings,
      title: `${missing.title} – ${settings.title}`,
      path: "",
      description: settings.description,
      part: "missing",
    },
    <>
      <h1>{missing.title}</h1>
      <p>{missing.text}</p>
      <a className="btn" href={`${settings.base}/`}>
        {missing.seeStatus}
      </a>
    </>,
  );
}
