"use client";
import { ArrowDown, ArrowUp, ChevronRight, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Grip, useDragOrder } from "@/components/forms/drag-order";
import { Button, PlainButton } from "@/components/ui/button";
import { Check, Input } from "@/components/ui/input";
import type { PageComponent } from "@/lib/contract/status-pages/components";
import type { ComponentList } from "@/lib/presenters/status-pages/component-list";
import { moved } from "@/lib/presenters/status-pages/draft";
import { AddMonitors } from "./add-monitors";
import { componentName, type MonitorNames, matchesComponent } from "./component-names";

/** Rows of one level that are shown at first. */
const FIRST_ROWS = 30;

interface Level {
  components: ComponentList;
  names: MonitorNames;
  onChange: (components: ComponentList) => void;
  /** Owner of the components: the page or a group's name. */
  label: string;
  /** Only components with this in their name are shown. */
  find: string;
  /** Whether groups start open. */
  areGroupsOpen: boolean;
}

/** Edits the components of the page or of one group, a row each. */
export function ComponentLevel({ components, names, onChange, label, find, areGroupsOpen }: Level) {
  const [isAll, setIsAll] = useState(false);
  const [toggled, setToggled] = useState<ReadonlySet<PageComponent>>(new Set());
  const put = (index: number, component: PageComponent) => {
    const before = components[index];
    if (before && toggled.has(before)) setToggled(new Set([...toggled, component]));
    onChange(components.map((each, at) => (at === index ? component : each)));
  };
  const toggle = (group: PageComponent) => {
    const next = new Set(toggled);
    if (!next.delete(group)) next.add(group);
    setToggled(next);
  };
  const order = useDragOrder(components, onChange);
  const found = components
    .map((component, index) => ({ component, index }))
    .filter(({ component }) => matchesComponent(component, find, names));
  const shown = isAll ? found : found.slice(0, FIRST_ROWS);
  return (
    <div>
      <ul className="divide-y divide-line">
        {shown.map(({ component, index }) => {
          const isOpen = find !== "" || toggled.has(component) !== areGroupsOpen;
          const move = (by: -1 | 1) => onChange(moved(components, index, by));
          return (
            <li key={index} {...order.row(index)} className="py-0.5 data-dragged:bg-accent-soft">
              <Row
                {...{ component, names, move, isOpen }}
                grip={find === "" && <Grip {...order.grip(index)} />}
                canMove={(by) => find === "" && components[index + by] !== undefined}
                onChange={(next) => put(index, next)}
                onToggle={() => toggle(component)}
                onRemove={() => onChange(components.filter((_, at) => at !== index))}
              />
              {component.componentable_type === "uptime/group" && isOpen && (
                <Group group={component} {...{ names, find }} onChange={(next) => put(index, next)} />
              )}
            </li>
          );
        })}
      </ul>
      {shown.length < found.length && (
        <Button size="sm" variant="quiet" onClick={() => setIsAll(true)}>
          Show all {found.length}
        </Button>
      )}
      {find === "" && <AddMonitors components={components} label={label} onChange={onChange} />}
    </div>
  );
}

interface RowProps {
  component: PageComponent;
  names: MonitorNames;
  grip: React.ReactNode;
  isOpen: boolean;
  canMove: (by: -1 | 1) => boolean;
  move: (by: -1 | 1) => void;
  onChange: (component: PageComponent) => void;
  onToggle: () => void;
  onRemove: () => void;
}

/** Shows a component's name, to be edited in place. What else can be done appears when the row is pointed at or has the focus. */
function Row({ component, names, grip, isOpen, canMove, move, onChange, onToggle, onRemove }: RowProps) {
  const name = componentName(component, names);
  const moveBy = (from: HTMLElement, by: -1 | 1) => {
    if (!canMove(by)) return;
    move(by);
    follow(from, by);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (!event.altKey || !by || !(event.target instanceof HTMLElement)) return;
    event.preventDefault();
    moveBy(event.target, by);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Alt with an arrow key does what the row's buttons do
    <div className="component-row group/row flex items-center" onKeyDown={onKeyDown}>
      {grip}
      {component.componentable_type === "uptime/group" && (
        <PlainButton
          className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-hover touch:size-10"
          aria-expanded={isOpen}
          aria-label={`Components of ${name}`}
          onClick={onToggle}
        >
          <ChevronRight className={isOpen ? "size-4 rotate-90" : "size-4"} />
        </PlainButton>
      )}
      <NameField component={component} names={names} onChange={onChange} />
      {component.componentable_type === "uptime/group" && !isOpen && (
        <span className="px-2 text-[13px] text-muted">{component.components.length}</span>
      )}
      {([-1, 1] as const).map((by) => (
        <Button
          key={by}
          variant="quiet"
          size="icon"
          data-do={by}
          aria-label={`Move ${name} ${by < 0 ? "up" : "down"}`}
          aria-keyshortcuts={by < 0 ? "Alt+ArrowUp" : "Alt+ArrowDown"}
          disabled={!canMove(by)}
          onClick={({ currentTarget }) => moveBy(currentTarget, by)}
        >
          {by < 0 ? <ArrowUp /> : <ArrowDown />}
        </Button>
      ))}
      <Button
        variant="quiet"
        size="icon"
        data-do="remove"
        aria-label={`Remove ${name} from the page`}
        onClick={onRemove}
      >
        <X />
      </Button>
    </div>
  );
}

/** Moves the focus with the component that a button or key moved. Rows keep their place, so it's in the next one. */
function follow(from: HTMLElement, by: -1 | 1): void {
  const row = from.closest("li");
  const next = by < 0 ? row?.previousElementSibling : row?.nextElementSibling;
  if (from instanceof HTMLInputElement) {
    next?.querySelector("input")?.focus();
    return;
  }
  const buttons = next?.querySelectorAll<HTMLButtonElement>(":scope > div > [data-do]") ?? [];
  const enabled = [...buttons].filter(({ disabled }) => !disabled);
  (enabled.find((button) => button.dataset.do === String(by)) ?? enabled[0])?.focus();
}

/** Edits the name in place. Without one of its own, a monitor has the name that the project gave it. */
function NameField({ component, names, onChange }: Pick<RowProps, "component" | "names" | "onChange">) {
  const look =
    "min-w-0 flex-1 border-transparent bg-transparent px-1.5 hover:border-line placeholder:text-ink!";
  if (component.componentable_type === "uptime/group") {
    return (
      <Input
        aria-label="Group name"
        className={`${look} font-medium`}
        value={component.name}
        onChange={(event) => onChange({ ...component, name: event.target.value })}
      />
    );
  }
  const name = names[component.componentable_id];
  return (
    <Input
      aria-label={`Display name of ${name ?? "the monitor"}`}
      className={look}
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
  find,
  onChange,
}: Pick<Level, "names" | "find"> & { group: GroupComponent; onChange: (group: GroupComponent) => void }) {
  const keep = (children: ComponentList) =>
    onChange({
      ...group,
      components: children.filter((child) => child.componentable_type === "uptime/monitor"),
    });
  return (
    <div className="mb-2 ml-3 space-y-2 border-l border-line pl-3">
      <ComponentLevel
        components={group.components}
        {...{ names, find }}
        areGroupsOpen
        label={group.name}
        onChange={keep}
      />
      {find === "" && (
        <Check
          label="Open when the page loads"
          checked={group.is_expanded}
          onChange={(event) => onChange({ ...group, is_expanded: event.target.checked })}
        />
      )}
    </div>
  );
}
