"use client";
import { useQueries, useQuery } from "@tanstack/react-query";
import { integrationReads } from "@/lib/client/integration-reads";
import { query } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { IntegrationHealth } from "@/lib/contract/alerting/integration-health";
import type { Integration } from "@/lib/contract/alerting/integrations";
import type { AppForm } from "@/lib/presenters/alerting/app-form";

/** Returns the integrations of every app, newest first. */
export function useIntegrations(apps: readonly AppForm[]): Integration[] {
  return useQueries({
    queries: integrationReads(apps).map((read) => query(routes.listIntegrations, read)),
    combine: (results) => results.flatMap((result) => result.data?.data ?? []).sort((a, b) => b.id - a.id),
  });
}

/** Returns the delivery health of each integration; empty until loaded. */
export function useIntegrationHealth(): IntegrationHealth[] {
  return useQuery(query(routes.getIntegrationHealth)).data?.destinations ?? [];
}
