"use client";
import { useQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FilterBar } from "@/components/forms/filter-bar";
import { MonitorPicker } from "@/components/forms/monitor-picker";
import { useMonitorNames } from "@/components/forms/use-monitors";
import { Button } from "@/components/ui/button";
import { Options, Select } from "@/components/ui/input";
import { Dialog } from "@/components/ui/overlays/dialog";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { counted } from "@/lib/presenters/core/format";
import { type IncidentListFilter, isFilteredIncidents } from "@/lib/presenters/incidents/filter";

/** Narrows the incidents down by text, monitors, or a tag. */
export function IncidentFilters({
  filter,
  onChange,
  children,
}: {
  filter: IncidentListFilter;
  onChange: (change: Partial<IncidentListFilter>) => void;
  /** Further controls. */
  children?: ReactNode;
}) {
  const { search, monitor, tag } = filter;
  const [picking, setPicking] = useState(false);
  const names = useMonitorNames(monitor.slice(0, 1));
  const { data: tags } = useQuery(queryAll(routes.listTags));
  const chosen = tag.join(",");
  return (
    <FilterBar
      label="Search by title or number"
      search={search}
      onSearch={(text) => onChange({ search: text })}
      chosen={[monitor, tag].filter((list) => list.length > 0).length}
    >
      <Button onClick={() => setPicking(true)} className="max-w-full max-sm:flex-[1_1_45%]">
        <Activity />
        <span className="truncate">{monitorWords(monitor, names)}</span>
      </Button>
      <Select
        aria-label="Tag"
        className="w-44 max-sm:flex-[1_1_45%]"
        value={chosen}
        onChange={({ target }) => onChange({ tag: target.value ? target.value.split(",") : [] })}
      >
        <option value="">Tag: all</option>
        {tag.length > 0 && !tags?.data.some((each) => each.tag === chosen) && (
          <option value={chosen}>{tag.join(", ")}</option>
        )}
        <Options of={tags?.data ?? []} option={(each) => [each.tag, each.tag]} />
      </Select>
      {isFilteredIncidents(filter) && (
        <Button variant="quiet" onClick={() => onChange({ search: "", monitor: [], tag: [] })}>
          Clear filters
        </Button>
      )}
      {children}
      <Dialog open={picking} onClose={() => setPicking(false)} title="Filter by monitor">
        <MonitorPicker
          label="Monitors"
          help="Shows incidents that affect any of them."
          chosen={monitor}
          error={undefined}
          onChange={(ids) => onChange({ monitor: ids })}
        />
        <div className="mt-4 flex justify-end">
          <Button variant="primary" onClick={() => setPicking(false)}>
            Done
          </Button>
        </div>
      </Dialog>
    </FilterBar>
  );
}

function monitorWords(monitor: readonly number[], names: Readonly<Record<number, string>>): string {
  const [first] = monitor;
  if (first === undefined) return "Monitor: all";
  return monitor.length === 1 ? `Monitor: ${names[first] ?? first}` : counted(monitor.length, "monitor");
}
