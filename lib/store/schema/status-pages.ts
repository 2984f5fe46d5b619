import type { Generated } from "kysely";
import type { DefaultJson, DefaultTimestamp, Json, NullableJson, NullableTimestamp } from "./columns";

/** Mirrors migrations/0005-status-pages.sql and later additions. */
export interface StatusPagesTables {
  status_pages: StatusPagesTable;
  status_page_files: StatusPageFilesTable;
  page_snapshots: PageSnapshotsTable;
  page_subscribers: PageSubscribersTable;
  page_mails: PageMailsTable;
  domain_holders: DomainHoldersTable;
}

export interface StatusPagesTable {
  id: Generated<number>;
  project_id: number;
  name: string;
  subdomain: string;
  domain: string | null;
  domain_verified_at: NullableTimestamp;
  domain_error: string | null;
  domain_phase: string | null;
  domain_since: NullableTimestamp;
  domain_misses: Generated<number>;
  domain_missing_since: NullableTimestamp;
  domain_checked_at: NullableTimestamp;
  domain_next_check_at: NullableTimestamp;
  domain_dns: NullableJson;
  language: Generated<string>;
  title: string;
  description: string;
  website_url: string;
  search_engine_indexed: boolean;
  components: Json;
  color_scheme: Generated<string>;
  timeframe: Generated<number>;
  time_zone: Generated<string>;
  show_response_times: Generated<boolean>;
  subscription_channels: Generated<string[]>;
  theme: Json;
  access_ips: string[] | null;
  access_token: Buffer | null;
  access_password: string | null;
  tags: string[] | null;
  shown_url: string | null;
  shown_url_changed_at: NullableTimestamp;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}

export interface StatusPageFilesTable {
  status_page_id: number;
  kind: "logo_light" | "logo_dark" | "favicon_light" | "favicon_dark";
  content_type: string;
  content: Buffer;
  etag: string;
}

export interface PageSnapshotsTable {
  status_page_id: number;
  path: string;
  content_type: string;
  etag: string;
  identity: Buffer;
  gzip: Buffer | null;
  brotli: Buffer | null;
  headers: DefaultJson;
  source: Buffer | null;
  rendered_at: DefaultTimestamp;
  signature: string | null;
  as_of: DefaultTimestamp;
  checked_at: Date | null;
}

export interface PageSubscribersTable {
  id: Generated<number>;
  status_page_id: number;
  email: string | null;
  url: string | null;
  source: Generated<"visitor" | "added" | "imported">;
  components: Generated<number[]>;
  groups: Generated<string[]>;
  kinds: Generated<string[]>;
  chosen_at: DefaultTimestamp;
  access_mark: Buffer | null;
  language: string | null;
  confirmed_at: NullableTimestamp;
  failing_since: NullableTimestamp;
  last_error: string | null;
  disabled_at: NullableTimestamp;
  created_at: DefaultTimestamp;
}

export interface PageMailsTable {
  id: Generated<number>;
  subscriber_id: number;
  about: string;
  thread: string | null;
  event_id: number | null;
  window_id: number | null;
  title: string | null;
  attempts: Generated<number>;
  not_before: NullableTimestamp;
  sent_at: NullableTimestamp;
  dropped_at: NullableTimestamp;
  reason: string | null;
  created_at: DefaultTimestamp;
}

export interface DomainHoldersTable {
  domain: string;
  holder_project_id: number;
  proved_at: Date;
}
