"use client";
import { keepPreviousData, useQueries, useQueryClient } from "@tanstack/react-query";
import { query, queryAll } from "@/lib/client/query";
import { monitorsById } from "@/lib/client/reads/monitor-reads";
import { routes } from "@/lib/client/routes";
import type { Monitor } from "@/lib/contract/monitors/monitors";

/** Returns the loaded monitors in the order of the IDs, without deleted ones. Reads up to 100 in one request. */
export function useMonitors(ids: readonly number[]): Monitor[] {
  return useQueries({
    queries: monitorsById(ids).map((input) => ({
      ...query(routes.listMonitors, input),
      placeholderData: keepPreviousData,
    })),
    combine: (results) => {
      const found = new Map(results.flatMap(({ data }) => data?.data ?? []).map((each) => [each.id, each]));
      return ids.flatMap((id) => found.get(id) ?? []);
    },
  });
}

/** Search of a picker. */
export interface MonitorsLike {
  /** Part of a name or URL; empty for any. */
  readonly search: string;
  /** Empty for any. */
  readonly tag: string;
  /** Empty for any. */
  readonly protocol: readonly string[];
}

/** Returns a function that reads the IDs of all monitors that match a search, sorted by name. */
export function useIdsLike(): (matches: {
  id?: string[];
  search?: string;
  tag?: string[];
  protocol?: string[];
}) => Promise<number[]> {
  const cache = useQueryClient();
  return async (matches) => {
    const input = { query: { ...matches, sort: "name" as const } };
    return (await cache.fetchQuery(queryAll(routes.listMonitors, input))).data.map(({ id }) => id);
  };
}

const SAME_NAMES = 100;

/** Returns a function that reads the names of monitors like this one; none if they can't be read. */
export function useNamesLike(): (name: string) => Promise<string[]> {
  const cache = useQueryClient();
  return async (search) => {
    const input = { query: { search, per_page: SAME_NAMES } };
    const found = search ? await cache.fetchQuery(query(routes.listMonitors, input)).catch(() => null) : null;
    return found?.data.map(({ name }) => name) ?? [];
  };
}

/** Returns monitor names by ID, without deleted monitors. */
export function useMonitorNames(ids: readonly number[]): Record<number, string> {
  return Object.fromEntries(useMonitors(ids).map(({ id, name }) => [id, name]));
}
