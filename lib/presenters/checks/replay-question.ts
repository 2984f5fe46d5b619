/** The settings that a replay tries out, named as in the monitor and its form. */
export interface ReplayQuestion {
  interval: number;
  incident_confirmations: number;
  recovery_confirmations: number;
  region_threshold: number;
}

/** Picks the replay settings from a monitor or a draft. */
export function questionOf(from: ReplayQuestion): ReplayQuestion {
  const { interval, incident_confirmations, recovery_confirmations, region_threshold } = from;
  return { interval, incident_confirmations, recovery_confirmations, region_threshold };
}
