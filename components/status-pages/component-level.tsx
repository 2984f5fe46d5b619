"use client";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { useState } from "react";
import { Grip, useDragOrder } from "@/components/forms/drag-order";
import { MonitorSearch } from "@/components/forms/monitor-search";
import { Button } from "@/components/ui/button";
import { Check, Input } from "@/components/ui/input";
import type { PageComponent } from "@/lib/contract/status-pages/components";
import {
  type ComponentList,
  levelMonitorIds,
  toggleMonitor,
} from "@/lib/presenters/status-pages/component-list";
import { moved } from "@/lib/presenters/status-pages/draft";

type Names = Readonly<Record<number, string>>;

interface Level {
  components: ComponentList;
  names: Names;
  onChange: (components: ComponentList) => void;
  /** What the components belong to: the page or a group's name. */
  label: string;
}

/** Edits the components of the page or of one group. */
export function ComponentLevel({ components, names, onChange, label }: Level) {
  const put = (index: number, component: PageComponent) =>
    onChange(components.map((each, at) => (at === index ? component : each)));
  const order = useDragOrder(components, onChange);
  return (
    <div>
      <ul className="space-y-2">
        {components.map((component, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a component's position is its identity; monitors may repeat
            key={index}
            {...order.row(index)}
            className="rounded-lg border border-line bg-surface p-2 max-sm:p-1 data-dragged:border-accent data-dragged:bg-accent-soft"
          >
            <div className="flex items-center gap-1">
              <Grip {...order.grip(index)} />
              <NameField component={component} names={names} onChange={(next) => put(index, next)} />
              {([-1, 1] as const).map((by) => (
                <Button
                  key={by}
                  variant="quiet"
                  size="icon"
                  data-move
                  aria-label={`Move ${nameOf(component, names)} ${by < 0 ? "up" : "down"}`}
                  disabled={!components[index + by]}
                  onClick={({ currentTarget }) => {
                    onChange(moved(components, index, by));
                    follow(currentTarget, by);
                  }}
                >
                  {by < 0 ? <ArrowUp /> : <ArrowDown />}
                </Button>
              ))}
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Remove ${nameOf(component, names)} from the page`}
                onClick={() => onChange(components.filter((_, at) => at !== index))}
              >
                <X />
              </Button>
            </div>
            {component.componentable_type === "uptime/group" && (
              <Group group={component} names={names} onChange={(next) => put(index, next)} />
            )}
          </li>
        ))}
      </ul>
      <AddMonitors components={components} label={label} onChange={onChange} />
    </div>
  );
}

function nameOf(component: PageComponent, names: Names): string {
  if (component.componentable_type === "uptime/group") return component.name || "the group";
  const { display_name: shown, componentable_id: id } = component;
  return shown ?? names[id] ?? `Monitor ${id}`;
}

/** Moves the focus with the component that a button moved. Rows keep their place, so it's in the next one. */
function follow(button: HTMLElement, by: -1 | 1): void {
  const row = button.closest("li");
  const next = by < 0 ? row?.previousElementSibling : row?.nextElementSibling;
  const buttons = [...(next?.querySelectorAll<HTMLButtonElement>(":scope > div > [data-move]") ?? [])];
  const enabled = buttons.filter(({ disabled }) => !disabled);
  enabled.at(by < 0 ? 0 : -1)?.focus();
}

function NameField({
  component,
  names,
  onChange,
}: {
  component: PageComponent;
  names: Names;
  onChange: (component: PageComponent) => void;
}) {
  if (component.componentable_type === "uptime/group") {
    return (
      <Input
        aria-label="Group name"
        className="font-medium"
        value={component.name}
        onChange={(event) => onChange({ ...component, name: event.target.value })}
      />
    );
  }
  const name = names[component.componentable_id];
  return (
    <Input
      aria-label={`Display name of ${name ?? "the monitor"}`}
      placeholder={name ?? `Monitor ${component.componentable_id}`}
      value={component.display_name ?? ""}
      onChange={(event) => onChange({ ...component, display_name: event.target.value || null })}
    />
  );
}

type GroupComponent = Extract<PageComponent, { componentable_type: "uptime/group" }>;

function Group({
  group,
  names,
  onChange,
}: {
  group: GroupComponent;
  names: Names;
  onChange: (group: GroupComponent) => void;
}) {
  const keep = (children: ComponentList) =>
    onChange({
      ...group,
      components: children.filter((child) => child.componentable_type === "uptime/monitor"),
    });
  return (
    <div className="mt-2 space-y-2 border-line max-sm:p-1 sm:ml-4 sm:border-l sm:pl-3">
      <Check
        label="Open when the page loads"
        checked={group.is_expanded}
        onChange={(event) => onChange({ ...group, is_expanded: event.target.checked })}
      />
      <ComponentLevel components={group.components} names={names} label={group.name} onChange={keep} />
    </div>
  );
}

function AddMonitors({ components, label, onChange }: Pick<Level, "components" | "label" | "onChange">) {
  const [open, setOpen] = useState(false);
  const verb = open ? "Stop adding" : "Add";
  return (
    <div className="mt-2 space-y-2">
      <Button
        size="sm"
        aria-expanded={open}
        aria-label={`${verb} monitors to ${label}`}
        onClick={() => setOpen(!open)}
      >
        <Plus /> {verb} monitors
      </Button>
      {open && (
        <MonitorSearch
          label={`Add monitors to ${label}`}
          chosen={levelMonitorIds(components)}
          onToggle={(id) => onChange(toggleMonitor(components, id))}
        />
      )}
    </div>
  );
}
