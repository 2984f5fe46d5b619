import { OUTCOMES } from "@/lib/store/checks/result-writes";
import { pool } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { judgedResults, recordedIncidents } from "@/lib/store/incidents/late-results";
import { quarantinesForReplay } from "@/lib/store/incidents/replay-facts";
import type { DeliveryRow, EventRow, IncidentRow, IntegrationRow, MonitorRow } from "./evidence";
import type { Generated } from "./generated";
import type { MonitorStory } from "./incidents";

const FAR = new Date("9999-01-01");
const MILLIS = (column: string) => `extract(epoch from ${column})::float8 * 1000`;

export async function rows<Row>(statement: string): Promise<Row[]> {
  return (await pool().query(statement)).rows as Row[];
}

export async function storedResults(): Promise<Generated[]> {
  const found = await rows<{
    monitor: number;
    region: string;
    scheduled: number;
    started: number;
    outcome: number;
  }>(
    `select monitor_id as monitor, region, ${MILLIS("scheduled_at")} as scheduled, ${MILLIS("started_at")} as started, outcome
     from results order by started_at`,
  );
  return found.map(({ monitor, region, scheduled, started, outcome }) => ({
    monitor,
    region,
    scheduledAt: new Date(scheduled).toISOString(),
    startedAt: new Date(started).toISOString(),
    outcome: OUTCOMES[outcome] ?? "unknown",
  }));
}

export function storedMonitors(): Promise<MonitorRow[]> {
  return rows(
    `select project_id, id, regions, interval_seconds * 1000 as "intervalMs", timeout_ms as "timeoutMs",
       json_build_object('consecutiveFailures', incident_confirmations, 'consecutiveSuccesses',
         recovery_confirmations, 'regionsRequired', region_threshold) as rules
     from monitors order by id`,
  );
}

/** Returns every monitor with all its evaluated results and its recorded incidents. */
export function storedStories(monitors: readonly MonitorRow[]): Promise<MonitorStory[]> {
  return tx(async (trx) => {
    const stories: MonitorStory[] = [];
    for (const { project_id, id, regions, intervalMs, timeoutMs, rules } of monitors) {
      const settings = { ...rules, intervalSeconds: intervalMs / 1000 };
      const quarantines = await quarantinesForReplay(regions, FAR, trx);
      const facts = { monitorId: id, regions, timeoutMs, pauses: [], quarantines };
      const results = await judgedResults(trx, { project_id, id, regions }, new Date(0), FAR);
      stories.push({
        facts,
        settings,
        results,
        recorded: await recordedIncidents(trx, project_id, id, new Date(0)),
      });
    }
    return stories;
  });
}

/** Returns every automatic incident. */
export function storedIncidents(): Promise<IncidentRow[]> {
  return rows(
    `select i.id, im.monitor_id as monitor, ${MILLIS("i.incident_at")} as "fromMs", ${MILLIS("i.recovery_at")} as "toMs",
       i.status, i.stable_at is not null as "isFlapping", i.withdrawn_at is not null as "isWithdrawn"
     from incidents i join incident_monitors im on im.incident_id = i.id where i.type = 'monitor' order by i.id`,
  );
}

/** Returns the titles of the incidents that the API created, repeated ones repeatedly. */
export async function storedTitles(): Promise<string[]> {
  return (await rows<{ title: string }>("select title from incidents where type = 'manual'")).map(
    ({ title }) => title,
  );
}

export function storedIntegrations(): Promise<IntegrationRow[]> {
  return rows("select project_id, name from integrations where name like 'Provider %'");
}

/** Returns the events that start and end automatic incidents. */
export function storedEvents(): Promise<EventRow[]> {
  return rows(
    `select e.id, e.key, e.incident_id as incident from events e join incidents i on i.id = e.incident_id
     where i.type = 'monitor' and e.key in ('uptime.incident.created', 'uptime.incident.recovered')`,
  );
}

/** Returns the notifications of those events to the providers. */
export function storedDeliveries(): Promise<DeliveryRow[]> {
  return rows(
    `select d.request_id as "requestId", d.event_id as event, e.key, d.incident_id as incident, i.name as integration,
       d.status, d.reason
     from deliveries d join events e on e.id = d.event_id join integrations i on i.id = d.integration_id
     where d.failed_over_from is null`,
  );
}
