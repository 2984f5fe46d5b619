"use client";
import { useMonitorNames } from "@/components/forms/use-monitors";
import { Check, Segmented } from "@/components/ui/input";
import type { PageComponent } from "@/lib/contract/status-pages/components";
import type { AddPageSubscriber, SubscriptionKind } from "@/lib/contract/status-pages/subscribers";
import { monitorIdsOf } from "@/lib/presenters/status-pages/component-list";

export type ChosenUpdates = Pick<AddPageSubscriber, "components" | "groups" | "kinds">;

const KINDS = [
  { value: "both", label: "All updates" },
  { value: "incidents", label: "Incidents" },
  { value: "maintenance", label: "Maintenance" },
] as const satisfies readonly { value: SubscriptionKind | "both"; label: string }[];

interface Props {
  readonly components: readonly PageComponent[];
  readonly chosen: ChosenUpdates;
  readonly onChange: (chosen: ChosenUpdates) => void;
}

/** Chooses the updates that a subscriber gets. */
export function SubscriberChoice({ components, chosen, onChange }: Props) {
  return (
    <>
      <Segmented
        name="kinds"
        label="Updates about"
        value={chosen.kinds[0] ?? "both"}
        options={KINDS}
        onChange={(kind) => onChange({ ...chosen, kinds: kind === "both" ? [] : [kind] })}
      />
      {monitorIdsOf(components).length > 1 && (
        <ComponentChoice components={components} chosen={chosen} onChange={onChange} />
      )}
    </>
  );
}

function ComponentChoice({ components, chosen, onChange }: Props) {
  const names = useMonitorNames([...new Set(monitorIdsOf(components))]);
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">Components</legend>
      <ul className="max-h-48 space-y-1.5 overflow-y-auto rounded-lg border border-line p-3">
        {components.map((item) => {
          const isGroup = item.componentable_type === "uptime/group";
          const id = isGroup ? item.name : item.componentable_id;
          const label = isGroup ? `All of ${item.name}` : (item.display_name ?? names[item.componentable_id]);
          const isOn = isGroup
            ? chosen.groups.includes(item.name)
            : chosen.components.includes(item.componentable_id);
          return (
            <li key={id}>
              <Check
                label={label ?? `Monitor ${id}`}
                checked={isOn}
                onChange={() =>
                  onChange(
                    isGroup
                      ? { ...chosen, groups: toggled(chosen.groups, item.name) }
                      : { ...chosen, components: toggled(chosen.components, item.componentable_id) },
                  )
                }
              />
            </li>
          );
        })}
      </ul>
      <p className="mt-1.5 text-[13px] text-muted">Leave all unchecked to send updates about all of them.</p>
    </fieldset>
  );
}

function toggled<Value>(values: readonly Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}
