"use client";
import { Pause, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Select } from "@/components/ui/input";
import { countMatching } from "@/lib/client/count-matching";
import { routes } from "@/lib/client/routes";
import { counted, interval } from "@/lib/presenters/core/format";
import { type MonitorListFilter, monitorListInput } from "@/lib/presenters/monitors/filter";
import { INTERVALS_SECONDS } from "@/lib/presenters/monitors/form";

interface Props {
  selected: ReadonlySet<number>;
  filter: MonitorListFilter;
  shown: readonly number[];
  mayHaveMore: boolean;
  onDone: () => void;
}

/** Applies an action to the selected monitors, or to all that match the filter, in one request. */
export default function BulkBar({ selected, filter, shown, mayHaveMore, onDone }: Props) {
  const [matching, setMatching] = useState<number | null>(null);
  const [asking, setAsking] = useState(false);
  const save = useSave(routes.bulkMonitors, {
    done: ({ changed }) => `${counted(changed, "monitor")} updated`,
    onDone: () => {
      setMatching(null);
      setAsking(false);
      onDone();
    },
  });
  const { page: _page, per_page: _perPage, ...matches } = monitorListInput(filter).query;
  const count = matching ?? selected.size;
  const target = matching === null ? { ids: [...selected] } : { filter: matches };
  const wholePage = mayHaveMore && matching === null && shown.every((id) => selected.has(id));
  return (
    <div
      role="toolbar"
      aria-label="Selected monitors"
      className="fixed inset-x-0 bottom-20 z-30 mx-auto flex w-fit max-w-[calc(100%-24px)] animate-appear flex-wrap items-center gap-2 rounded-xl border border-line bg-raised px-3 py-2 shadow-(--shadow) lg:bottom-6"
    >
      <span className="px-1 font-medium tabular" aria-live="polite">
        {save.isPending ? "Working…" : `${counted(count, "monitor")} selected`}
      </span>
      {wholePage && (
        <Button look="quiet" size="sm" onClick={async () => setMatching(await countMatching(filter))}>
          Select all matching monitors
        </Button>
      )}
      <Button
        size="sm"
        disabled={save.isPending}
        onClick={() => save.mutate({ body: { ...target, action: "pause" } })}
      >
        <Pause /> Pause
      </Button>
      <Button
        size="sm"
        disabled={save.isPending}
        onClick={() => save.mutate({ body: { ...target, action: "resume" } })}
      >
        <Play /> Resume
      </Button>
      <Select
        aria-label="Change the interval"
        className="w-36"
        value=""
        onChange={(event) =>
          save.mutate({ body: { ...target, action: "change", interval: Number(event.target.value) as 30 } })
        }
      >
        <option value="">Interval…</option>
        {INTERVALS_SECONDS.map((seconds) => (
          <option key={seconds} value={seconds}>
            {interval(seconds)}
          </option>
        ))}
      </Select>
      <Button size="sm" disabled={save.isPending} onClick={() => setAsking(true)}>
        <Trash2 /> Delete
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => save.mutate({ body: { ...target, action: "delete", expected: count } })}
        busy={save.isPending}
        title={`Delete ${counted(count, "monitor")}?`}
        action="Delete"
        {...(count > 1 && { typed: String(count) })}
      >
        This also deletes their results and removes them from incidents and status pages. You can't undo this.
      </Confirm>
    </div>
  );
}
