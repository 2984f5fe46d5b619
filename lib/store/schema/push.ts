import type { Generated } from "kysely";
import type { DefaultTimestamp, NullableTimestamp } from "./columns";

/** Mirrors migrations/0030-browser-notifications.sql. */
export interface PushTables {
  push_keys: PushKeysTable;
  push_subscriptions: PushSubscriptionsTable;
  push_deliveries: PushDeliveriesTable;
}

interface PushKeysTable {
  id: Generated<number>;
  public_key: string;
  private_key: Buffer;
  created_at: DefaultTimestamp;
}

interface PushSubscriptionsTable {
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

interface PushDeliveriesTable {
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
