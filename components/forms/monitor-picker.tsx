"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useDeferredValue, useId, useState } from "react";
import { PlainButton } from "@/components/ui/button";
import { Check, Input } from "@/components/ui/input";
import { pickerReads } from "@/lib/client/monitor-reads";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import { fieldErrorWords } from "@/lib/presenters/core/field-error";
import { useMonitorNames } from "./use-monitors";

/** Picks monitors by searching for part of their name or URL, 20 results at a time. */
export function MonitorPicker({
  label,
  help,
  chosen,
  error,
  onChange,
}: {
  label: string;
  help?: string;
  chosen: readonly number[];
  error: string | undefined;
  onChange: (ids: number[]) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const found = useQuery({
    ...query(routes.listMonitors, pickerReads(search)),
    placeholderData: keepPreviousData,
  });
  const rows = found.data?.data ?? [];
  const toggle = (monitorId: number) =>
    onChange(
      chosen.includes(monitorId) ? chosen.filter((known) => known !== monitorId) : [...chosen, monitorId],
    );
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">{label}</legend>
      <ChosenMonitors ids={chosen} onRemove={toggle} />
      <Input
        type="search"
        aria-label={`Search: ${label}`}
        aria-controls={id}
        placeholder="Search by name or URL"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div id={id} className="mt-2 max-h-44 space-y-1.5 overflow-y-auto rounded-lg border border-line p-3">
        {found.isSuccess && rows.length === 0 && <p className="text-muted">No monitors match.</p>}
        {rows.map((monitor) => (
          <Check
            key={monitor.id}
            label={monitor.name}
            checked={chosen.includes(monitor.id)}
            onChange={() => toggle(monitor.id)}
          />
        ))}
        {found.data?.links.next && (
          <p className="text-[13px] text-muted">There are more matches. Keep typing to narrow them down.</p>
        )}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-[13px] text-down">
          {fieldErrorWords(label, error)}
        </p>
      )}
      {help && <p className="mt-1.5 text-[13px] text-muted">{help}</p>}
    </fieldset>
  );
}

function ChosenMonitors({ ids, onRemove }: { ids: readonly number[]; onRemove: (id: number) => void }) {
  const names = useMonitorNames(ids);
  if (ids.length === 0) return null;
  return (
    <ul className="mb-2 flex flex-wrap gap-1.5">
      {ids.map((id) => (
        <li
          key={id}
          className="flex items-center gap-1 rounded-full bg-sunken py-0.5 pr-1 pl-2.5 text-[13px]"
        >
          {names[id] ?? `Monitor ${id}`}
          <PlainButton
            aria-label={`Remove ${names[id] ?? `monitor ${id}`}`}
            className="rounded-full p-0.5 text-muted hover:text-ink"
            onClick={() => onRemove(id)}
          >
            <X className="size-3.5" />
          </PlainButton>
        </li>
      ))}
    </ul>
  );
}
