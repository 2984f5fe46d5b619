import type { UnrecoveredEnd } from "@/lib/domain/incidents/ends";

/** Everything that an alert rule, a notification, or a webhook body can use about an event. Loaded once per event. */
export interface EventFacts {
  readonly event: { readonly id: number; readonly key: string; readonly occurredAt: Date };
  /** Set for test incidents. */
  readonly isTestIncident: boolean;
  readonly project: ProjectFacts;
  readonly incident: IncidentFacts | null;
  readonly affectedMonitors: readonly MonitorFacts[];
  /** Number of the incident's monitors that are failing when the facts are loaded. */
  readonly failingCount: number;
  /**
   * Errors recorded when the incident opened, or for propagated when the monitor joined. Null if none were stored and for
   * manual incidents.
   */
  readonly seen: SeenFacts | null;
  /** The monitor of monitor.* and certificate.* events. For propagated and partially_recovered, the one that joined or left. */
  readonly monitor: MonitorFacts | null;
  readonly update: { readonly id: number; readonly state: string; readonly content: string } | null;
  readonly comment: { readonly id: number; readonly content: string } | null;
  readonly creator: { readonly type: string; readonly label: string } | null;
  /** Why a monitor became degraded, or ceased to be. Null for all other events. */
  readonly reason: string | null;
  readonly certificate: Record<string, unknown> | null;
  /** For certificate.expiring: the days before expiry that alert rules specify and that have been reached. */
  readonly dueDays: readonly number[];
  /** Integrations to notify by day, because the others have already been notified. Null for all. */
  readonly due: readonly { readonly days: number; readonly integration_id: number }[] | null;
  readonly window: Record<string, unknown> | null;
  /** Why the incident ends for the recipient although it hasn't recovered. Null for all other events. */
  readonly ending: Ending | null;
  /** Of a new incident, the slug of the resolved one that it continues. Of an ended one, the slug of the one that continues it. */
  readonly continuation: string | null;
}

/**
 * Why an incident that has ended didn't recover. For one that ends only for the recipient: all monitors covered by the recipient's alert rules recovered, or were separated from the incident, while others are still down;
 * the incident was deleted; or no alert rule is left that would report its recovery there.
 */
export type Ending = UnrecoveredEnd | "own_monitors" | "separated" | "incident_deleted" | "rule_removed";

export interface SeenFacts {
  readonly monitorId: number;
  /** The failing regions and their errors. */
  readonly regions: readonly {
    readonly region: string;
    /** Where its checks ran. Missing for incidents of older versions. */
    readonly place?: string;
    readonly error: { readonly code: string; readonly message: string } | null;
  }[];
}

export interface ProjectFacts {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly slug: string;
  readonly muted: boolean;
}

export interface IncidentFacts {
  readonly id: number;
  readonly slug: string;
  readonly type: "monitor" | "manual";
  readonly title: string;
  readonly description: string | null;
  readonly state: string;
  readonly status: "ongoing" | "recovering" | "recovered";
  readonly impact: string;
  readonly incidentAt: Date;
  /** When the outage began, which may be before the incident, if it continues another. */
  readonly outageAt: Date;
  readonly recoveryAt: Date | null;
  /** Why it ended although nothing recovered; null for all others. */
  readonly endedBy: UnrecoveredEnd | null;
  readonly tags: readonly string[];
}

export interface MonitorFacts {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly protocol: string;
  readonly request: Record<string, unknown>;
  readonly regions: readonly string[];
  readonly interval: number;
  readonly incident_confirmations: number;
  readonly recovery_confirmations: number;
  readonly tags: readonly string[];
  /** Whether a maintenance window mutes the monitor. */
  readonly muted: boolean;
}
