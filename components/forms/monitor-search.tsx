"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type ReactNode, useDeferredValue, useId, useState } from "react";
import { cn } from "@/components/ui/class-names";
import { Check, Input, Options, Select } from "@/components/ui/input";
import { query, queryAll } from "@/lib/client/query";
import { pickerReads } from "@/lib/client/reads/monitor-reads";
import { routes } from "@/lib/client/routes";
import { totalText } from "@/lib/presenters/core/page-range";
import type { MonitorsLike } from "./use-monitors";

/**
 * Finds monitors among all of the project by part of their name or URL and by tag, 20 at a time, and switches them on and off.
 * `actions` renders what to do with all that match.
 */
export function MonitorSearch({
  label,
  protocol = [],
  chosen,
  onToggle,
  actions,
}: {
  label: string;
  /** The protocols of the monitors that are offered; all without any. */
  protocol?: readonly string[];
  chosen: readonly number[];
  onToggle: (monitorId: number) => void;
  actions?: (like: MonitorsLike, total: number) => ReactNode;
}) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [tag, setTag] = useState("");
  const [isUsed, setIsUsed] = useState(false);
  const like = { search: useDeferredValue(typed.trim()), tag, protocol };
  const tags = useQuery(queryAll(routes.listTags));
  const { data, isPlaceholderData } = useQuery({
    ...query(routes.listMonitors, pickerReads(like)),
    placeholderData: keepPreviousData,
  });
  const rows = data?.data ?? [];
  const total = data?.meta.total ?? 0;
  const more = total - rows.length;
  const known = tags.data?.data ?? [];
  if (total === 0 && data && !isPlaceholderData && like.search === "" && tag === "") return <NoMonitors />;
  return (
    <div>
      <div className="flex gap-2">
        <Input
          type="search"
          aria-label={`Search: ${label}`}
          aria-controls={id}
          placeholder="Search by name or URL"
          className="min-w-0 flex-1"
          value={typed}
          onFocus={() => setIsUsed(true)}
          onChange={(event) => setTyped(event.target.value)}
        />
        {known.length > 0 && (
          <Select
            aria-label={`Tag: ${label}`}
            className="w-36"
            value={tag}
            onChange={({ target }) => [setIsUsed(true), setTag(target.value)]}
          >
            <option value="">All tags</option>
            <Options of={known} option={(each) => [each.tag, each.tag]} />
          </Select>
        )}
      </div>
      {actions?.(like, total)}
      <div
        id={id}
        // A phone has room for the list once it's wanted.
        className={cn(
          "mt-2 max-h-44 space-y-1.5 overflow-y-auto rounded-lg border border-line p-3",
          !isUsed && "max-sm:hidden",
        )}
      >
        {data && rows.length === 0 && <p className="text-muted">No monitors match.</p>}
        {rows.map((monitor) => (
          <Check
            key={monitor.id}
            label={monitor.name}
            checked={chosen.includes(monitor.id)}
            onChange={() => onToggle(monitor.id)}
          />
        ))}
        {more > 0 && (
          <p className="text-[13px] text-muted">{totalText(more)} more match. Type to narrow them down.</p>
        )}
      </div>
    </div>
  );
}

function NoMonitors() {
  return (
    <p className="mt-2 text-[13px] text-muted">
      No monitors to choose from yet.{" "}
      <Link href="/monitors/new" className="text-ink underline underline-offset-2">
        Create a monitor
      </Link>
    </p>
  );
}
