const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** Seconds that rows are kept, counted from the time named in the purge. 0 if that time is already an expiry. */
export const KEPT_S = {
  expired: 0,
  idleSession: 14 * DAY_S,
  accessLink: 7 * DAY_S,
  idempotencyKey: DAY_S,
  /** The key of a request whose server stopped before it responded. */
  abandonedIdempotencyKey: 120,
  /** Devices and addresses of previous sign-ins. */
  knownOrigin: 400 * DAY_S,
  targetTrial: HOUR_S,
  probeRequest: HOUR_S,
  /** Longer than raw results, because a replay reads both. */
  regionQuarantine: 400 * DAY_S,
  pushDelivery: 30 * DAY_S,
  unconfirmedSubscriber: 7 * DAY_S,
  pageMail: 30 * DAY_S,
  outboxMail: 90 * DAY_S,
  deliveryAttempt: 30 * DAY_S,
  /** One day more than the history shows. */
  healthMinute: 8 * DAY_S,
  /** As long as the hourly rollups in the charts that show them. */
  deployment: 400 * DAY_S,
  /** Longer than public pages show days. */
  monitorDegradation: 400 * DAY_S,
  /** Requests and responses of failed checks. */
  exchange: 30 * DAY_S,
  /** Applies to events without deliveries. Deliveries are kept, and so are their events. */
  event: 400 * DAY_S,
} as const;

/** Hourly rollups are kept this long, by whole months. Daily rollups are kept forever. */
export const HOURLY_ROLLUP_DAYS = 400;

/** A runner that was offline for longer gets a full snapshot instead of the list of deleted monitors. */
const TOMBSTONE_DAYS = 30;

/**
 * Returns the days after which all data of a deleted monitor is gone. Never before its raw results, because rollups are
 * computed from them.
 */
export function deletedMonitorDays(retentionDays: number): number {
  return Math.max(TOMBSTONE_DAYS, retentionDays + 2);
}
