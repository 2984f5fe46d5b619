const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** Seconds that rows are kept, counted from the time named in the purge; zero where that time is already an expiry. */
export const KEPT_S = {
  expired: 0,
  idleSession: 14 * DAY_S,
  accessLink: 7 * DAY_S,
  idempotencyKey: DAY_S,
  /** Devices and addresses of earlier sign-ins. */
  knownOrigin: 400 * DAY_S,
  targetTrial: HOUR_S,
  probeRequest: HOUR_S,
  /** Longer than raw results can be kept: a replay reads both. */
  regionHold: 400 * DAY_S,
  pushDelivery: 30 * DAY_S,
  unconfirmedSubscriber: 7 * DAY_S,
  pageMail: 30 * DAY_S,
  outboxMail: 90 * DAY_S,
  deliveryAttempt: 30 * DAY_S,
  /** Requests and responses of failing checks. */
  evidence: 30 * DAY_S,
  /** Events that no delivery refers to; deliveries are kept, and so are theirs. */
  event: 400 * DAY_S,
} as const;

/** Hourly rollups are kept this long, by whole months; daily ones forever. */
export const HOURLY_ROLLUP_DAYS = 400;

/** Runners that were away for longer get a snapshot instead of the list of deleted monitors. */
const TOMBSTONE_DAYS = 30;

/** Days after which nothing of a deleted monitor is left: not before its raw results are, which rollups are made from. */
export function deletedMonitorDays(retentionDays: number): number {
  return Math.max(TOMBSTONE_DAYS, retentionDays + 2);
}
