import { type Evidence, type IncidentRow, overlap } from "./evidence";

const CREATED = "uptime.incident.created";
const RECOVERED = "uptime.incident.recovered";
/** Alerts about checks older than this are dropped when the problem is already over. */
const LATE_MS = 120_000;

/** Returns notifications that are missing, of an unknown origin, or sent again without a fault that explains it. */
export function wrongNotifications(evidence: Evidence): string[] {
  return [...missingEvents(evidence), ...missingDeliveries(evidence), ...wrongArrivals(evidence)];
}

/** Every incident has one event for its start, and one for its end. */
function missingEvents({
  monitors,
  incidents,
  events,
  deliveries,
  integrations,
  disturbances,
}: Evidence): string[] {
  const projects = new Map(monitors.map(({ id, project_id }) => [id, project_id]));
  // An alert that was reported late waits up to 15 minutes for a check that still fails.
  const mayWait = ({ isFlapping, fromMs }: IncidentRow) =>
    isFlapping && disturbances.some((each) => overlap(each, { fromMs, toMs: fromMs + LATE_MS }));
  return incidents.flatMap(({ id, status, monitor, ...incident }) =>
    [CREATED, ...(status === "recovered" ? [RECOVERED] : [])].flatMap((key) => {
      const own = events.filter((event) => event.incident === id && event.key === key);
      if (own.length !== 1) return [`incident ${id} has ${own.length} events ${key}`];
      return integrations
        .filter(
          ({ project_id, name }) =>
            project_id === projects.get(monitor) &&
            !mayWait({ id, status, monitor, ...incident }) &&
            !deliveries.some((each) => each.event === own[0]?.id && each.integration === name),
        )
        .map(({ name }) => `incident ${id}: no notification ${key} to ${name}`);
    }),
  );
}

function missingDeliveries({ deliveries, arrivals, incidents, disturbances }: Evidence): string[] {
  const accepted = new Set(arrivals.filter((arrival) => arrival.accepted).map(({ id }) => id));
  return deliveries.flatMap(({ requestId, status, key, incident, integration, reason }) => {
    const name = `incident ${incident}, ${key} to ${integration}`;
    if (status === "delivered") return accepted.has(requestId) ? [] : [`${name}: never arrived`];
    const about = incidents.find(({ id }) => id === incident);
    const wasDelayed = disturbances.some(
      (each) =>
        each.toMs - each.fromMs > 0 &&
        about &&
        overlap(each, { fromMs: about.fromMs, toMs: about.fromMs + LATE_MS }),
    );
    // An incident that was reported late and is over alerts no one.
    if (
      status === "superseded" &&
      (about === undefined || (wasDelayed && / late | before its checks /.test(reason ?? "")))
    )
      return [];
    return [`${name}: ${status}${reason ? ` (${reason})` : ""}`];
  });
}

function wrongArrivals({ arrivals, deliveries, disturbances }: Evidence): string[] {
  const known = new Set(deliveries.map(({ requestId }) => requestId));
  const findings: string[] = [];
  const ids = new Map<string, Set<string>>();
  for (const { id, provider, event, incident } of arrivals) {
    if (!known.has(id)) findings.push(`arrived with an unknown ID: ${event} of incident ${incident}`);
    const key = `${event} of incident ${incident} at provider ${provider + 1}`;
    ids.set(key, (ids.get(key) ?? new Set()).add(id));
  }
  for (const [key, each] of ids)
    if (each.size > 1) findings.push(`${key} arrived with ${each.size} different IDs`);
  const interruptions = disturbances.filter(({ fault }) => fault.interrupts).length;
  const repeats = repeated(arrivals.filter(({ accepted }) => accepted).map(({ id }) => id));
  if (repeats > interruptions)
    findings.push(`${repeats} notifications were accepted again after ${interruptions} interruptions`);
  return findings;
}

/** Returns how many of the values repeat an earlier one. */
export function repeated(values: readonly string[]): number {
  return values.length - new Set(values).size;
}
