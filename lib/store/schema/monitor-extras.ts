import type { Generated, GeneratedAlways } from "kysely";
import type { CertificateLink } from "@/lib/contract/checks/check";
import type { DefaultTimestamp, Timestamp } from "./columns";

/**
 * Mirrors migrations/0009-certificates.sql, 0026-managed-items.sql, 0130-deployments.sql and 0134-imported-items.sql: certificates of
 * monitors, private notes, items from a config file or another product, releases.
 */
export interface MonitorExtrasTables {
  monitor_certificates: MonitorCertificatesTable;
  certificate_notices: CertificateNoticesTable;
  incident_comments: IncidentCommentsTable;
  managed_items: ManagedItemsTable;
  imported_items: ImportedItemsTable;
  deployments: DeploymentsTable;
}

export interface DeploymentsTable {
  project_id: number;
  id: Generated<number>;
  name: string;
  version: string | null;
  url: string | null;
  deployed_at: Timestamp;
  created_at: DefaultTimestamp;
}

export interface ManagedItemsTable {
  project_id: number;
  kind: string;
  key: string;
  item_id: number;
}

export interface ImportedItemsTable {
  project_id: number;
  source: string;
  kind: string;
  ref: string;
  item_id: number;
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
  expires_first: string | null;
  expires_first_fingerprint: string | null;
  expires_first_at: Timestamp | null;
  expires_at: GeneratedAlways<Date>;
  chain: Generated<CertificateLink[]>;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
  last_seen_at: DefaultTimestamp;
}

export interface CertificateNoticesTable {
  project_id: number;
  certificate_id: number;
  days: number;
  integration_id: number;
  fingerprint: Generated<string>;
  fired_at: DefaultTimestamp;
}

export interface IncidentCommentsTable {
  id: Generated<number>;
  incident_id: number;
  project_id: number;
  content: string;
  creator_type: "user" | "api_key";
  creator_id: number;
  creator_label: string;
  created_at: DefaultTimestamp;
  updated_at: DefaultTimestamp;
}
