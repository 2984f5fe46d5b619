import type { SubscriptionKind } from "@/lib/contract/status-pages/subscribers";
import { type ComponentModel, type MonitorModel, monitorsOf, type PageModel } from "./model";

/** What a visitor chose to hear about. An empty list means all. */
export interface Chosen {
  readonly components: readonly number[];
  readonly groups: readonly string[];
  readonly kinds: readonly string[];
}

const KINDS: readonly (readonly [SubscriptionKind, string])[] = [
  ["incidents", "Incidents"],
  ["maintenance", "Scheduled maintenance"],
];

/** Renders the choice of kinds, groups and components: folded while it is all, because most visitors want that. */
export function Choice({ model, chosen }: { model: PageModel; chosen?: Chosen }) {
  const { components = [], groups = [], kinds = [] } = chosen ?? {};
  const isAll = components.length + groups.length + kinds.length === 0;
  const known = { components, groups, kinds };
  return (
    <details open={!isAll}>
      <summary className="btn">Choose what you get</summary>
      <fieldset>
        <legend>Updates about</legend>
        <p className="m">Leave both unchecked to get both.</p>
        <div className="card all">
          {KINDS.map(([kind, label]) => (
            <Option key={kind} name="kind" value={kind} label={label} on={kinds.includes(kind)} />
          ))}
        </div>
      </fieldset>
      {(monitorsOf(model.components).length > 1 || components.length > 0) && (
        <fieldset>
          <legend>Components</legend>
          <p className="m">
            Leave all unchecked to get updates about everything, including components added later.
          </p>
          <div className="card all">
            {model.components.map((item) => (
              <ComponentChoice key={`${item.kind} ${item.name}`} item={item} chosen={known} />
            ))}
          </div>
        </fieldset>
      )}
    </details>
  );
}

function ComponentChoice({ item, chosen }: { item: ComponentModel; chosen: Chosen }) {
  if (item.kind === "monitor") return <Component monitor={item} chosen={chosen.components} />;
  const isOn = chosen.groups.includes(item.name);
  return (
    <fieldset>
      <legend>{item.name}</legend>
      <Option name="group" value={item.name} label={`All of ${item.name}`} on={isOn} />
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
