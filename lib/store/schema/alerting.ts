import type { Generated } from "kysely";
import type { AppId } from "@/lib/contract/apps/registry";
import type { DefaultJson, DefaultTimestamp, NullableJson, NullableTimestamp, Timestamp } from "./columns";
import type { TestIncidentsTable } from "./test-incidents";

/** Mirrors migrations/0004-telling.sql and later additions. */
export interface AlertingTables {
  events: EventsTable;
  integrations: IntegrationsTable;
  alert_rules: AlertRulesTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  outbox_mails: OutboxMailsTable;
  test_incidents: TestIncidentsTable;
}

export interface EventsTable {
  id: Generated<number>;
  project_id: number;
  key: string;
  occurred_at: Timestamp;
  incident_id: number | null;
  monitor_id: number | null;
  incident_update_id: number | null;
  entities: DefaultJson;
  fanned_out_at: NullableTimestamp;
  fan_out_after: NullableTimestamp;
  test_incident_id: string | null;
  unmatched_rules: NullableJson;
  created_at: DefaultTimestamp;
}

export interface IntegrationsTable {
  id: Generated<number>;
  project_id: number;
  app: AppId;
  name: string;
  settings: DefaultJson;
  secrets: Buffer | null;
  paused: Generated<boolean>;
  pause_reason: string | null;
  paused_at: NullableTimestamp;
  failures_since: NullableTimestamp;
  rate_limited_until: NullableTimestamp;
  rate_limit_count: Generated<number>;
  is_fallback: Generated<boolean>;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface AlertRulesTable {
  id: Generated<number>;
  organization_id: number;
  project_id: number | null;
  integration_id: number;
  event: string;
  rate_limit_minutes: Generated<number>;
  event_settings: NullableJson;
  integration_settings: NullableJson;
  monitors: Generated<number[]>;
  tags: Generated<string[]>;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface DeliveriesTable {
  id: Generated<number>;
  project_id: number;
  event_id: number | null;
  alert_rule_id: number | null;
  integration_id: number;
  incident_id: number | null;
  request_id: Generated<string>;
  status: Generated<
    "pending" | "delivered" | "not_sent" | "failed" | "muted" | "rate_limited" | "superseded"
  >;
  reason: string | null;
  attempts: Generated<number>;
  remote_id: string | null;
  message_settings: NullableJson;
  done_steps: Generated<string[]>;
  is_test: Generated<boolean>;
  is_resend: Generated<boolean>;
  is_digest: Generated<boolean>;
  is_test_incident: Generated<boolean>;
  digest_id: Generated<number | null>;
  covers_recovery: Generated<boolean>;
  closes: Generated<boolean>;
  failed_over: string | null;
  failed_over_from: number | null;
  failover_note: string | null;
  occurred_at: Timestamp;
  next_attempt_at: NullableTimestamp;
  leased_until: NullableTimestamp;
  finished_at: NullableTimestamp;
  created_at: DefaultTimestamp;
}

export interface DeliveryAttemptsTable {
  id: Generated<number>;
  project_id: number;
  delivery_id: number;
  attempt: number;
  started_at: Timestamp;
  duration_ms: number | null;
  outcome: "delivered" | "not_sent" | "retry" | "rejected";
  status_code: number | null;
  error: string | null;
  request: NullableJson;
  response: NullableJson;
}

export interface OutboxMailsTable {
  id: Generated<number>;
  organization_id: number;
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string | null;
  message_id: string;
  created_at: DefaultTimestamp;
}
