import { useMonitorNames } from "@/components/forms/use-monitors";
import { Field } from "@/components/ui/field";
import { Check, Select } from "@/components/ui/input";
import type { PageComponent } from "@/lib/contract/status-pages/components";
import { SUBSCRIPTION_KINDS, type SubscriptionKind } from "@/lib/contract/status-pages/subscribers";
import { monitorIdsOf } from "@/lib/presenters/status-pages/component-list";

export interface SubscriberChoice {
  components: number[];
  groups: string[];
  kinds: SubscriptionKind[];
}

export const ALL_UPDATES: SubscriberChoice = { components: [], groups: [], kinds: [] };

const KIND_WORDS: Record<SubscriptionKind, string> = {
  incidents: "Incidents only",
  maintenance: "Maintenance only",
};

interface Props {
  /** The page's components. */
  offered: readonly PageComponent[];
  choice: SubscriberChoice;
  onChange: (choice: SubscriberChoice) => void;
}

/** Chooses which updates a new subscriber gets. Nothing chosen means all. */
export function SubscriberChoiceFields({ offered, choice, onChange }: Props) {
  const ids = monitorIdsOf(offered);
  const names = useMonitorNames(ids);
  const groups = offered.flatMap((each) => (each.componentable_type === "uptime/group" ? [each.name] : []));
  return (
    <details>
      <summary className="cursor-pointer rounded text-[13px] font-medium text-muted hover:text-ink">
        Only some updates
      </summary>
      <Field label="Updates about" className="mt-4">
        {(control) => (
          <Select
            {...control}
            value={choice.kinds[0] ?? ""}
            onChange={({ target }) =>
              onChange({ ...choice, kinds: SUBSCRIPTION_KINDS.filter((kind) => kind === target.value) })
            }
          >
            <option value="">Incidents and maintenance</option>
            {SUBSCRIPTION_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {KIND_WORDS[kind]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {ids.length + groups.length > 1 && (
        <fieldset className="mt-4">
          <legend className="mb-1.5 text-[13px] font-medium">Only these groups and monitors</legend>
          <div className="max-h-44 space-y-1.5 overflow-y-auto rounded-lg border border-line p-3">
            {groups.map((name) => (
              <Check
                key={name}
                label={name}
                help="All its monitors, including those added later"
                checked={choice.groups.includes(name)}
                onChange={() => onChange({ ...choice, groups: toggled(choice.groups, name) })}
              />
            ))}
            {ids.map((id) => (
              <Check
                key={id}
                label={names[id] ?? `Monitor ${id}`}
                checked={choice.components.includes(id)}
                onChange={() => onChange({ ...choice, components: toggled(choice.components, id) })}
              />
            ))}
          </div>
        </fieldset>
      )}
    </details>
  );
}

function toggled<Item>(items: readonly Item[], item: Item): Item[] {
  return items.includes(item) ? items.filter((each) => each !== item) : [...items, item];
}
