import type { Generated } from "kysely";
import type { FilteredList } from "@/lib/contract/accounts/saved-filters";
import type { DefaultJson, DefaultTimestamp, NullableJson, NullableTimestamp, Timestamp } from "./columns";

/** Mirrors migrations/0001-accounts.sql and later additions. */
export interface AccountsTables {
  organizations: OrganizationsTable;
  users: UsersTable;
  sessions: SessionsTable;
  access_links: AccessLinksTable;
  attempt_buckets: AttemptBucketsTable;
  known_origins: KnownOriginsTable;
  projects: ProjectsTable;
  project_members: ProjectMembersTable;
  api_keys: ApiKeysTable;
  idempotency_keys: IdempotencyKeysTable;
  audit_log: AuditLogTable;
  app_secret: AppSecretTable;
  saved_filters: SavedFiltersTable;
}

/** Mirrors migrations/0136-saved-filters.sql. */
export interface SavedFiltersTable {
  id: Generated<number>;
  user_id: number;
  project_id: number;
  list: FilteredList;
  name: string;
  query: string;
  created_at: DefaultTimestamp;
}

/** Mirrors migrations/0078-app-secret.sql. */
interface AppSecretTable {
  id: number;
  digest: string;
  signing_secret: Buffer | null;
}

export interface OrganizationsTable {
  id: Generated<number>;
  name: string;
  plan: Generated<"hobby" | "scale">;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
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
  totp_pending: Buffer | null;
  totp_enabled_at: NullableTimestamp;
  recovery_codes: DefaultJson;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface SessionsTable {
  id: Generated<number>;
  token_hash: Buffer;
  user_id: number;
  project_id: number | null;
  user_agent: string | null;
  address: string | null;
  created_at: DefaultTimestamp;
  last_seen_at: DefaultTimestamp;
  expires_at: Timestamp;
}

export interface AccessLinksTable {
  id: Generated<number>;
  token_hash: Buffer;
  purpose: "owner" | "invitation" | "password_reset";
  organization_id: number | null;
  user_id: number | null;
  email: string | null;
  role: string | null;
  created_by: number | null;
  project_ids: number[] | null;
  expires_at: Timestamp;
  used_at: NullableTimestamp;
  created_at: DefaultTimestamp;
}

export interface AttemptBucketsTable {
  bucket: string;
  attempts: number;
  reset_at: Timestamp;
}

export interface KnownOriginsTable {
  user_id: number;
  origin: string;
  seen_at: DefaultTimestamp;
}

export interface ProjectsTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  slug: string;
  use_incident_ai: Generated<boolean>;
  use_incident_merging: Generated<boolean>;
  incident_merging_time_window: Generated<number>;
  incident_prefix: string;
  muted: Generated<boolean>;
  is_demo: Generated<boolean>;
  /** Set while notifications of the ends of its incidents are being sent. */
  deleted_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface ProjectMembersTable {
  project_id: number;
  user_id: number;
  position: Generated<number>;
}

export interface ApiKeysTable {
  id: Generated<number>;
  organization_id: number;
  project_id: number | null;
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
  addresses: Generated<string[]>;
  expires_at: NullableTimestamp;
  revoked_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
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

export interface AuditLogTable {
  id: Generated<number>;
  organization_id: number;
  project_id: number | null;
  actor_type: "user" | "api_key" | "system";
  actor_id: number | null;
  actor_label: string;
  action: string;
  subject_type: string | null;
  subject_id: number | null;
  detail: NullableJson;
  created_at: DefaultTimestamp;
}
