import type { AlertRule, CreateAlertRule } from "@/lib/contract/alerting/alert-rules";
import type { IntegrationApp } from "./integration-apps";
import { type EventKey, hasTypeFilter, ruleSettings } from "./integration-words";

/** A rule while it is written. */
export interface RuleDraft {
  scope: AlertRule["scope"];
  event: EventKey;
  integrationId: number;
  rate: number;
  days: number;
  type: IncidentType;
  monitors: number[];
  tags: string[];
  /** Null: what the app begins with. */
  settings: Record<string, unknown> | null;
}

export const INCIDENT_TYPES = [
  { value: "all", label: "Any incident" },
  { value: "monitor", label: "Opened by a monitor" },
  { value: "manual", label: "Opened by hand" },
] as const;
type IncidentType = (typeof INCIDENT_TYPES)[number]["value"];

const USUAL_DAYS = 14;

/** An empty draft that tells the given integration, or a stored rule to change. */
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

/** The draft as the API takes it: only settings that its event and its app know. */
export function ruleBody(draft: RuleDraft, app: IntegrationApp): CreateAlertRule {
  return {
    scope: draft.scope,
    event: draft.event,
    integration_id: draft.integrationId,
    rate_limit: draft.rate as CreateAlertRule["rate_limit"],
    event_settings: eventSettings(draft),
    integration_settings: messageSettings(draft, app),
    monitors: draft.monitors,
    tags: draft.tags,
  };
}

function eventSettings({ event, days, type }: RuleDraft): Record<string, unknown> | null {
  if (event === "uptime.monitor_certificate.expiring") return { days_before_expiry: days };
  return hasTypeFilter(event) ? { type } : null;
}

/** What the message carries; an emergency of Pushover says how often and how long it repeats. */
export function messageSettings(draft: RuleDraft, app: IntegrationApp): Record<string, unknown> | null {
  const settings = draft.settings ?? ruleSettings(app, draft.event);
  if (app !== "pushover" || settings === null) return settings;
  const { priority } = settings;
  return priority === "emergency" ? { retry: 60, expire: 3600, ...settings } : { priority };
}

/** Priorities that a message of the app may have; empty where it has none. */
export function prioritiesOf(app: IntegrationApp): readonly string[] {
  if (app === "ntfy") return ["min", "low", "default", "high", "max"];
  return app === "pushover" ? ["lowest", "low", "normal", "high", "emergency"] : [];
}

/** Tags out of a line: by comma or blank, lowercase, each once. */
export function tagsOf(line: string): string[] {
  return [...new Set(line.toLowerCase().split(/[\s,]+/))].filter((tag) => tag !== "");
}
