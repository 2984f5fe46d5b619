"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId, useState } from "react";
import { cn } from "@/components/ui/class-names";
import { Check, Input } from "@/components/ui/input";
import { query } from "@/lib/client/query";
import { pickerReads } from "@/lib/client/reads/monitor-reads";
import { routes } from "@/lib/client/routes";
import { number } from "@/lib/presenters/core/format";

/** Finds monitors among all of the project by part of their name or URL, 20 at a time, and switches them on and off. */
export function MonitorSearch({
  label,
  chosen,
  onToggle,
}: {
  label: string;
  chosen: readonly number[];
  onToggle: (monitorId: number) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [isUsed, setIsUsed] = useState(false);
  const search = useDeferredValue(typed.trim());
  const { data } = useQuery({
    ...query(routes.listMonitors, pickerReads(search)),
    placeholderData: keepPreviousData,
  });
  const rows = data?.data ?? [];
  const more = (data?.meta.total ?? 0) - rows.length;
  return (
    <div>
      <Input
        type="search"
        aria-label={`Search: ${label}`}
        aria-controls={id}
        placeholder="Search by name or URL"
        value={typed}
        onFocus={() => setIsUsed(true)}
        onChange={(event) => setTyped(event.target.value)}
      />
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
          <p className="text-[13px] text-muted">{number(more)} more match. Type to narrow them down.</p>
        )}
      </div>
    </div>
  );
}
