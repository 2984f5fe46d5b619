"use client";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { LiveChange, LiveChecks } from "@/lib/contract/core/live";
import { LiveCache, type Tab } from "./live-cache";
import { readinessRead } from "./readiness-read";
import { sharedState } from "./shared-state";

export type LiveState = "connecting" | "live" | "reconnecting" | "off";

const TAB: Tab = { isVisible: () => document.visibilityState === "visible", random: Math.random };

const state = sharedState<LiveState>("connecting");

/** Returns whether live updates are currently arriving. */
export const useLiveState = state.use;

let source: EventSource | null = null;
let refresh: (() => void) | null = null;

/** Opens one event stream per tab. Mounted once, by the shell. */
export function useLiveUpdates(): void {
  const cache = useQueryClient();
  useEffect(() => {
    const live = new LiveCache(cache, TAB);
    const run = () => live.run();
    refresh = () => connect(cache, live);
    connect(cache, live);
    document.addEventListener("visibilitychange", run);
    return () => {
      document.removeEventListener("visibilitychange", run);
      live.stop();
      source?.close();
      source = null;
      state.set("connecting");
    };
  }, [cache]);
}

/** Reopens the stream at the user's request. */
export function reconnect(): void {
  refresh?.();
}

function connect(cache: QueryClient, live: LiveCache): void {
  source?.close();
  if (state.get() === "live") state.set("reconnecting");
  let missed = false;
  const stream = new EventSource("/api/live");
  source = stream;
  stream.addEventListener("ready", () => {
    // Changes while the stream was disconnected were missed, so everything is refetched.
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
