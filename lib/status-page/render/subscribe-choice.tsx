import type { SubscriptionKind } from "@/lib/contract/status-pages/subscribers";
import { wordsOf } from "@/lib/status-page/languages/registry";
import {
  type ComponentModel,
  type MonitorModel,
  monitorsOf,
  type PageModel,
} from "@/lib/status-page/model/model";

/** The updates that a visitor chose. An empty list means all. */
export interface Chosen {
  readonly components: readonly number[];
  readonly groups: readonly string[];
  readonly kinds: readonly string[];
}

/** Renders the choice of kinds, groups, and components: folded while it is all, because most visitors want that. */
export function Choice({ model, chosen }: { model: PageModel; chosen?: Chosen }) {
  const { components = [], groups = [], kinds = [] } = chosen ?? {};
  const isAll = components.length + groups.length + kinds.length === 0;
  const known = { components, groups, kinds };
  const { home, maintenance, subscription } = wordsOf(model.settings);
  return (
    <details open={!isAll}>
      <summary className="btn">{subscription.choose}</summary>
      <fieldset>
        <legend>{subscription.kinds}</legend>
        <p className="m">{subscription.bothKinds}</p>
        <div className="card all">
          <Kind kind="incidents" label={subscription.incidents} chosen={kinds} />
          <Kind kind="maintenance" label={maintenance.planned} chosen={kinds} />
        </div>
      </fieldset>
      {(monitorsOf(model.components).length > 1 || components.length > 0) && (
        <fieldset>
          <legend>{home.components}</legend>
          <p className="m">{subscription.chooseNone}</p>
          <div className="card all">
            {model.components.map((item) => (
              <ComponentChoice
                key={`${item.kind} ${item.name}`}
                item={item}
                chosen={known}
                allOf={subscription.allOf}
              />
            ))}
          </div>
        </fieldset>
      )}
    </details>
  );
}

function Kind(props: { kind: SubscriptionKind; label: string; chosen: readonly string[] }) {
  const { kind, label, chosen } = props;
  return <Option name="kind" value={kind} label={label} on={chosen.includes(kind)} />;
}

function ComponentChoice(props: { item: ComponentModel; chosen: Chosen; allOf: (group: string) => string }) {
  const { item, chosen, allOf } = props;
  if (item.kind === "monitor") return <Component monitor={item} chosen={chosen.components} />;
  const isOn = chosen.groups.includes(item.name);
  return (
    <fieldset>
      <legend>{item.name}</legend>
      <Option name="group" value={item.name} label={allOf(item.name)} on={isOn} />
      {item.monitors.map((monitor) => (
        <Component key={monitor.id} monitor={monitor} chosen={isOn ? [] : chosen.components} />
      ))}
    </fieldset>
  );
}

function Component({ monitor, chosen }: { monitor: MonitorModel; chosen: readonly number[] }) {
  const { id, name } = monitor;
  return <Option name="component" value={id} label={name} on={chosen.includes(id)} />;
}

function Option(props: { name: string; value: string | number; label: string; on: boolean }) {
  const { name, value, label, on } = props;
  return (
    <label className="o">
      <input type="checkbox" name={name} value={value} defaultChecked={on} />
      {label}
    </label>
  );
}
