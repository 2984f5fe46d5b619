"use client";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { LiveChange } from "@/lib/contract/core/live";
import { readinessRead } from "./readiness-read";
import { sharedState } from "./shared-state";

export type LiveState = "connecting" | "live" | "reconnecting" | "off";

/** The reads that show each topic. A change refetches only those that are mounted. */
const READS: Record<LiveChange["topic"], readonly string[]> = {
  monitors: [
    "getOverview",
    "listMonitors",
    "getMonitor",
    "listResults",
    "getSeries",
    "getStrips",
    "getMonitorReport",
    "listCertificates",
  ],
  incidents: [
    "getOverview",
    "listIncidents",
    "getIncident",
    "listIncidentUpdates",
    "getIncidentTimeline",
    "getMonitorReport",
  ],
  pages: ["listMaintenanceWindows", "listStatusPages", "getStatusPage", "getCurrentStatus"],
  deliveries: [
    "listDeliveries",
    "getIncidentTimeline",
    "getDelivery",
    "listIntegrations",
    "listRateLimitedIntegrations",
    "getIntegrationHealth",
    "listOutboxMails",
  ],
};
const GATHER_MS = 400;

const state = sharedState<LiveState>("connecting");

/** Returns whether live updates are currently arriving. */
export const useLiveState = state.use;

let source: EventSource | null = null;
let refresh: (() => void) | null = null;

/** Opens one event stream per tab. Mounted once, by the shell. */
export function useLiveUpdates(): void {
  const cache = useQueryClient();
  useEffect(() => {
    refresh = () => connect(cache);
    connect(cache);
    return () => {
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

let gathering = false;

/** Batches changes, so that several in quick succession cause one round of reads. */
function gather(cache: QueryClient, waiting: Set<string>): void {
  if (gathering) return;
  gathering = true;
  setTimeout(() => {
    gathering = false;
    const ids = new Set(waiting);
    waiting.clear();
    void cache.invalidateQueries({ predicate: (query) => ids.has(String(query.queryKey[0])) });
  }, GATHER_MS);
}

function connect(cache: QueryClient): void {
  source?.close();
  if (state.get() === "live") state.set("reconnecting");
  const waiting = new Set<string>();
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
    const change = JSON.parse(event.data) as LiveChange;
    for (const id of READS[change.topic] ?? []) waiting.add(id);
    gather(cache, waiting);
  });
  stream.addEventListener("error", () => {
    missed = true;
    // A refused stream (429, 401) stays closed. The browser reopens one that was lost.
    state.set(stream.readyState === EventSource.CLOSED ? "off" : "reconnecting");
    // Says at once whether the whole server is gone.
    void cache.invalidateQueries({ queryKey: readinessRead.queryKey });
  });
}
