import { isTrouble, type PageState } from "@/lib/domain/status-pages/page-state";
import { availabilityText, STATE_WORDS } from "../format";
import type { GroupModel, MonitorModel, PageModel } from "../model";
import { STATE_CLASS } from "../style";
import { Bars, DayList } from "./bars";
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
  return monitor.responseTimeMs === null ? share : `${share} · ${monitor.responseTimeMs} ms`;
}

function MonitorRow({ monitor, model }: { monitor: MonitorModel; model: PageModel }) {
  return (
    <li>
      <details className="c">
        <summary>
          <b>{monitor.name}</b>
          <span className={`st ${STATE_CLASS[monitor.state]}`}>{stateText(monitor)}</span>
          <Bars monitor={monitor} />
          <span className="f">{figures(monitor, model)}</span>
        </summary>
        <DayList monitor={monitor} model={model} />
      </details>
    </li>
  );
}

function GroupRow({ group, model }: { group: GroupModel; model: PageModel }) {
  const troubled = group.monitors.filter((monitor) => isTrouble(monitor.state)).length;
  return (
    <li>
      <details className="g" open={group.open}>
        <summary className="gh">
          <span>{group.name}</span>
          <span className={`st ${STATE_CLASS[group.state]}`}>
            {troubled > 0 ? `${troubled} of ${group.monitors.length} affected` : STATE_WORDS[group.state]}
            <span aria-hidden="true">▾</span>
          </span>
        </summary>
        <ul>
          {group.monitors.map((monitor, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: static markup, and a monitor may appear twice
            <MonitorRow key={index} monitor={monitor} model={model} />
          ))}
        </ul>
      </details>
    </li>
  );
}

/** Shows the components in the owner's order, affected groups open, and the legend of the bars. */
export function Components({ model }: { model: PageModel }) {
  return (
    <section id="components">
      <h2>Components</h2>
      {model.components.length === 0 ? (
        <p className="card m">No components yet.</p>
      ) : (
        <>
          <ul className="card list">
            {model.components.map((component, index) =>
              component.kind === "group" ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
                <GroupRow key={index} group={component} model={model} />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
                <MonitorRow key={index} monitor={component} model={model} />
              ),
            )}
          </ul>
          <ul className="leg m">
            {LEGEND.map((state) => (
              <li key={state} className={STATE_CLASS[state]}>
                {STATE_WORDS[state]}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Shows "Checked 06:12 UTC", or a warning when no checks came in for a while. */
export function Checked({ model }: { model: PageModel }) {
  if (!model.checkedAt) return null;
  const verb = model.stale ? "No new data since" : "Checked";
  return (
    <p className="m">
      {verb} <Moment at={model.checkedAt} model={model} />
    </p>
  );
}
