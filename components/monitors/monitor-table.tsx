import { PlainInput } from "@/components/ui/input";
import { SortHead } from "@/components/ui/sort-head";
import type { Strip as StripData } from "@/lib/contract/checks/series";
import type { Monitor, MonitorSort } from "@/lib/contract/monitors/monitors";
import { SORT_COLUMNS, type SortColumn } from "@/lib/presenters/monitors/filter";
import { MonitorRow } from "./monitor-row";

// The looks of every row are said once, because they would make up a quarter of the page.
const ROWS =
  "[&>tr]:border-b [&>tr]:border-line [&>tr:last-child]:border-0 [&>tr]:hover:bg-hover max-md:[&>tr]:flex max-md:[&>tr]:flex-wrap max-md:[&>tr]:items-center max-md:[&>tr]:gap-x-2 max-md:[&>tr]:px-4 max-md:[&>tr]:py-3";
const CELLS =
  "[&_td]:align-middle md:[&_td]:px-3 md:[&_td]:py-2.5 md:[&_td:first-child]:pl-4 md:[&_td:last-child]:pr-4";
const HEAD = "px-3 py-2 text-left text-xs font-medium text-muted whitespace-nowrap";

export function MonitorTable({
  monitors,
  strips,
  sort,
  onSort,
  selected,
  selecting,
  onSelect,
}: {
  monitors: readonly Monitor[];
  strips: readonly StripData[];
  sort: MonitorSort;
  onSort: (sort: MonitorSort) => void;
  selected: ReadonlySet<number>;
  /** Shows the checkboxes on phones, which have no room for them otherwise. */
  selecting: boolean;
  onSelect: (selected: ReadonlySet<number>) => void;
}) {
  const byId = new Map(strips.map((strip) => [strip.monitor_id, strip]));
  const all = monitors.every((monitor) => selected.has(monitor.id));
  const toggle = (id: number) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  const head = (column: SortColumn, label: string, className = "") => (
    <SortHead
      label={label}
      column={column}
      first={SORT_COLUMNS[column] as MonitorSort}
      sort={sort}
      onSort={onSort}
      className={`${HEAD} ${className}`}
    />
  );
  return (
    <table className="w-full border-collapse max-md:block max-md:[&>tbody]:block">
      <thead className="border-b border-line max-md:sr-only">
        <tr>
          <th className={`${HEAD} w-8 pl-4`}>
            <PlainInput
              type="checkbox"
              aria-label="Select all on this page"
              checked={all}
              onChange={() => onSelect(all ? new Set() : new Set(monitors.map((monitor) => monitor.id)))}
              className="size-4 align-middle accent-accent"
            />
          </th>
          {head("state", "State")}
          {head("name", "Monitor")}
          <th scope="col" className={HEAD}>
            Last 24 hours
          </th>
          {head("response_time", "Response time", "text-right max-lg:hidden")}
          {head("seven_days_availability", "Availability (7 d)", "text-right")}
          {head("last_checked_at", "Last check", "pr-4 text-right max-lg:hidden")}
        </tr>
      </thead>
      <tbody className={`${ROWS} ${CELLS}`}>
        {monitors.map((monitor) => (
          <MonitorRow
            key={monitor.id}
            monitor={monitor}
            strip={byId.get(monitor.id)}
            selected={selected.has(monitor.id)}
            selecting={selecting}
            onToggle={() => toggle(monitor.id)}
          />
        ))}
      </tbody>
    </table>
  );
}
