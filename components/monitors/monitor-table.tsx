import { cn } from "@/components/ui/class-names";
import { PlainInput } from "@/components/ui/input";
import { SortHead } from "@/components/ui/sort-head";
import type { Strip as StripData } from "@/lib/contract/checks/series";
import type { Monitor, MonitorSort } from "@/lib/contract/monitors/monitors";
import { SORT_COLUMNS, type SortColumn } from "@/lib/presenters/monitors/filter";
import { MonitorRow } from "./monitor-row";

// The looks of rows and cells are defined once, because they would make up half of the page.
const ROWS =
  "[&>tr]:border-b [&>tr]:border-line [&>tr:last-child]:border-0 [&>tr]:hover:bg-hover max-md:[&>tr]:flex max-md:[&>tr]:flex-wrap max-md:[&>tr]:items-center max-md:[&>tr]:gap-x-2 max-md:[&>tr]:px-4 max-md:[&>tr]:py-3";
const CELLS = [
  "[&_td]:align-middle md:[&_td]:px-3 md:[&_td]:py-2.5",
  // The checkbox.
  "md:[&_td:first-child]:pl-4 [&_input]:size-4 [&_input]:align-middle [&_input]:accent-accent max-md:[&_input]:size-5",
  // The state, which follows the name on phones. The line breaks after it.
  "md:[&_td:nth-child(2)]:w-px max-md:[&_td:nth-child(2)]:order-1 max-md:[&>tr]:before:order-2 max-md:[&>tr]:before:basis-full",
  // Name and address, for which a phone has no room.
  "[&_td:nth-child(3)]:max-w-72 xl:[&_td:nth-child(3)]:max-w-100 max-lg:[&_td:nth-child(3)]:max-w-44 max-md:[&_td:nth-child(3)]:max-w-none max-md:[&_td:nth-child(3)]:min-w-0 max-md:[&_td:nth-child(3)]:flex-1 max-md:[&_td:nth-child(3)>span]:hidden",
  // The last 24 hours.
  "md:[&_td:nth-child(4)]:w-px max-md:[&_td:nth-child(n+4)]:order-3 max-md:[&_td:nth-child(n+4)]:mt-1",
  // Response time, 95th percentile, availability, last check.
  "[&_td:nth-child(n+5)]:text-right [&_td:nth-child(n+5)]:whitespace-nowrap [&_td:nth-child(n+5)]:tabular max-xl:[&_td:nth-child(5)]:hidden max-xl:[&_td:nth-child(6)]:hidden max-md:[&_td:nth-child(7)]:ml-auto",
  // For how long a new monitor has been watched.
  "[&_small]:text-[13px] [&_small]:text-muted md:[&_small]:block",
  "md:[&_td:last-child]:pr-4 [&_td:last-child]:text-[13px] [&_td:last-child]:text-muted max-xl:[&_td:last-child]:hidden",
].join(" ");
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
    <table aria-label="Monitors" className="w-full border-collapse max-md:block max-md:[&>tbody]:block">
      <caption className="justify-between px-4 pt-2.5 text-xs text-muted max-md:flex md:hidden">
        <span>Last 24 hours</span>
        <span>Availability (7 d)</span>
      </caption>
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
          {head("response_time", "Response time", "text-right max-xl:hidden")}
          <th scope="col" className={`${HEAD} text-right max-xl:hidden`}>
            p95 (24 h)
          </th>
          {head("seven_days_availability", "Availability (7 d)", "text-right")}
          {head("last_checked_at", "Last check", "pr-4 text-right max-xl:hidden")}
        </tr>
      </thead>
      <tbody className={cn(ROWS, CELLS, !selecting && "max-md:[&_td:first-child]:hidden")}>
        {monitors.map((monitor) => (
          <MonitorRow
            key={monitor.id}
            monitor={monitor}
            strip={byId.get(monitor.id)}
            selected={selected.has(monitor.id)}
            onToggle={() => toggle(monitor.id)}
          />
        ))}
      </tbody>
    </table>
  );
}
