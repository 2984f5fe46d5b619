import type { NO_ALERTS } from "@/lib/contract/reports/overview";

type NoAlerts = (typeof NO_ALERTS)[number];

/** Facts that decide whether anyone is notified of an outage in a project. */
export interface AlertingFacts {
  /** Whether the project has a monitor that isn't paused. */
  readonly hasMonitors: boolean;
  readonly hasIntegrations: boolean;
  /** Alert rules that match the start of an automatic incident of at least one of those monitors. */
  readonly rules: number;
  /** How many of them have an integration that isn't paused. */
  readonly activeRules: number;
  /** Whether a member's browser shows notifications. */
  readonly hasBrowsers: boolean;
  /** Whether the project sends no notifications at all, as a demo project. */
  readonly isMuted: boolean;
}

/** Returns why an outage would notify no one; null if it would, or if nothing can fail. */
export function noAlerts(facts: AlertingFacts): NoAlerts | null {
  if (!facts.hasMonitors || facts.isMuted || facts.hasBrowsers || facts.activeRules > 0) return null;
  if (facts.rules > 0) return "paused";
  return facts.hasIntegrations ? "no_alert_rule" : "no_integration";
}
