"use client";
import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useProtocols } from "@/components/shell/protocols";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { SearchField, Select } from "@/components/ui/input";
import { monitorTags } from "@/lib/client/monitor-reads";
import { queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { MonitorSort } from "@/lib/contract/monitors/monitors";
import { MONITOR_STATES } from "@/lib/contract/monitors/states";
import { REGION_LIST } from "@/lib/presenters/core/region-names";
import { STATE_LOOKS } from "@/lib/presenters/core/states";
import type { MonitorListFilter } from "@/lib/presenters/monitors/filter";
import { SORT_CHOICES } from "@/lib/presenters/monitors/sort-words";

type Change = (change: Partial<MonitorListFilter>) => void;

export function MonitorFilters({
  filter,
  onChange,
  children,
}: {
  filter: MonitorListFilter;
  onChange: Change;
  /** Further controls. */
  children?: ReactNode;
}) {
  const protocols = useProtocols();
  const [open, setOpen] = useState(false);
  const chosen = [filter.status, filter.protocol, filter.region, filter.tag].filter(
    (list) => list.length > 0,
  ).length;
  const tags = useQuery(queryAll(routes.listTags, monitorTags));
  return (
    <search className="mb-4 flex flex-wrap gap-2">
      <SearchField
        label="Search by name or URL"
        value={filter.search}
        onChange={(search) => onChange({ search })}
      />
      <Button className="sm:hidden" aria-expanded={open} onClick={() => setOpen(!open)}>
        <SlidersHorizontal /> {chosen > 0 ? `Filters · ${chosen}` : "Filters"}
      </Button>
      <div className={cn("contents", !open && "max-sm:hidden")}>
        <One
          label="State"
          value={filter.status}
          onChange={(status) => onChange({ status })}
          options={MONITOR_STATES.map((state) => [state, STATE_LOOKS[state].word])}
        />
        <One
          label="Protocol"
          value={filter.protocol}
          onChange={(protocol) => onChange({ protocol })}
          options={protocols.map(({ name, label }) => [name, label])}
        />
        <One
          label="Region"
          value={filter.region}
          onChange={(region) => onChange({ region })}
          options={REGION_LIST}
        />
        {(tags.data?.data.length ?? 0) > 0 && (
          <One
            label="Tag"
            value={filter.tag}
            onChange={(tag) => onChange({ tag })}
            options={(tags.data?.data ?? []).map(({ tag }) => [tag, tag])}
          />
        )}
        <Select
          aria-label="Sort by"
          className="w-36 max-sm:flex-[1_1_45%] lg:hidden"
          value={filter.sort}
          onChange={(event) => onChange({ sort: event.target.value as MonitorSort })}
        >
          {SORT_CHOICES.map(([sort, words]) => (
            <option key={sort} value={sort}>
              {words}
            </option>
          ))}
        </Select>
        {children}
      </div>
    </search>
  );
}

/** Renders a single-value filter. A link may set several values, shown as "2 selected". */
function One({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string[];
  options: [string, string][];
  onChange: (value: string[]) => void;
}) {
  return (
    <Select
      aria-label={label}
      className="w-36 max-sm:flex-[1_1_45%]"
      value={value.join(",")}
      onChange={(event) => onChange(event.target.value ? event.target.value.split(",") : [])}
    >
      <option value="">{`${label}: all`}</option>
      {value.length > 1 && <option value={value.join(",")}>{`${value.length} selected`}</option>}
      {options.map(([key, word]) => (
        <option key={key} value={key}>
          {word}
        </option>
      ))}
    </Select>
  );
}
