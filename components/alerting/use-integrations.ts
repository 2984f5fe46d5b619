"use client";
import { useQuery } from "@tanstack/react-query";
import { integrationReads } from "@/lib/client/integration-reads";
import { query, queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { IntegrationHealth } from "@/lib/contract/alerting/integration-health";
import type { Integration } from "@/lib/contract/alerting/integrations";

/** Returns the integrations of every app, newest first. */
export function useIntegrations(): Integration[] {
  return useQuery(queryAll(routes.listAllIntegrations, integrationReads)).data?.data ?? [];
}

/** Returns the delivery health of each integration; empty until loaded. */
export function useIntegrationHealth(): IntegrationHealth[] {
  return useQuery(query(routes.getIntegrationHealth)).data?.destinations ?? [];
}
