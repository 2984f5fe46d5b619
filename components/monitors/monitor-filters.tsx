"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FilterBar } from "@/components/forms/filter-bar";
import { useProtocols } from "@/components/page/protocols";
import { Options, Select } from "@/components/ui/input";
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
  const chosen = [filter.status, filter.protocol, filter.region, filter.tag, filter.incident].filter(
    (list) => list.length > 0,
  ).length;
  const tags = useQuery(queryAll(routes.listTags));
  return (
    <FilterBar
      label="Search by name or URL"
      search={filter.search}
      onSearch={(search) => onChange({ search })}
      chosen={chosen}
    >
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
      {filter.incident.length > 0 && (
        <One
          label="Incident"
          value={filter.incident}
          onChange={(incident) => onChange({ incident })}
          options={filter.incident.map((id) => [id, "One incident"])}
        />
      )}
      <Select
        aria-label="Sort by"
        className="w-36 max-sm:flex-[1_1_45%] lg:hidden"
        value={filter.sort}
        onChange={(event) => onChange({ sort: event.target.value as MonitorSort })}
      >
        <Options of={SORT_CHOICES} option={([sort, words]) => [sort, words]} />
      </Select>
      {children}
    </FilterBar>
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
      <Options of={options} option={([key, word]) => [key, word]} />
    </Select>
  );
}
