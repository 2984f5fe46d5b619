// Generated from lib/store/migrations by `npx tsx scripts/schema-types.ts`. A test fails when it is out of date.
import type { Generated, GeneratedAlways } from "kysely";
import type { FilteredList } from "@/lib/contract/accounts/saved-filters";
import type { AppId } from "@/lib/contract/apps/registry";
import type { CertificateLink } from "@/lib/contract/checks/check";
import type { Protocol } from "@/lib/contract/protocols/registry";
import type { PageLanguage } from "@/lib/contract/status-pages/languages";
import type { DefaultJson, DefaultTimestamp, Json, NullableJson, NullableTimestamp, Timestamp } from "./columns";

export interface AccessLinksTable {
  id: Generated<number>;
  token_hash: Buffer;
  purpose: "owner" | "invitation" | "password_reset";
  organization_id: number | null;
  user_id: number | null;
  email: string | null;
  role: string | null;
  expires_at: Timestamp;
  used_at: NullableTimestamp;
  created_by: number | null;
  project_ids: number[] | null;
  created_at: DefaultTimestamp;
}

export interface AlertRulesTable {
  id: Generated<number>;
  project_id: number | null;
  organization_id: number;
  integration_id: number;
  event: string;
  rate_limit_minutes: Generated<number>;
  event_settings: NullableJson<Record<string, unknown>>;
  integration_settings: NullableJson<Record<string, unknown>>;
  monitors: Generated<number[]>;
  tags: Generated<string[]>;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface ApiKeysTable {
  id: Generated<number>;
  project_id: number | null;
  organization_id: number;
  user_id: number | null;
  kind: "organization" | "project" | "user";
  name: string;
  prefix: string;
  last_four: string;
  token_hash: Buffer;
  platform_access: "none" | "read" | "write";
  uptime_access: "none" | "read" | "write";
  created_by: number | null;
  last_used_at: NullableTimestamp;
  expires_at: NullableTimestamp;
  revoked_at: NullableTimestamp;
  addresses: Generated<string[]>;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface AppSecretTable {
  id: number;
  digest: string;
  signing_secret: Buffer | null;
}

export interface AttemptBucketsTable {
  bucket: string;
  attempts: number;
  reset_at: Timestamp;
}

export interface AuditLogTable {
  id: Generated<number>;
  project_id: number | null;
  organization_id: number;
  actor_type: "user" | "api_key" | "system";
  actor_id: number | null;
  actor_label: string;
  action: string;
  subject_type: string | null;
  subject_id: number | null;
  detail: NullableJson;
  created_at: DefaultTimestamp;
}

export interface CertificateNoticesTable {
  certificate_id: number;
  days: number;
  integration_id: number;
  project_id: number;
  fingerprint: Generated<string>;
}

export interface DeferredResultsTable {
  id: Generated<number>;
  shard: number;
  results: Json;
  created_at: DefaultTimestamp;
}

export interface DeliveriesTable {
  id: Generated<number>;
  project_id: number;
  event_id: number | null;
  alert_rule_id: number | null;
  integration_id: number;
  incident_id: number | null;
  request_id: Generated<string>;
  status: Generated<"pending" | "delivered" | "not_sent" | "failed" | "muted" | "rate_limited" | "superseded">;
  reason: string | null;
  attempts: Generated<number>;
  remote_id: string | null;
  occurred_at: Timestamp;
  next_attempt_at: NullableTimestamp;
  finished_at: NullableTimestamp;
  message_settings: NullableJson;
  done_steps: Generated<string[]>;
  is_test: Generated<boolean>;
  is_resend: Generated<boolean>;
  is_digest: Generated<boolean>;
  digest_id: number | null;
  is_test_incident: Generated<boolean>;
  leased_until: NullableTimestamp;
  failed_over: string | null;
  failed_over_from: number | null;
  failover_note: string | null;
  covers_recovery: Generated<boolean>;
  closes: Generated<boolean>;
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

export interface DeploymentsTable {
  id: Generated<number>;
  project_id: number;
  name: string;
  version: string | null;
  url: string | null;
  deployed_at: Timestamp;
  created_at: DefaultTimestamp;
}

export interface DomainHoldersTable {
  domain: string;
  holder_project_id: number;
  proved_at: Timestamp;
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
  test_incident_id: string | null;
  fan_out_after: NullableTimestamp;
  unmatched_rules: NullableJson;
  subscribers_due: Generated<boolean>;
  created_at: DefaultTimestamp;
}

export interface HealthAlertsTable {
  part: string;
  since: Timestamp;
  failing_at: Timestamp;
}

export interface HealthMinutesTable {
  minute: Timestamp;
  failing: string[];
}

export interface HeartbeatGapsTable {
  started_at: Timestamp;
  ended_at: Timestamp;
}

export interface HeartbeatReceptionTable {
  id: number;
  seen_at: Timestamp;
}

export interface HeartbeatSignalsTable {
  project_id: number;
  monitor_id: number;
  id: string;
  number: number | null;
  kind: "success" | "start" | "fail" | "log" | "acknowledge";
  run_id: string | null;
  exit_status: number | null;
  message: string | null;
  received_at: Timestamp;
  run_ms: number | null;
  method: string;
  user_agent: string | null;
  remote_address: string | null;
  body: Buffer | null;
  body_bytes: Generated<number>;
}

export interface HeartbeatsTable {
  monitor_id: number;
  project_id: number;
  token_hash: Buffer | null;
  slug: string | null;
  signals: Generated<number>;
  last_signal_at: NullableTimestamp;
  last_result_at: NullableTimestamp;
  awaited_since: NullableTimestamp;
  last_address: string | null;
  runs: DefaultJson;
  due_at: NullableTimestamp;
}

export interface IdempotencyKeysTable {
  organization_id: number;
  key: string;
  request_hash: Buffer;
  status: number | null;
  body: string | null;
  took_effect: Generated<boolean>;
  created_at: DefaultTimestamp;
}

export interface ImportedItemsTable {
  project_id: number;
  source: string;
  kind: string;
  ref: string;
  item_id: number;
}

export interface IncidentCommentsTable {
  id: Generated<number>;
  project_id: number;
  incident_id: number;
  content: string;
  creator_type: "user" | "api_key";
  creator_id: number;
  creator_label: string;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface IncidentMonitorsTable {
  incident_id: number;
  monitor_id: number;
  project_id: number;
  position: Generated<number>;
  failing_since: NullableTimestamp;
  recovered_at: NullableTimestamp;
  observed_up: DefaultJson;
}

export interface IncidentNumbersTable {
  project_id: number;
  last_number: number;
}

export interface IncidentTemplatesTable {
  id: Generated<number>;
  project_id: number;
  name: string;
  title: string | null;
  description: string | null;
  impact: string | null;
  tags: string[] | null;
  update_state: string | null;
  update_content: string | null;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface IncidentTimelineTable {
  id: Generated<number>;
  project_id: number;
  incident_id: number;
  kind: string;
  reason: string;
  detail: NullableJson;
  occurred_at: Timestamp;
  created_at: DefaultTimestamp;
}

export interface IncidentUpdatesTable {
  id: Generated<number>;
  project_id: number;
  incident_id: number;
  state: string;
  content: string;
  published_at: Timestamp;
  announced_at: NullableTimestamp;
  creator_type: "user" | "api_key";
  creator_id: number;
  creator_label: string;
  next_update_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface IncidentsTable {
  id: Generated<number>;
  project_id: number;
  number: number;
  slug: string;
  type: "monitor" | "manual";
  title: string;
  description: string | null;
  impact: string;
  state: Generated<string>;
  status: Generated<"ongoing" | "recovering" | "recovered">;
  exclude_from_downtime: Generated<boolean>;
  incident_at: Timestamp;
  recovery_at: NullableTimestamp;
  tags: string[] | null;
  problem: NullableJson;
  acknowledged_at: NullableTimestamp;
  acknowledged_by: string | null;
  assignee_id: number | null;
  up_since: NullableTimestamp;
  stable_at: NullableTimestamp;
  title_by_hand: Generated<boolean>;
  times_by_hand: Generated<boolean>;
  withdrawn_at: NullableTimestamp;
  public_title: string | null;
  post_mortem: string | null;
  post_mortem_published_at: NullableTimestamp;
  deleted_monitors: Generated<number[]>;
  ended_by: "monitor_deleted" | "project_deleted" | "region_removed" | "still_down" | "unobserved" | null;
  outage_at: NullableTimestamp;
  continues_id: number | null;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface IntegrationLimitsTable {
  project_id: number;
  integration_id: number;
  limited_until: NullableTimestamp;
  count: Generated<number>;
}

export interface IntegrationsTable {
  id: Generated<number>;
  project_id: number;
  app: AppId;
  name: string;
  settings: DefaultJson<Record<string, unknown>>;
  secrets: Buffer | null;
  paused: Generated<boolean>;
  pause_reason: string | null;
  failures_since: NullableTimestamp;
  is_fallback: Generated<boolean>;
  paused_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface JobWorkersTable {
  id: string;
  alive_since: Timestamp;
  seen_at: Timestamp;
}

export interface KeptFailuresTable {
  project_id: number;
  monitor_id: number;
  scheduled_at: Timestamp;
  started_at: Timestamp;
  region: string;
  outcome: number;
  status_code: number | null;
  total_us: number | null;
  dns_us: number | null;
  connect_us: number | null;
  tls_us: number | null;
  first_byte_us: number | null;
  transfer_us: number | null;
  error_code: string | null;
  detail: NullableJson;
  unevaluated: boolean | null;
}

export interface KnownOriginsTable {
  user_id: number;
  origin: string;
  seen_at: DefaultTimestamp;
}

export interface MaintenanceRecurrencesTable {
  id: Generated<number>;
  project_id: number;
  rule: string;
  time_zone: string;
  first_start: Timestamp;
  duration_seconds: number;
  title: string;
  description: string | null;
  monitoring_mode: "pause" | "mute" | "normal";
  monitors: number[];
  status_pages: Generated<number[]>;
  tags: string[] | null;
  planned_until: Timestamp;
  ended_before: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface MaintenanceStepsTable {
  name: string;
  progress: number | null;
  misses: Generated<number>;
  failing_since: NullableTimestamp;
  failed_at: NullableTimestamp;
  reason: string | null;
}

export interface MaintenanceWindowMonitorsTable {
  maintenance_window_id: number;
  monitor_id: number;
  position: Generated<number>;
  project_id: number;
}

export interface MaintenanceWindowsTable {
  id: Generated<number>;
  project_id: number;
  title: string;
  description: string | null;
  monitoring_mode: Generated<"pause" | "mute" | "normal">;
  state: Generated<"scheduled" | "in_progress" | "completed" | "cancelled">;
  starts_at: Timestamp;
  ends_at: Timestamp;
  status_pages: Generated<number[]>;
  tags: string[] | null;
  recurrence: string | null;
  time_zone: string | null;
  recurrence_id: number | null;
  recurs_at: NullableTimestamp;
  next_reminder_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface ManagedItemsTable {
  project_id: number;
  kind: string;
  key: string;
  item_id: number;
}

export interface MigrationsTable {
  name: string;
  checksum: string;
  applied_at: DefaultTimestamp;
}

export interface MonitorCertificatesTable {
  id: Generated<number>;
  project_id: number;
  monitor_id: number;
  region: string;
  fingerprint_sha256: string;
  serial_number: string;
  subject_common_name: string | null;
  subject_alternative_names: Generated<string[]>;
  issuer_common_name: string | null;
  issuer_organization: string | null;
  not_before: Timestamp;
  not_after: Timestamp;
  last_seen_at: DefaultTimestamp;
  chain: Generated<CertificateLink[]>;
  expires_first: string | null;
  expires_first_fingerprint: string | null;
  expires_first_at: NullableTimestamp;
  expires_at: GeneratedAlways<Date>;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface MonitorDegradationsTable {
  project_id: number;
  monitor_id: number;
  started_at: Timestamp;
  ended_at: Timestamp;
}

export interface MonitorPausesTable {
  id: Generated<number>;
  project_id: number;
  monitor_id: number;
  cause: "manual" | "maintenance";
  started_at: Timestamp;
  ended_at: NullableTimestamp;
}

export interface MonitorStatesTable {
  monitor_id: number;
  project_id: number;
  status: Generated<"fetching" | "online" | "offline" | "partial" | "paused">;
  status_since: DefaultTimestamp;
  status_reason: string | null;
  last_checked_at: NullableTimestamp;
  recent_response_times: Generated<number[]>;
  data_missing: Generated<boolean>;
  degraded_since: NullableTimestamp;
  mean_response_time: GeneratedAlways<number | null>;
}

export interface MonitorTombstonesTable {
  monitor_id: number;
  project_id: number;
  config_version: number;
  deleted_at: DefaultTimestamp;
}

export interface MonitorsTable {
  id: Generated<number>;
  project_id: number;
  name: string;
  protocol: Protocol;
  request: Json<Record<string, unknown>>;
  regions: string[];
  interval_seconds: number;
  timeout_ms: number;
  success_assertions: DefaultJson<unknown[]>;
  incident_confirmations: number;
  recovery_confirmations: number;
  region_threshold: number;
  slow_threshold: number | null;
  slow_share: Generated<number>;
  tags: string[] | null;
  paused: Generated<boolean>;
  paused_by_window: Generated<boolean>;
  config_version: number;
  region_spellings: string[] | null;
  request_secrets: Buffer | null;
  judged_since: NullableTimestamp;
  simulation: string | null;
  search_text: GeneratedAlways<string>;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface OpenMonitorIncidentsTable {
  monitor_id: number;
  incident_id: number;
  project_id: number;
}

export interface OrganizationsTable {
  id: Generated<number>;
  name: string;
  plan: Generated<"hobby" | "scale">;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
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

export interface PageMailsTable {
  id: Generated<number>;
  subscriber_id: number;
  about: string;
  event_id: number | null;
  window_id: number | null;
  attempts: Generated<number>;
  not_before: NullableTimestamp;
  sent_at: NullableTimestamp;
  dropped_at: NullableTimestamp;
  reason: string | null;
  thread: string | null;
  title: string | null;
  created_at: DefaultTimestamp;
}

export interface PageSnapshotsTable {
  status_page_id: number;
  content_type: string;
  etag: string;
  identity: Buffer;
  headers: DefaultJson;
  rendered_at: DefaultTimestamp;
  source: Buffer | null;
  signature: string | null;
  as_of: DefaultTimestamp;
  checked_at: NullableTimestamp;
}

export interface PageSubscribersTable {
  id: Generated<number>;
  status_page_id: number;
  email: string | null;
  components: Generated<number[]>;
  access_mark: Buffer | null;
  confirmed_at: NullableTimestamp;
  language: string | null;
  groups: Generated<string[]>;
  kinds: Generated<string[]>;
  chosen_at: DefaultTimestamp;
  url: string | null;
  source: Generated<"visitor" | "added" | "imported">;
  failing_since: NullableTimestamp;
  last_error: string | null;
  disabled_at: NullableTimestamp;
  created_at: DefaultTimestamp;
}

export interface PingKeysTable {
  project_id: number;
  key_hash: Buffer;
  key: Buffer;
}

export interface ProbeRequestsTable {
  id: Generated<string>;
  project_id: number;
  region: string;
  config: Json;
  taken_by: number | null;
  taken_at: NullableTimestamp;
  phases: DefaultJson;
  result: NullableJson;
  created_at: DefaultTimestamp;
}

export interface ProjectMembersTable {
  project_id: number;
  user_id: number;
  position: Generated<number>;
}

export interface ProjectsTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  slug: string;
  use_incident_ai: Generated<boolean>;
  use_incident_merging: Generated<boolean>;
  incident_merging_time_window: Generated<number>;
  monitor_defaults: NullableJson;
  incident_prefix: string;
  muted: Generated<boolean>;
  is_demo: Generated<boolean>;
  demo_filled_at: NullableTimestamp;
  deleted_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface PushDeliveriesTable {
  id: Generated<number>;
  project_id: number;
  subscription_id: number;
  event_id: number;
  incident_id: number | null;
  status: Generated<"pending" | "delivered" | "failed" | "muted" | "superseded">;
  reason: string | null;
  attempts: Generated<number>;
  gathered: Generated<boolean>;
  tells: Generated<number>;
  next_attempt_at: NullableTimestamp;
  leased_until: NullableTimestamp;
  finished_at: NullableTimestamp;
  created_at: DefaultTimestamp;
}

export interface PushKeysTable {
  id: Generated<number>;
  public_key: string;
  private_key: Buffer;
  created_at: DefaultTimestamp;
}

export interface PushSubscriptionsTable {
  id: Generated<number>;
  user_id: number;
  endpoint_hash: Buffer;
  service: string;
  secrets: Buffer;
  user_agent: string | null;
  last_success_at: NullableTimestamp;
  last_failure_at: NullableTimestamp;
  last_failure: string | null;
  created_at: DefaultTimestamp;
}

export interface QuarantineHistoryTable {
  region: string;
  since: Timestamp;
  kind: "gated" | "quarantined";
  reason: string;
  released_at: NullableTimestamp;
}

export interface RegionQuarantinesTable {
  region: string;
  kind: "gated" | "quarantined";
  since: Timestamp;
  reason: string;
  released_at: NullableTimestamp;
  noticed_since: NullableTimestamp;
}

export interface RegionStatesTable {
  monitor_id: number;
  region: string;
  project_id: number;
  health: Generated<"unknown" | "healthy" | "failing">;
  failures: Generated<number>;
  successes: Generated<number>;
  failing_since: NullableTimestamp;
  healthy_since: NullableTimestamp;
  last_slot: NullableTimestamp;
  last_checked_at: NullableTimestamp;
  last_outcome: "up" | "down" | "inconclusive" | null;
  last_error: NullableJson;
  response_time: number | null;
  silent: Generated<boolean>;
  last_counted_at: NullableTimestamp;
  last_total_us: number | null;
  last_status_code: number | null;
}

export interface ResultsTable {
  project_id: number;
  monitor_id: number;
  scheduled_at: Timestamp;
  started_at: Timestamp;
  region: string;
  outcome: number;
  status_code: number | null;
  total_us: number | null;
  dns_us: number | null;
  connect_us: number | null;
  tls_us: number | null;
  first_byte_us: number | null;
  transfer_us: number | null;
  error_code: string | null;
  detail: NullableJson<Record<string, unknown>>;
  unevaluated: boolean | null;
}

export interface RollupsDailyTable {
  project_id: number;
  monitor_id: number;
  region: string;
  day: string;
  up: number;
  down: number;
  inconclusive: number;
  missed: number;
  sum_us: number;
  min_us: number | null;
  max_us: number | null;
  p50_us: number | null;
  p75_us: number | null;
  p95_us: number | null;
  p99_us: number | null;
}

export interface RollupsHourlyTable {
  project_id: number;
  monitor_id: number;
  region: string;
  hour: Timestamp;
  up: number;
  down: number;
  inconclusive: number;
  missed: number;
  sum_us: number;
  min_us: number | null;
  max_us: number | null;
  p50_us: number | null;
  p75_us: number | null;
  p95_us: number | null;
  p99_us: number | null;
}

export interface RunnersTable {
  id: Generated<number>;
  name: string;
  region: string | null;
  kind: "local" | "remote";
  token_hash: Buffer;
  last_seen_at: NullableTimestamp;
  version: string | null;
  capabilities: DefaultJson;
  report: DefaultJson;
  revoked_at: NullableTimestamp;
  self_check_noticed_at: NullableTimestamp;
  instances: Generated<string[]>;
  started_at: NullableTimestamp;
  doubled_since: NullableTimestamp;
  doubled_at: NullableTimestamp;
  silence_noted_at: NullableTimestamp;
  silence_noticed_at: NullableTimestamp;
  presence: Generated<string>;
  location: string | null;
  location_variable: string | null;
  created_at: DefaultTimestamp;
}

export interface SavedFiltersTable {
  id: Generated<number>;
  project_id: number;
  user_id: number;
  list: FilteredList;
  name: string;
  query: string;
  created_at: DefaultTimestamp;
}

export interface SessionsTable {
  id: Generated<number>;
  project_id: number | null;
  token_hash: Buffer;
  user_id: number;
  user_agent: string | null;
  address: string | null;
  last_seen_at: DefaultTimestamp;
  expires_at: Timestamp;
  created_at: DefaultTimestamp;
}

export interface StatusPageFilesTable {
  status_page_id: number;
  kind: "logo_light" | "logo_dark" | "favicon_light" | "favicon_dark";
  content_type: string;
  content: Buffer;
  etag: string;
}

export interface StatusPagesTable {
  id: Generated<number>;
  project_id: number;
  name: string;
  subdomain: string;
  domain: string | null;
  domain_verified_at: NullableTimestamp;
  title: string;
  description: string;
  website_url: string;
  search_engine_indexed: boolean;
  components: Json;
  color_scheme: Generated<"all" | "dark" | "light">;
  timeframe: Generated<30 | 60 | 90>;
  show_response_times: Generated<boolean>;
  subscription_channels: Generated<string[]>;
  theme: Json;
  access_ips: string[] | null;
  access_token: Buffer | null;
  access_password: string | null;
  tags: string[] | null;
  time_zone: Generated<string>;
  language: Generated<PageLanguage>;
  domain_error: string | null;
  domain_phase: "waiting" | "verifying" | "active" | "broken" | null;
  domain_since: NullableTimestamp;
  domain_misses: Generated<number>;
  domain_missing_since: NullableTimestamp;
  domain_checked_at: NullableTimestamp;
  domain_next_check_at: NullableTimestamp;
  domain_dns: NullableJson;
  shown_url: string | null;
  shown_url_changed_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface TargetTrialsTable {
  project_id: number;
  host: string;
  port: number;
  tried_at: DefaultTimestamp;
}

export interface TestIncidentsTable {
  id: string;
  project_id: number;
  monitor_id: number;
  monitor_name: string;
  started_at: Timestamp;
  state: Generated<"checking" | "failed" | "down" | "recovered">;
  reason: string | null;
  checks: DefaultJson;
}

export interface UsersTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  email: string;
  password_hash: string | null;
  role: "owner" | "admin" | "member";
  phone: string | null;
  totp_secret: Buffer | null;
  totp_last_step: number | null;
  recovery_codes: DefaultJson;
  totp_pending: Buffer | null;
  totp_enabled_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface VisitsTable {
  user_id: number;
  project_id: number;
  seen_at: Timestamp;
  away_since: NullableTimestamp;
}

/** Every table. */
export interface Database {
  access_links: AccessLinksTable;
  alert_rules: AlertRulesTable;
  api_keys: ApiKeysTable;
  app_secret: AppSecretTable;
  attempt_buckets: AttemptBucketsTable;
  audit_log: AuditLogTable;
  certificate_notices: CertificateNoticesTable;
  deferred_results: DeferredResultsTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  deployments: DeploymentsTable;
  domain_holders: DomainHoldersTable;
  events: EventsTable;
  health_alerts: HealthAlertsTable;
  health_minutes: HealthMinutesTable;
  heartbeat_gaps: HeartbeatGapsTable;
  heartbeat_reception: HeartbeatReceptionTable;
  heartbeat_signals: HeartbeatSignalsTable;
  heartbeats: HeartbeatsTable;
  idempotency_keys: IdempotencyKeysTable;
  imported_items: ImportedItemsTable;
  incident_comments: IncidentCommentsTable;
  incident_monitors: IncidentMonitorsTable;
  incident_numbers: IncidentNumbersTable;
  incident_templates: IncidentTemplatesTable;
  incident_timeline: IncidentTimelineTable;
  incident_updates: IncidentUpdatesTable;
  incidents: IncidentsTable;
  integration_limits: IntegrationLimitsTable;
  integrations: IntegrationsTable;
  job_workers: JobWorkersTable;
  kept_failures: KeptFailuresTable;
  known_origins: KnownOriginsTable;
  maintenance_recurrences: MaintenanceRecurrencesTable;
  maintenance_steps: MaintenanceStepsTable;
  maintenance_window_monitors: MaintenanceWindowMonitorsTable;
  maintenance_windows: MaintenanceWindowsTable;
  managed_items: ManagedItemsTable;
  migrations: MigrationsTable;
  monitor_certificates: MonitorCertificatesTable;
  monitor_degradations: MonitorDegradationsTable;
  monitor_pauses: MonitorPausesTable;
  monitor_states: MonitorStatesTable;
  monitor_tombstones: MonitorTombstonesTable;
  monitors: MonitorsTable;
  open_monitor_incidents: OpenMonitorIncidentsTable;
  organizations: OrganizationsTable;
  outbox_mails: OutboxMailsTable;
  page_mails: PageMailsTable;
  page_snapshots: PageSnapshotsTable;
  page_subscribers: PageSubscribersTable;
  ping_keys: PingKeysTable;
  probe_requests: ProbeRequestsTable;
  project_members: ProjectMembersTable;
  projects: ProjectsTable;
  push_deliveries: PushDeliveriesTable;
  push_keys: PushKeysTable;
  push_subscriptions: PushSubscriptionsTable;
  quarantine_history: QuarantineHistoryTable;
  region_quarantines: RegionQuarantinesTable;
  region_states: RegionStatesTable;
  results: ResultsTable;
  rollups_daily: RollupsDailyTable;
  rollups_hourly: RollupsHourlyTable;
  runners: RunnersTable;
  saved_filters: SavedFiltersTable;
  sessions: SessionsTable;
  status_page_files: StatusPageFilesTable;
  status_pages: StatusPagesTable;
  target_trials: TargetTrialsTable;
  test_incidents: TestIncidentsTable;
  users: UsersTable;
  visits: VisitsTable;
}
