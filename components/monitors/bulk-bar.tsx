"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Pause, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { useToast } from "@/components/ui/toast";
import { forEachMonitor, matchingIds } from "@/lib/client/bulk";
import { counted } from "@/lib/views/format";
import type { MonitorListFilter } from "@/lib/views/monitor-filter";

type Verb = "pauseMonitor" | "resumeMonitor" | "deleteMonitor";
const DONE: Record<Verb, string> = {
  pauseMonitor: "paused",
  resumeMonitor: "resumed",
  deleteMonitor: "deleted",
};

/** Acts on the selected monitors, or on all that match the filter. */
export function BulkBar({
  selected,
  filter,
  shown,
  mayHaveMore,
  onDone,
}: {
  selected: ReadonlySet<number>;
  filter: MonitorListFilter;
  shown: readonly number[];
  mayHaveMore: boolean;
  onDone: () => void;
}) {
  const cache = useQueryClient();
  const toast = useToast();
  const [matching, setMatching] = useState<number[] | null>(null);
  const [progress, setProgress] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  if (selected.size === 0) return null;
  const ids = matching ?? [...selected];
  const wholePage = mayHaveMore && shown.every((id) => selected.has(id));
  const act = async (verb: Verb) => {
    setAsking(false);
    const failed = await forEachMonitor(verb, ids, (done) => setProgress(`${done} of ${ids.length}`));
    setProgress(null);
    setMatching(null);
    void cache.invalidateQueries();
    const done = ids.length - failed;
    toast(
      `${counted(done, "monitor")} ${DONE[verb]}${failed > 0 ? `, ${failed} could not be` : ""}.`,
      failed > 0 ? { tone: "failed" } : {},
    );
    onDone();
  };
  return (
    <div
      role="toolbar"
      aria-label="Selected monitors"
      className="fixed inset-x-0 bottom-20 z-30 mx-auto flex w-fit max-w-[calc(100%-24px)] animate-appear flex-wrap items-center gap-2 rounded-xl border border-line bg-raised px-3 py-2 shadow-(--shadow) lg:bottom-6"
    >
      <span className="px-1 font-medium tabular" aria-live="polite">
        {progress ?? `${counted(ids.length, "monitor")} selected`}
      </span>
      {wholePage && matching === null && (
        <Button look="quiet" size="sm" onClick={async () => setMatching(await matchingIds(filter))}>
          Select all that match
        </Button>
      )}
      <Button size="sm" disabled={progress !== null} onClick={() => void act("pauseMonitor")}>
        <Pause /> Pause
      </Button>
      <Button size="sm" disabled={progress !== null} onClick={() => void act("resumeMonitor")}>
        <Play /> Resume
      </Button>
      <Button size="sm" disabled={progress !== null} onClick={() => setAsking(true)}>
        <Trash2 /> Delete
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void act("deleteMonitor")}
        title={`Delete ${counted(ids.length, "monitor")}?`}
        action="Delete"
        {...(ids.length > 1 && { typed: String(ids.length) })}
      >
        Their results and their place in incidents and on status pages go with them. This can't be undone.
      </Confirm>
    </div>
  );
}
