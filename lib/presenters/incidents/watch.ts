import type { Incident } from "@/lib/contract/incidents/incidents";
import type { WatchStep } from "@/lib/presenters/core/watch-line";
import { MINUTE_MS } from "@/lib/shared/durations";

const STEPS = 96;
const LEAST_LEAD_MS = 5 * MINUTE_MS;

/** How much of a step counts as failed by impact. */
const FAILED: Readonly<Record<Incident["impact"], number>> = {
  major_outage: 1,
  unknown: 1,
  partial_outage: 0.45,
  degraded_performance: 0.25,
  maintenance: 0.25,
  operational: 0,
};

/** Returns the watch line of an incident with half of its length before it and, once it has ended, after it, as far as `now`. */
export function incidentWatch(
  { incident_at, recovery_at, impact }: Pick<Incident, "incident_at" | "recovery_at" | "impact">,
  now: Date,
): { from: Date; to: Date; steps: WatchStep[] } {
  const start = Date.parse(incident_at);
  const end = recovery_at === null ? now.getTime() : Date.parse(recovery_at);
  const lead = Math.max(LEAST_LEAD_MS, (end - start) / 2);
  const from = start - lead;
  const to = recovery_at === null ? end : Math.min(now.getTime(), end + lead);
  const step = (to - from) / STEPS;
  const steps = Array.from({ length: STEPS }, (_, index) => {
    const isWithin = from + (index + 1) * step > start && from + index * step < end;
    const down = isWithin ? FAILED[impact] : 0;
    return { up: 1 - down, down };
  });
  return { from: new Date(from), to: new Date(to), steps };
}
