"use client";
import { useQueries } from "@tanstack/react-query";
import { integrationReads } from "@/lib/client/integration-reads";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { Integration } from "@/lib/contract/integrations";

/** Destinations of every app, newest first. */
export function useIntegrations(): Integration[] {
  return useQueries({
    queries: integrationReads.map((read) => query(routes.listIntegrations, read)),
    combine: (results) => results.flatMap((result) => result.data?.data ?? []).sort((a, b) => b.id - a.id),
  });
}
