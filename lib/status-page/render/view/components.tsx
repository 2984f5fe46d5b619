import { isTrouble, type PageState } from "@/lib/domain/status-pages/page-state";
import { wordsOf } from "@/lib/status-page/languages/registry";
import type { Words } from "@/lib/status-page/languages/words";
import type { GroupModel, MonitorModel, PageModel, PageSettings } from "@/lib/status-page/model/model";
import { around } from "../around";
import { capitalized, responseTimeText, rowAvailabilityText } from "../format";
import { STATE_CLASS } from "../style";
import { Bars } from "./bars";
import { CheckedMoment } from "./moment";

const LEGEND: PageState[] = [
  "operational",
  "degraded_performance",
  "partial_outage",
  "major_outage",
  "maintenance",
  "empty",
];

/** Returns the state in words, or why there is none. */
export function stateText({ unknown, state }: MonitorModel, { home, states }: Words): string {
  if (unknown === "stale") return home.noCurrentData;
  return unknown === "paused" ? home.paused : states[state];
}

/** Returns the state of a group without trouble in words, or why nothing is known of any member. */
function quietText({ state, monitors, isIncomplete }: GroupModel, words: Words): string {
  if (isIncomplete) return words.home.noCurrentData;
  const [why, ...others] = new Set(monitors.map((monitor) => stateText(monitor, words)));
  return state === "empty" && why !== undefined && others.length === 0 ? why : words.states[state];
}

function figures(monitor: MonitorModel, model: PageModel): string {
  const share = rowAvailabilityText(monitor, model);
  if (monitor.medianMs === null) return share;
  const { language } = model.settings;
  return `${share} · ${wordsOf({ language }).median(responseTimeText(monitor.medianMs, language))}`;
}

function MonitorRow({ monitor, list }: { monitor: MonitorModel; list: ListProps }) {
  const { model, titles } = list;
  const { settings } = model;
  return (
    <li className="c">
      <a href={`${settings.base}/components/${monitor.id}`}>{monitor.name}</a>
      <span className="f">{figures(monitor, model)}</span>
      <span className={`st ${STATE_CLASS[monitor.state]}`}>{stateText(monitor, wordsOf(settings))}</span>
      <Bars days={monitor.days} cards={{ titles, settings }} />
    </li>
  );
}

function GroupRow({ group, list }: { group: GroupModel; list: ListProps }) {
  const { availability, trackedSince } = group;
  const words = wordsOf(list.model.settings);
  const { home } = words;
  const troubled = group.monitors.filter((monitor) => isTrouble(monitor.state)).length;
  return (
    <li>
      <details className="g" open={group.open}>
        <summary className="c">
          <b>{group.name}</b>
          {trackedSince && (
            <span className="f">
              {home.lowest(rowAvailabilityText({ availability, trackedSince }, list.model))}
            </span>
          )}
          <span className={`st ${STATE_CLASS[group.state]}`}>
            {troubled > 0 ? home.affectedOf(troubled, group.monitors.length) : quietText(group, words)}
          </span>
          <Bars days={group.days} cards={null} />
        </summary>
        <ul>
          {group.monitors.map((monitor, index) => (
            <MonitorRow key={index} monitor={monitor} list={list} />
          ))}
        </ul>
      </details>
    </li>
  );
}

interface ListProps {
  readonly model: PageModel;
  /** Titles of incidents by slug. */
  readonly titles: ReadonlyMap<string, string>;
}

/** Names the first and the last day below the bars. */
export function Axis({ settings }: { settings: PageSettings }) {
  const { home } = wordsOf(settings);
  return (
    <p className="ax m">
      <span>{home.daysAgo(settings.timeframe)}</span>
      <span>{home.today}</span>
    </p>
  );
}

function ComponentList({ model, titles }: ListProps) {
  return (
    <ul className="card list">
      {model.components.map((component, index) =>
        component.kind === "group" ? (
          <GroupRow key={index} group={component} list={{ model, titles }} />
        ) : (
          <MonitorRow key={index} monitor={component} list={{ model, titles }} />
        ),
      )}
      <li aria-hidden="true">
        <Axis settings={model.settings} />
      </li>
    </ul>
  );
}

/** Shows the components in the owner's order, affected groups open, and the legend of the bars. */
export function Components({ model }: { model: PageModel }) {
  const titles = new Map(model.incidents.map(({ slug, title }) => [slug, title]));
  if (model.components.length === 0) return null;
  const { language, timeframe } = model.settings;
  const { home, states, availability, overDays } = wordsOf({ language });
  return (
    <section id="components">
      <div className="ax">
        <h2>{home.components}</h2>
        <p className="m">{capitalized(overDays(availability, timeframe), language)}</p>
      </div>
      <ComponentList model={model} titles={titles} />
      <ul className="leg m">
        {LEGEND.map((state) => (
          <li key={state} className={STATE_CLASS[state]}>
            {states[state]}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns whether every component was operational when it was last checked. */
function isAllStale({ stale, state, isIncomplete, unknown }: PageModel): boolean {
  return (
    stale && !isIncomplete && state === "empty" && unknown.every((monitor) => monitor.unknown === "stale")
  );
}

/** Shows "Checked 06:12 UTC", or what was known when no checks came in for a while. */
export function Checked({ model }: { model: PageModel }) {
  if (!model.checkedAt) return null;
  const { home } = wordsOf(model.settings);
  const at = <CheckedMoment at={model.checkedAt} model={model} />;
  return (
    <p className="m">
      {around(model.stale ? home.lastChecked : home.checked, { at })}
      {isAllStale(model) && `. ${home.wasOperational}`}
    </p>
  );
}
