import type { AlertRule, CreateAlertRule } from "@/lib/contract/alerting/alert-rules";
import { type AppForm, ruleSettings } from "./app-form";
import { type EventKey, hasTypeFilter } from "./integration-words";

/** An alert rule that is being edited. */
export interface RuleDraft {
  scope: AlertRule["scope"];
  event: EventKey;
  integrationId: number;
  rate: number;
  days: number;
  type: IncidentType;
  monitors: number[];
  tags: string[];
  /** Null: the app's initial settings. */
  settings: Readonly<Record<string, unknown>> | null;
}

export const INCIDENT_TYPES = [
  { value: "all", label: "Any incident" },
  { value: "monitor", label: "Automatic" },
  { value: "manual", label: "Manual" },
] as const;
type IncidentType = (typeof INCIDENT_TYPES)[number]["value"];

const USUAL_DAYS = 14;

/** Returns a draft of a stored rule, or an empty one that notifies the given integration. */
export function ruleDraft(rule: AlertRule | undefined, firstIntegrationId: number): RuleDraft {
  const days = rule?.event_settings?.days_before_expiry;
  return {
    scope: rule?.scope ?? "project",
    event: rule?.event ?? "uptime.incident.created",
    integrationId: rule?.integration_id ?? firstIntegrationId,
    rate: rule?.rate_limit ?? 0,
    days: typeof days === "number" ? days : USUAL_DAYS,
    type: INCIDENT_TYPES.find(({ value }) => value === rule?.event_settings?.type)?.value ?? "all",
    monitors: rule?.monitors ?? [],
    tags: rule?.tags ?? [],
    settings: rule?.integration_settings ?? null,
  };
}

/** Returns the API body of a draft, with only the settings that apply to its event and app. */
export function ruleBody(draft: RuleDraft, form: AppForm): CreateAlertRule {
  return {
    scope: draft.scope,
    event: draft.event,
    integration_id: draft.integrationId,
    rate_limit: draft.rate as CreateAlertRule["rate_limit"],
    event_settings: eventSettings(draft),
    integration_settings: ruleSettings(form, draft.event, draft.settings),
    monitors: draft.monitors,
    tags: draft.tags,
  };
}

function eventSettings({ event, days, type }: RuleDraft): Record<string, unknown> | null {
  if (event === "uptime.monitor_certificate.expiring") return { days_before_expiry: days };
  return hasTypeFilter(event) ? { type } : null;
}

/** Splits a line into unique lowercase tags at commas and spaces. */
export function tagsOf(line: string): string[] {
  return [...new Set(line.toLowerCase().split(/[\s,]+/))].filter((tag) => tag !== "");
}
