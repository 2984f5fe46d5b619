"use client";
import { X } from "lucide-react";
import { PlainButton } from "@/components/ui/button";
import { fieldErrorWords } from "@/lib/presenters/core/field-error";
import { number } from "@/lib/presenters/core/format";
import { ManyMonitors } from "./many-monitors";
import { MonitorSearch } from "./monitor-search";
import { useMonitorNames } from "./use-monitors";

/** Picks monitors and shows those chosen. */
export function MonitorPicker({
  label,
  help,
  protocol,
  single = false,
  chosen,
  error,
  onChange,
}: {
  label: string;
  help?: string;
  /** Whether another choice replaces the first. */
  single?: boolean;
  /** The protocols of the monitors that are offered; all without any. */
  protocol?: readonly string[];
  chosen: readonly number[];
  error: string | undefined;
  onChange: (ids: number[]) => void;
}) {
  const toggle = (monitorId: number) =>
    onChange(
      chosen.includes(monitorId)
        ? chosen.filter((known) => known !== monitorId)
        : [...(single ? [] : chosen), monitorId],
    );
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[13px] font-medium">{label}</legend>
      <ChosenMonitors ids={chosen} onRemove={toggle} />
      <MonitorSearch
        label={label}
        protocol={protocol}
        chosen={chosen}
        onToggle={toggle}
        actions={(like, total) =>
          !single && <ManyMonitors like={like} total={total} chosen={chosen} onChange={onChange} />
        }
      />
      {error && (
        <p role="alert" className="mt-1.5 text-[13px] text-down">
          {fieldErrorWords(label, error)}
        </p>
      )}
      {help && <p className="mt-1.5 text-[13px] text-muted">{help}</p>}
    </fieldset>
  );
}

/** Of more, a count is enough: the search shows which are chosen. */
const MOST_SHOWN = 12;

function ChosenMonitors({ ids, onRemove }: { ids: readonly number[]; onRemove: (id: number) => void }) {
  const shown = ids.length > MOST_SHOWN ? ids.slice(0, MOST_SHOWN) : ids;
  const names = useMonitorNames(shown);
  if (ids.length === 0) return null;
  return (
    <ul className="mb-2 flex flex-wrap gap-1.5">
      {shown.map((id) => (
        <li
          key={id}
          className="flex max-w-full items-center gap-1 rounded-full bg-sunken py-0.5 pr-1 pl-2.5 text-[13px]"
        >
          <span className="truncate">{names[id] ?? `Monitor ${id}`}</span>
          <PlainButton
            aria-label={`Remove ${names[id] ?? `monitor ${id}`}`}
            className="shrink-0 rounded-full p-0.5 text-muted hover:text-ink touch:p-2"
            onClick={() => onRemove(id)}
          >
            <X className="size-3.5" />
          </PlainButton>
        </li>
      ))}
      {shown.length < ids.length && (
        <li className="py-0.5 text-[13px] text-muted">and {number(ids.length - shown.length)} more</li>
      )}
    </ul>
  );
}
