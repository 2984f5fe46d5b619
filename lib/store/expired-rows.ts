import { pool } from "./pool";

/**
 * What has run out and is asked for by nobody: sessions, one-time links, idempotency keys, buckets of attempts, known origins, targets named, old
 * notifications and mails of subscribers, subscriptions that nobody confirmed.
 */
const STATEMENTS = [
  "delete from sessions where expires_at < now() or last_seen_at < now() - interval '14 days'",
  "delete from access_links where expires_at < now() - interval '7 days'",
  "delete from idempotency_keys where created_at < now() - interval '24 hours'",
  "delete from attempt_buckets where reset_at < now()",
  "delete from known_origins where seen_at < now() - interval '400 days'",
  "delete from target_trials where tried_at < now() - interval '1 hour'",
  // Longer than raw results can be kept.
  "delete from region_hold_history where since < now() - interval '400 days' and released_at is not null",
  "delete from push_deliveries where created_at < now() - interval '30 days'",
  "delete from page_subscribers where confirmed_at is null and created_at < now() - interval '7 days'",
  "delete from page_mails where created_at < now() - interval '30 days'",
];

/** Forgets rows whose time is over; gives how many. */
export async function forgetExpired(): Promise<number> {
  let forgotten = 0;
  for (const statement of STATEMENTS) forgotten += (await pool().query(statement)).rowCount ?? 0;
  return forgotten;
}
