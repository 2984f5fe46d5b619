"use client";
import { type DehydratedState, HydrationBoundary, hashKey } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { unpacked } from "./packed";

/** The key of a read, and what the server read, packed. */
export type HydratedRead = readonly [key: readonly unknown[], data: unknown];

/** Cache state of a successful read. The server would send it with each. */
const SUCCESSFUL = {
  dataUpdateCount: 1,
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  isInvalidated: false,
  status: "success",
  fetchStatus: "idle",
} as const;

/** Fills the browser's cache with what the server read at a time, in milliseconds. */
export function Hydrated({
  reads,
  at,
  children,
}: {
  reads: readonly HydratedRead[];
  at: number;
  children: ReactNode;
}) {
  const state = useMemo((): DehydratedState => {
    const queries = reads.map(([queryKey, data]) => ({
      queryKey,
      queryHash: hashKey(queryKey),
      dehydratedAt: at,
      state: { ...SUCCESSFUL, data: unpacked(data), dataUpdatedAt: at },
    }));
    return { mutations: [], queries };
  }, [reads, at]);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
