"use client";
import { useQuery } from "@tanstack/react-query";
import { Pause, Play, Plus, Tag, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Preview } from "@/components/forms/preview";
import { useIdsLike } from "@/components/forms/use-monitors";
import { useSave } from "@/components/forms/use-save";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Options, Select } from "@/components/ui/input";
import { lazyPart } from "@/components/ui/lazy-part";
import { Confirm } from "@/components/ui/overlays/confirm";
import { Menu, MenuItem } from "@/components/ui/overlays/menu";
import { query, queryAll } from "@/lib/client/query";
import type { Input } from "@/lib/client/route";
import { routes } from "@/lib/client/routes";
import { COUNTED_MAX } from "@/lib/contract/core/count";
import type { endpoints } from "@/lib/contract/monitors/bulk";
import { INTERVALS_SECONDS } from "@/lib/contract/monitors/times";
import { counted, interval } from "@/lib/presenters/core/format";
import { totalText } from "@/lib/presenters/core/page-range";
import { type MonitorListFilter, monitorMatches } from "@/lib/presenters/monitors/filter";
import { PLACES, type Place } from "./add-places";
import { BulkTags } from "./bulk-tags";
import { pausePreview } from "./use-pause";

const BulkAdd = lazyPart(async () => (await import("./bulk-add")).BulkAdd);

/** Returns how the monitors look once they are paused or resumed. */
function turnPreview({ body }: Input<typeof endpoints.bulkMonitors>): Preview {
  const turns = body?.action === "pause" || body?.action === "resume";
  return body?.ids && turns ? pausePreview(body.ids, body.action === "pause") : {};
}

interface Props {
  selected: ReadonlySet<number>;
  filter: MonitorListFilter;
  shown: readonly number[];
  /** Number of all monitors that match the filter. */
  total: number;
  onDone: () => void;
}

/** Applies an action to the selected monitors, or to all that match the filter, in one request. */
export default function BulkBar({ selected, filter, shown, total, onDone }: Props) {
  const [everything, setEverything] = useState(false);
  const [asking, setAsking] = useState<"delete" | "tags" | null>(null);
  const tags = useQuery(queryAll(routes.listTags));
  const options = {
    preview: turnPreview,
    onDone: () => {
      setEverything(false);
      setAsking(null);
      onDone();
    },
  };
  const save = useSave(routes.bulkMonitors, {
    ...options,
    done: ({ changed }) => `${counted(changed, "monitor")} updated`,
  });
  const undo = useSave(routes.bulkMonitors, { preview: turnPreview });
  const turn = useSave(routes.bulkMonitors, {
    ...options,
    done: ({ turned }, { body }) =>
      turned.length > 0
        ? `${counted(turned.length, "monitor")} ${body?.action}d`
        : `They were already ${body?.action === "pause" ? "paused" : "running"}`,
    undo: ({ turned }, { body }) =>
      turned.length > 0 &&
      (() => undo.mutate({ body: { ids: turned, action: body?.action === "pause" ? "resume" : "pause" } })),
  });
  const exact = useQuery({
    ...query(routes.listMonitors, {
      query: { ...monitorMatches(filter), per_page: 1, with_total: "true" as const },
    }),
    enabled: everything && total > COUNTED_MAX,
  });
  const count = everything ? (exact.data?.meta.total ?? total) : selected.size;
  const target = everything ? { filter: monitorMatches(filter) } : { ids: [...selected] };
  const [adding, setAdding] = useState<{ place: Place; ids: readonly number[] } | null>(null);
  const idsLike = useIdsLike();
  const addTo = async (place: Place) =>
    setAdding({ place, ids: everything ? await idsLike(monitorMatches(filter)) : [...selected] });
  const wholePage = total > shown.length && !everything && shown.every((id) => selected.has(id));
  const act = (action: "pause" | "resume") => turn.mutate({ body: { ...target, action } });
  const isBusy = save.isPending || turn.isPending || exact.isFetching;
  return (
    <div
      role="toolbar"
      aria-label="Selected monitors"
      className="fixed inset-x-0 bottom-20 z-30 mx-auto flex w-fit max-w-[calc(100%-24px)] animate-appear flex-wrap items-center gap-2 rounded-xl border border-line bg-raised px-3 py-2 shadow-(--shadow) lg:bottom-6"
    >
      <span className="px-1 font-medium tabular max-sm:basis-full" aria-live="polite">
        {isBusy ? "Working…" : `${counted(count, "monitor")} selected`}
      </span>
      {wholePage && (
        <Button variant="quiet" size="sm" onClick={() => setEverything(true)}>
          Select all {totalText(total)} matching monitors
        </Button>
      )}
      <Button size="sm" disabled={isBusy} onClick={() => act("pause")}>
        <Pause /> Pause
      </Button>
      <Button size="sm" disabled={isBusy} onClick={() => act("resume")}>
        <Play /> Resume
      </Button>
      <Select
        aria-label="Change the interval"
        className="w-32"
        value=""
        onChange={(event) =>
          save.mutate({ body: { ...target, action: "change", interval: Number(event.target.value) as 30 } })
        }
      >
        <option value="">Interval…</option>
        <Options of={INTERVALS_SECONDS} option={(seconds) => [seconds, interval(seconds)]} />
      </Select>
      <Menu
        label="Add to"
        up
        triggerClass={buttonClass({ size: "sm" })}
        trigger={
          <>
            <Plus /> Add to…
          </>
        }
      >
        {PLACES.map(({ value, label }) => (
          <MenuItem key={value} onSelect={() => void addTo(value)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      <Button size="sm" disabled={isBusy} onClick={() => setAsking("tags")}>
        <Tag /> Tags…
      </Button>
      <Button size="sm" disabled={isBusy} onClick={() => setAsking("delete")}>
        <Trash2 /> Delete
      </Button>
      {adding && (
        <BulkAdd
          {...adding}
          onClose={() => {
            setAdding(null);
            onDone();
          }}
        />
      )}
      <BulkTags
        open={asking === "tags"}
        title={`Change the tags of ${counted(count, "monitor")}`}
        known={(tags.data?.data ?? []).map(({ tag }) => tag)}
        error={save.error?.message}
        busy={save.isPending}
        onClose={() => setAsking(null)}
        onSave={(change) => save.mutate({ body: { ...target, action: "change", ...change } })}
      />
      <Confirm
        open={asking === "delete"}
        onClose={() => setAsking(null)}
        onConfirm={() => save.mutate({ body: { ...target, action: "delete", expected: count } })}
        busy={save.isPending}
        title={`Delete ${counted(count, "monitor")}?`}
        action="Delete"
        typed={String(count)}
      >
        This also deletes their results and removes them from incidents and status pages. You can't undo this.
      </Confirm>
    </div>
  );
}
