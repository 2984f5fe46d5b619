/**
 * How each state looks: a shape, a tone, and a word. Kinds of states have kinds of shapes: health and impact are filled (circle, diamond,
 * triangle, square), progress is an outlined circle that fills up and ends in a check mark, and what is stopped on purpose has bars.
 * Violet is maintenance.
 */
export type StateTone = "up" | "down" | "part" | "warn" | "calm" | "idle";
export type StateShape =
  | "circle"
  | "square"
  | "diamond"
  | "triangle"
  | "bars"
  | "ring"
  | "quarter"
  | "half"
  | "most"
  | "check"
  | "cross";

interface Look {
  tone: StateTone;
  shape: StateShape;
  word: string;
}

export const STATE_LOOKS = {
  online: { tone: "up", shape: "circle", word: "Online" },
  offline: { tone: "down", shape: "square", word: "Offline" },
  partial: { tone: "part", shape: "diamond", word: "Partially offline" },
  paused: { tone: "idle", shape: "bars", word: "Paused" },
  no_data: { tone: "warn", shape: "ring", word: "No data" },
  fetching: { tone: "idle", shape: "ring", word: "First check" },
  up: { tone: "up", shape: "circle", word: "Up" },
  down: { tone: "down", shape: "square", word: "Down" },
  inconclusive: { tone: "idle", shape: "ring", word: "Inconclusive" },
  missed: { tone: "idle", shape: "bars", word: "Missed" },
  ongoing: { tone: "down", shape: "quarter", word: "Ongoing" },
  recovering: { tone: "warn", shape: "most", word: "Recovering" },
  recovered: { tone: "up", shape: "check", word: "Recovered" },
  operational: { tone: "up", shape: "circle", word: "Operational" },
  unknown: { tone: "idle", shape: "ring", word: "Unknown" },
  maintenance: { tone: "calm", shape: "bars", word: "Maintenance" },
  degraded_performance: { tone: "warn", shape: "triangle", word: "Degraded" },
  partial_outage: { tone: "part", shape: "diamond", word: "Partial outage" },
  major_outage: { tone: "down", shape: "square", word: "Major outage" },
  investigating: { tone: "idle", shape: "quarter", word: "Investigating" },
  identified: { tone: "idle", shape: "half", word: "Identified" },
  monitoring: { tone: "idle", shape: "most", word: "Monitoring" },
  resolved: { tone: "up", shape: "check", word: "Resolved" },
  active: { tone: "up", shape: "circle", word: "Active" },
  pending: { tone: "idle", shape: "quarter", word: "Waiting" },
  retry: { tone: "warn", shape: "half", word: "Will retry" },
  rejected: { tone: "down", shape: "cross", word: "Rejected" },
  delivered: { tone: "up", shape: "check", word: "Delivered" },
  failing: { tone: "down", shape: "square", word: "Failing" },
  no_alerts: { tone: "down", shape: "square", word: "No alerts" },
  failed: { tone: "down", shape: "cross", word: "Failed" },
  not_sent: { tone: "down", shape: "cross", word: "Not sent" },
  muted: { tone: "idle", shape: "bars", word: "Muted" },
  rate_limited: { tone: "idle", shape: "bars", word: "Rate-limited" },
  superseded: { tone: "idle", shape: "cross", word: "Superseded" },
  scheduled: { tone: "calm", shape: "quarter", word: "Scheduled" },
  in_progress: { tone: "calm", shape: "half", word: "In progress" },
  completed: { tone: "idle", shape: "check", word: "Completed" },
  alive: { tone: "up", shape: "circle", word: "Alive" },
  expiring: { tone: "warn", shape: "triangle", word: "Expires soon" },
  expired: { tone: "down", shape: "square", word: "Expired" },
  silent: { tone: "down", shape: "square", word: "Silent" },
  never_seen: { tone: "idle", shape: "ring", word: "Never seen" },
  revoked: { tone: "idle", shape: "bars", word: "Revoked" },
  domain_waiting: { tone: "idle", shape: "quarter", word: "Waiting for DNS" },
  domain_verifying: { tone: "idle", shape: "half", word: "Verifying" },
  domain_losing: { tone: "warn", shape: "triangle", word: "Proof missing" },
  domain_broken: { tone: "down", shape: "square", word: "Broken" },
  cancelled: { tone: "idle", shape: "cross", word: "Canceled" },
} as const satisfies Record<string, Look>;

export type StateWord = keyof typeof STATE_LOOKS;

/** States that a person can give an update. */
export const UPDATE_STATES = (["investigating", "identified", "monitoring", "resolved"] as const).map(
  (value) => ({ value, label: STATE_LOOKS[value].word }),
);
