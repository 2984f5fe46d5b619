"use client";
import { changed, type Preview } from "@/components/forms/preview";
import { useSave } from "@/components/forms/use-save";
import { routes } from "@/lib/client/routes";

/** Returns how monitors look once they are paused or resumed, before the server has answered. */
export function pausePreview(ids: readonly number[], paused: boolean): Preview {
  const change = changed(ids, { paused, status: paused ? "paused" : "fetching" });
  return { listMonitors: change, getMonitor: change };
}

/** Pauses and resumes a monitor. The screen shows it at once, and a toast offers to undo it. */
export function usePause() {
  const preview = (paused: boolean) => (input: { params?: { monitorId: number } | undefined }) =>
    pausePreview(input.params ? [input.params.monitorId] : [], paused);
  const quietPause = useSave(routes.pauseMonitor, { preview: preview(true) });
  const quietResume = useSave(routes.resumeMonitor, { preview: preview(false) });
  const pause = useSave(routes.pauseMonitor, {
    done: "Monitor paused",
    preview: preview(true),
    undo: (_, input) => () => quietResume.mutate(input),
  });
  const resume = useSave(routes.resumeMonitor, {
    done: "Monitor resumed",
    preview: preview(false),
    undo: (_, input) => () => quietPause.mutate(input),
  });
  return ({ id, paused }: { id: number; paused: boolean }) =>
    (paused ? resume : pause).mutate({ params: { monitorId: id } });
}
