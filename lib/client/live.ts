"use client";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { LiveChange } from "@/lib/contract/core/live";

export type LiveState = "connecting" | "live" | "reconnecting" | "off";

/** Reads that show each topic. One change refetches what is mounted, nothing else. */
const READS: Record<LiveChange["topic"], readonly string[]> = {
  monitors: [
    "listMonitors",
    "getMonitor",
    "listResults",
    "getSeries",
    "getStrips",
    "getMonitorReport",
    "listCertificates",
  ],
  incidents: [
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
    "listChannelHolds",
    "getDestinationHealth",
    "listOutboxMails",
  ],
};
const GATHER_MS = 400;

let state: LiveState = "connecting";
const listeners = new Set<() => void>();

function become(next: LiveState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether updates arrive by themselves right now. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => "connecting",
  );
}

let source: EventSource | null = null;
let refresh: (() => void) | null = null;

/** One event stream per tab. Mounted once, by the shell. */
export function useLiveUpdates(): void {
  const cache = useQueryClient();
  useEffect(() => {
    refresh = () => connect(cache);
    connect(cache);
    return () => {
      source?.close();
      source = null;
      become("connecting");
    };
  }, [cache]);
}

/** Opens the stream anew, after the person asked for it. */
export function reconnect(): void {
  refresh?.();
}

let gathering = false;

/** Several changes in a row cost one round of reads. */
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
  become(state === "live" ? "reconnecting" : state);
  const waiting = new Set<string>();
  let missed = false;
  const stream = new EventSource("/api/live");
  source = stream;
  stream.addEventListener("ready", () => {
    // What happened while the stream was away was not announced.
    if (missed) void cache.invalidateQueries();
    missed = false;
    become("live");
  });
  stream.addEventListener("change", (event: MessageEvent<string>) => {
    const change = JSON.parse(event.data) as LiveChange;
    for (const id of READS[change.topic] ?? []) waiting.add(id);
    gather(cache, waiting);
  });
  stream.addEventListener("error", () => {
    missed = true;
    // A refused stream (429, 401) is closed for good; a lost one is opened again by the browser.
    become(stream.readyState === EventSource.CLOSED ? "off" : "reconnecting");
  });
}
