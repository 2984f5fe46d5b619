import { isTrouble, type PageState } from "@/lib/domain/status-pages/page-state";
import { wholeMs } from "@/lib/presenters/core/format";
import { availabilityText, STATE_WORDS } from "../format";
import type { GroupModel, MonitorModel, PageModel } from "../model";
import { STATE_CLASS } from "../style";
import { Bars } from "./bars";
import { Moment } from "./moment";

const LEGEND: PageState[] = [
  "operational",
  "degraded_performance",
  "partial_outage",
  "major_outage",
  "maintenance",
  "empty",
];

function stateText(monitor: MonitorModel): string {
  return monitor.unknown === "paused" ? "Not currently monitored" : STATE_WORDS[monitor.state];
}

function figures(monitor: MonitorModel, model: PageModel): string {
  const share = availabilityText(monitor, model);
  return monitor.medianMs === null ? share : `${share} · ${wholeMs(monitor.medianMs)} median`;
}

function MonitorRow({ monitor, list }: { monitor: MonitorModel; list: ListProps }) {
  const { model, titles } = list;
  const { base } = model.settings;
  return (
    <li className="c">
      <a href={`${base}/components/${monitor.id}`}>{monitor.name}</a>
      <span className="f">{figures(monitor, model)}</span>
      <span className={`st ${STATE_CLASS[monitor.state]}`}>{stateText(monitor)}</span>
      <Bars days={monitor.days} cards={{ titles, base }} />
    </li>
  );
}

function GroupRow({ group, list }: { group: GroupModel; list: ListProps }) {
  const { availability, trackedSince } = group;
  const troubled = group.monitors.filter((monitor) => isTrouble(monitor.state)).length;
  return (
    <li>
      <details className="g" open={group.open}>
        <summary className="c">
          <b>{group.name}</b>
          {trackedSince && (
            <span className="f">Lowest {availabilityText({ availability, trackedSince }, list.model)}</span>
          )}
          <span className={`st ${STATE_CLASS[group.state]}`}>
            {troubled > 0 ? `${troubled} of ${group.monitors.length} affected` : STATE_WORDS[group.state]}
          </span>
          <Bars days={group.days} cards={null} />
        </summary>
        <ul>
          {group.monitors.map((monitor, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: static markup, and a monitor may appear twice
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

function ComponentList({ model, titles }: ListProps) {
  return (
    <ul className="card list">
      {model.components.map((component, index) =>
        component.kind === "group" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
          <GroupRow key={index} group={component} list={{ model, titles }} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
          <MonitorRow key={index} monitor={component} list={{ model, titles }} />
        ),
      )}
      <li className="ax m" aria-hidden="true" />
    </ul>
  );
}

/** Shows the components in the owner's order, affected groups open, and the legend of the bars. */
export function Components({ model }: { model: PageModel }) {
  const titles = new Map(model.incidents.map(({ slug, title }) => [slug, title]));
  if (model.components.length === 0) return null;
  return (
    <section id="components">
      <h2>Components</h2>
      <ComponentList model={model} titles={titles} />
      <ul className="leg m">
        {LEGEND.map((state) => (
          <li key={state} className={STATE_CLASS[state]}>
            {STATE_WORDS[state]}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows "Checked 06:12 UTC", or what was known when no checks came in for a while. */
export function Checked({ model }: { model: PageModel }) {
  if (!model.checkedAt) return null;
  return (
    <p className="m">
      {model.stale ? "Last checked" : "Checked"} <Moment at={model.checkedAt} model={model} />
      {model.stale && model.state === "operational" && ". All systems were operational then."}
    </p>
  );
}
