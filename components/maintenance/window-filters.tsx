"use client";
import { useQuery } from "@tanstack/react-query";
import { FilterBar } from "@/components/forms/filter-bar";
import { Button } from "@/components/ui/button";
import { Options, Select } from "@/components/ui/input";
import { queryAll } from "@/lib/client/query";
import type { WindowView } from "@/lib/client/reads/window-reads";
import { routes } from "@/lib/client/routes";

/** Narrows the maintenance windows down by title and tag. */
export function WindowFilters({
  view,
  onChange,
}: {
  view: WindowView;
  onChange: (part: Partial<WindowView>) => void;
}) {
  const { search, tag } = view;
  const tags = useQuery(queryAll(routes.listTags)).data?.data ?? [];
  return (
    <FilterBar
      label="Search by title"
      search={search}
      onSearch={(text) => onChange({ search: text })}
      chosen={tag ? 1 : 0}
    >
      <Select
        aria-label="Tag"
        className="w-44 max-sm:flex-[1_1_45%]"
        value={tag}
        onChange={({ target }) => onChange({ tag: target.value })}
      >
        <option value="">Tag: all</option>
        {tag && !tags.some((each) => each.tag === tag) && <option value={tag}>{tag}</option>}
        <Options of={tags} option={(each) => [each.tag, each.tag]} />
      </Select>
      {(search || tag) && (
        <Button variant="quiet" onClick={() => onChange({ search: "", tag: "" })}>
          Clear filters
        </Button>
      )}
    </FilterBar>
  );
}
