/** How each state looks: a shape, a tone, and a word. */
export type StateTone = "up" | "down" | "part" | "warn" | "calm" | "idle";
export type StateShape = "circle" | "square" | "diamond" | "triangle" | "bars" | "ring";

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
  fetching: { tone: "calm", shape: "ring", word: "First check" },
  up: { tone: "up", shape: "circle", word: "Up" },
  down: { tone: "down", shape: "square", word: "Down" },
  inconclusive: { tone: "idle", shape: "ring", word: "Inconclusive" },
  missed: { tone: "idle", shape: "bars", word: "Missed" },
  ongoing: { tone: "down", shape: "triangle", word: "Ongoing" },
  recovering: { tone: "warn", shape: "diamond", word: "Recovering" },
  recovered: { tone: "up", shape: "circle", word: "Recovered" },
  operational: { tone: "up", shape: "circle", word: "Operational" },
  unknown: { tone: "idle", shape: "ring", word: "Unknown" },
  maintenance: { tone: "calm", shape: "bars", word: "Maintenance" },
  degraded_performance: { tone: "warn", shape: "triangle", word: "Degraded" },
  partial_outage: { tone: "part", shape: "diamond", word: "Partial outage" },
  major_outage: { tone: "down", shape: "square", word: "Major outage" },
  investigating: { tone: "down", shape: "triangle", word: "Investigating" },
  identified: { tone: "warn", shape: "diamond", word: "Identified" },
  monitoring: { tone: "calm", shape: "ring", word: "Monitoring" },
  resolved: { tone: "up", shape: "circle", word: "Resolved" },
  active: { tone: "up", shape: "circle", word: "Active" },
  pending: { tone: "calm", shape: "ring", word: "Waiting" },
  retry: { tone: "warn", shape: "diamond", word: "Will retry" },
  rejected: { tone: "down", shape: "square", word: "Rejected" },
  delivered: { tone: "up", shape: "circle", word: "Delivered" },
  failing: { tone: "down", shape: "square", word: "Failing" },
  no_alerts: { tone: "down", shape: "triangle", word: "No alerts" },
  failed: { tone: "down", shape: "square", word: "Failed" },
  not_sent: { tone: "down", shape: "square", word: "Not sent" },
  muted: { tone: "idle", shape: "bars", word: "Muted" },
  rate_limited: { tone: "idle", shape: "bars", word: "Rate-limited" },
  superseded: { tone: "idle", shape: "ring", word: "Superseded" },
  scheduled: { tone: "calm", shape: "ring", word: "Scheduled" },
  in_progress: { tone: "calm", shape: "bars", word: "In progress" },
  completed: { tone: "idle", shape: "circle", word: "Completed" },
  alive: { tone: "up", shape: "circle", word: "Alive" },
  expiring: { tone: "warn", shape: "diamond", word: "Expires soon" },
  expired: { tone: "down", shape: "square", word: "Expired" },
  silent: { tone: "down", shape: "square", word: "Silent" },
  never_seen: { tone: "calm", shape: "ring", word: "Never seen" },
  revoked: { tone: "idle", shape: "bars", word: "Revoked" },
  domain_waiting: { tone: "calm", shape: "ring", word: "Waiting for DNS" },
  domain_verifying: { tone: "calm", shape: "bars", word: "Verifying" },
  domain_losing: { tone: "warn", shape: "diamond", word: "Proof missing" },
  domain_broken: { tone: "down", shape: "square", word: "Broken" },
  cancelled: { tone: "idle", shape: "square", word: "Canceled" },
} as const satisfies Record<string, Look>;

export type StateWord = keyof typeof STATE_LOOKS;
