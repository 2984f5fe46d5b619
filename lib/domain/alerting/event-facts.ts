/** Everything that a rule, a message or a webhook body may say about an event. Read once, shown everywhere. */
export interface EventFacts {
  readonly event: { readonly id: number; readonly key: string; readonly occurredAt: Date };
  /** Nothing of it is real: somebody tries out who is told. */
  readonly isDrill: boolean;
  readonly project: ProjectFacts;
  readonly incident: IncidentFacts | null;
  readonly affectedMonitors: readonly MonitorFacts[];
  /** How many monitors of the incident fail as the facts are read. */
  readonly failingCount: number;
  /** What the checks saw as the incident opened; of propagated, as the monitor joined. Null when nobody kept it, and for manual ones. */
  readonly seen: SeenFacts | null;
  /** The monitor of monitor.* and certificate.*; of propagated and partially_recovered the one that joined or left. */
  readonly monitor: MonitorFacts | null;
  readonly update: { readonly id: number; readonly state: string; readonly content: string } | null;
  readonly comment: { readonly id: number; readonly content: string } | null;
  readonly creator: { readonly type: string; readonly label: string } | null;
  readonly certificate: Record<string, unknown> | null;
  /** Of certificate.expiring: the numbers of days before the expiry that rules ask for and that have come. */
  readonly dueDays: readonly number[];
  /** Which integration is to be told of which of them, since the others know already; null: all. */
  readonly due: readonly { readonly days: number; readonly integration_id: number }[] | null;
  readonly window: Record<string, unknown> | null;
}

export interface SeenFacts {
  readonly monitorId: number;
  /** The regions that failed, and with what. */
  readonly regions: readonly {
    readonly region: string;
    /** Where its checks came from; incidents of older versions say nothing. */
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
  readonly recoveryAt: Date | null;
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
  /** Whether a maintenance window keeps it from being told about. */
  readonly muted: boolean;
}
