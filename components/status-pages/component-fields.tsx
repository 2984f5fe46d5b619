"use client";
import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, FolderPlus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Input, Select } from "@/components/ui/input";
import { pageReads } from "@/lib/client/page-reads";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { PageComponent } from "@/lib/contract/status-pages/components";
import { fieldErrorWords } from "@/lib/presenters/core/field-error";
import { moved } from "@/lib/presenters/status-pages/draft";
import type { PageFormPart } from "./page-form-part";

type List = PageComponent[];

/** Edits the page's components and groups in display order. Buttons move them, so the keyboard works too. */
export function ComponentFields({ draft, change, errors }: PageFormPart) {
  const { data } = useQuery(query(routes.listMonitors, pageReads.monitors));
  const names = new Map((data?.data ?? []).map((monitor) => [monitor.id, monitor.name]));
  const set = (components: List) => change({ components });
  const error = Object.entries(errors).find(([field]) => field.startsWith("components"))?.[1];
  return (
    <Card
      title="Components"
      aside={
        <Button
          size="sm"
          onClick={() =>
            set([
              ...draft.components,
              { componentable_type: "uptime/group", name: "New group", is_expanded: false, components: [] },
            ])
          }
        >
          <FolderPlus /> Add group
        </Button>
      }
    >
      <Level components={draft.components} names={names} onChange={set} label="page" />
      {error && (
        <p role="alert" className="mt-2 text-[13px] text-down">
          {fieldErrorWords("Components", error)}
        </p>
      )}
    </Card>
  );
}

function Level({
  components,
  names,
  onChange,
  label,
}: {
  components: List;
  names: Map<number, string>;
  onChange: (components: List) => void;
  label: string;
}) {
  const put = (index: number, component: PageComponent) =>
    onChange(components.map((each, at) => (at === index ? component : each)));
  const drop = (index: number) => onChange(components.filter((_, at) => at !== index));
  return (
    <div>
      <ul className="space-y-2">
        {components.map((component, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a component's position is its identity; monitors may repeat
          <li key={index} className="rounded-lg border border-line bg-surface p-2">
            <div className="flex items-center gap-1">
              {component.componentable_type === "uptime/group" ? (
                <Input
                  aria-label="Group name"
                  className="font-medium"
                  value={component.name}
                  onChange={(event) => put(index, { ...component, name: event.target.value })}
                />
              ) : (
                <Input
                  aria-label={`Display name of ${names.get(component.componentable_id) ?? "the monitor"}`}
                  placeholder={
                    names.get(component.componentable_id) ?? `Monitor ${component.componentable_id}`
                  }
                  value={component.display_name ?? ""}
                  onChange={(event) => put(index, { ...component, display_name: event.target.value || null })}
                />
              )}
              <Button
                look="quiet"
                size="icon"
                aria-label="Move up"
                disabled={index === 0}
                onClick={() => onChange(moved(components, index, -1))}
              >
                <ArrowUp />
              </Button>
              <Button
                look="quiet"
                size="icon"
                aria-label="Move down"
                disabled={index === components.length - 1}
                onClick={() => onChange(moved(components, index, 1))}
              >
                <ArrowDown />
              </Button>
              <Button look="quiet" size="icon" aria-label="Remove from the page" onClick={() => drop(index)}>
                <X />
              </Button>
            </div>
            {component.componentable_type === "uptime/group" && (
              <div className="mt-2 ml-4 border-l border-line pl-3">
                <Level
                  components={component.components}
                  names={names}
                  label={component.name}
                  onChange={(children) =>
                    put(index, {
                      ...component,
                      components: children.filter((child) => child.componentable_type === "uptime/monitor"),
                    })
                  }
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      <Select
        aria-label={`Add a monitor to ${label}`}
        className="mt-2 max-w-72"
        value=""
        onChange={(event) =>
          onChange([
            ...components,
            {
              componentable_type: "uptime/monitor",
              componentable_id: Number(event.target.value),
              display_name: null,
            },
          ])
        }
      >
        <option value="">Add a monitor…</option>
        {[...names].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );
}
