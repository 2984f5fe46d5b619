import type { QueryClient } from "@tanstack/react-query";
import { readinessRead } from "@/lib/client/reads/readiness-read";
import type { LiveChange, LiveChecks } from "@/lib/contract/reports/live";
import type { SharedState } from "../shared-state";
import { LiveCache, type Tab } from "./live-cache";
import { openSource } from "./live-source";

export type LiveState = "connecting" | "live" | "reconnecting" | "off";

const TAB: Tab = { isVisible: () => document.visibilityState === "visible", random: Math.random };

let close = () => {};

/**
 * Opens the event stream in place of the one before, until `ended`, and keeps the cache up to date with what it says. `reader`
 * names the person and the project.
 */
export function openStream(
  cache: QueryClient,
  state: SharedState<LiveState>,
  reader: string,
  ended: AbortSignal,
): void {
  close();
  // Changes while there was no stream were missed, so everything is refetched.
  let missed = state.get() !== "connecting";
  if (state.get() === "live") state.set("reconnecting");
  const live = new LiveCache(cache, TAB);
  const run = () => live.run();
  const leave = openSource(
    reader,
    {
      ready: () => {
        if (missed) void cache.invalidateQueries();
        missed = false;
        state.set("live");
      },
      change: (data) => live.change(JSON.parse(data) as LiveChange),
      checks: (data) => live.checks(JSON.parse(data) as LiveChecks),
      paused: () => {
        missed = true;
      },
      lost: (isFinal) => {
        missed = true;
        state.set(isFinal ? "off" : "reconnecting");
        // Says at once whether the whole server is gone.
        void cache.invalidateQueries({ queryKey: readinessRead.queryKey });
      },
    },
    missed,
  );
  close = () => {
    document.removeEventListener("visibilitychange", run);
    live.stop();
    leave();
  };
  document.addEventListener("visibilitychange", run);
  ended.addEventListener("abort", close, { once: true });
}
