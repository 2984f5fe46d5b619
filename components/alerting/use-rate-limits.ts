"use client";
import { useQuery } from "@tanstack/react-query";
import { queryAll } from "@/lib/client/query";
import { rateLimitReads } from "@/lib/client/reads/rate-limit-reads";
import { routes } from "@/lib/client/routes";

/** Returns until when each rate-limited integration waits, by its ID. */
export function useRateLimits(): ReadonlyMap<number, string> {
  const { data } = useQuery(queryAll(routes.listRateLimitedIntegrations, rateLimitReads));
  return new Map(data?.data.map((limit) => [limit.integration_id, limit.rate_limited_until]));
}
