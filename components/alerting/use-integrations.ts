"use client";
import { useQuery } from "@tanstack/react-query";
import { query, queryAll } from "@/lib/client/query";
import { routes } from "@/lib/client/routes";
import type { IntegrationHealth } from "@/lib/contract/alerting/integration-health";
import type { Integration } from "@/lib/contract/alerting/integrations";

/** Returns the integrations of every app, newest first. */
export function useIntegrations(): Integration[] {
  return useQuery(queryAll(routes.listAllIntegrations)).data?.data ?? [];
}

/** Returns the delivery health of each integration; empty until loaded. */
export function useIntegrationHealth(): IntegrationHealth[] {
  return useQuery(query(routes.getIntegrationHealth)).data?.destinations ?? [];
}

/** Returns how many monitors each alert rule matches; empty until loaded. */
export function useRuleCoverage(): ReadonlyMap<number, number> {
  const { data } = useQuery(query(routes.getAlertRuleCoverage));
  return new Map((data?.rules ?? []).map((rule) => [rule.alert_rule_id, rule.monitors]));
}

/** Returns the IDs of the integrations that alert rules send to; null until loaded. */
export function useUsedIntegrations(): ReadonlySet<number> | null {
  const { data } = useQuery(queryAll(routes.listAlertRules));
  return data ? new Set(data.data.map(({ integration_id: id }) => id)) : null;
}
