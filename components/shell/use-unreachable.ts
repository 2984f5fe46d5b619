"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useOffline } from "next/offline";
import { useEffect } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";
import { reconnect } from "@/lib/client/live/live";
import { readinessRead } from "@/lib/client/reads/readiness-read";

/** Returns whether the server can't be reached. Reads everything on screen again once it can. */
export function useUnreachable(): boolean {
  const cache = useQueryClient();
  const { isError, fetchStatus } = useQuery(readinessRead);
  const isOffline = useOffline();
  const isUnreachable = isOffline || isError || fetchStatus === "paused";
  useEffect(() => {
    if (!isUnreachable) return;
    return () => {
      reconnect();
      void cache.invalidateQueries();
    };
  }, [isUnreachable, cache]);
  return useHydrated() && isUnreachable;
}
