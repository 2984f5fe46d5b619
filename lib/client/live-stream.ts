import type { QueryClient } from "@tanstack/react-query";
import type { LiveChange, LiveChecks } from "@/lib/contract/reports/live";
import { LiveCache, type Tab } from "./live-cache";
import { readinessRead } from "./readiness-read";
import type { SharedState } from "./shared-state";

export type LiveState = "connecting" | "live" | "reconnecting" | "off";

const TAB: Tab = { isVisible: () => document.visibilityState === "visible", random: Math.random };

let close = () => {};

/** Opens the event stream in place of the one before, until `ended`, and keeps the cache up to date with what it says. */
export function openStream(cache: QueryClient, state: SharedState<LiveState>, ended: AbortSignal): void {
  close();
  // Changes while there was no stream were missed, so everything is refetched.
  let missed = state.get() !== "connecting";
  if (state.get() === "live") state.set("reconnecting");
  const stream = new EventSource("/api/live");
  const live = new LiveCache(cache, TAB);
  const run = () => live.run();
  close = () => {
    document.removeEventListener("visibilitychange", run);
    live.stop();
    stream.close();
  };
  document.addEventListener("visibilitychange", run);
  ended.addEventListener("abort", close, { once: true });
  stream.addEventListener("ready", () => {
    if (missed) void cache.invalidateQueries();
    missed = false;
    state.set("live");
  });
  stream.addEventListener("change", (event: MessageEvent<string>) => {
    live.change(JSON.parse(event.data) as LiveChange);
  });
  stream.addEventListener("checks", (event: MessageEvent<string>) => {
    live.checks(JSON.parse(event.data) as LiveChecks);
  });
  stream.addEventListener("error", () => {
    missed = true;
    // A refused stream (429, 401) stays closed. The browser reopens one that was lost.
    state.set(stream.readyState === EventSource.CLOSED ? "off" : "reconnecting");
    // Says at once whether the whole server is gone.
    void cache.invalidateQueries({ queryKey: readinessRead.queryKey });
  });
}
