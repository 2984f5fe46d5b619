"use client";
import { useQueries } from "@tanstack/react-query";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { Monitor } from "@/lib/contract/monitors/monitors";

/** Returns the monitors that are loaded, without deleted ones. */
export function useMonitors(ids: readonly number[]): Monitor[] {
  return useQueries({
    queries: ids.map((monitorId) => query(routes.getMonitor, { params: { monitorId } })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
}

/** Returns monitor names by ID, without deleted monitors. */
export function useMonitorNames(ids: readonly number[]): Record<number, string> {
  return useQueries({
    queries: ids.map((monitorId) => query(routes.getMonitor, { params: { monitorId } })),
    combine: (results) =>
      Object.fromEntries(results.flatMap(({ data }) => (data ? [[data.id, data.name]] : []))),
  });
}
