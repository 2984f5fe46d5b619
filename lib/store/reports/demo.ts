import { type Insertable, sql } from "kysely";
import { insertAttempts } from "@/lib/store/alerting/delivery-attempts";
import type { Tx } from "@/lib/store/core/tx";
import { nextIncidentNumber } from "@/lib/store/incidents/numbers";
import { insertIncident } from "@/lib/store/incidents/writes";
import type { Database } from "@/lib/store/schema/tables";

/** One hour of one monitor in one region. Times are in microseconds. */
export interface Rollup {
  monitorId: number;
  region: string;
  atMs: number;
  up: number;
  down: number;
  minUs: number;
  p50Us: number;
  p75Us: number;
  p95Us: number;
  p99Us: number;
  maxUs: number;
}

/** Backdates monitors and their page to the start of their history. */
export async function backdate(trx: Tx, projectId: number, at: Date): Promise<void> {
  await sql`update projects set created_at = ${at} where id = ${projectId}`.execute(trx);
  await sql`update monitors set created_at = ${at} where project_id = ${projectId}`.execute(trx);
  await sql`update monitor_states set status = 'online', status_since = ${at} where project_id = ${projectId}`.execute(
    trx,
  );
}

/** Records that the demo is complete, so that anything created from now on was added by people. */
export async function markFilled(trx: Tx, projectId: number): Promise<void> {
  await sql`update projects set demo_filled_at = statement_timestamp() where id = ${projectId}`.execute(trx);
}

/** Inserts hourly rollups and the daily ones derived from them, with averaged percentiles (this is demo data). */
export async function insertRollups(trx: Tx, projectId: number, rollups: Rollup[]): Promise<void> {
  await sql`
    insert into rollups_hourly
    select ${projectId}, "monitorId", region, to_timestamp("atMs" / 1000.0), up, down, 0, 0, up * "p50Us",
      "minUs", "maxUs", "p50Us", "p75Us", "p95Us", "p99Us"
    from jsonb_to_recordset(${JSON.stringify(rollups)}::jsonb) as r ("monitorId" bigint, region text, "atMs" bigint,
      up bigint, down int, "minUs" int, "maxUs" int, "p50Us" int, "p75Us" int, "p95Us" int, "p99Us" int)
    on conflict do nothing`.execute(trx);
}

export async function addUpDays(trx: Tx, projectId: number, before: Date): Promise<void> {
  await sql`
    insert into rollups_daily
    select project_id, monitor_id, region, (hour at time zone 'UTC')::date, sum(up), sum(down), 0, 0, sum(sum_us),
      min(min_us), max(max_us), avg(p50_us)::int, avg(p75_us)::int, avg(p95_us)::int, avg(p99_us)::int
    from rollups_hourly where project_id = ${projectId} and hour < date_trunc('day', ${before}::timestamptz, 'UTC')
    group by 1, 2, 3, 4 on conflict do nothing`.execute(trx);
}

/** Inserts raw results of the last day, one per minute, near the hour's median. Their partitions must exist. */
export async function insertResults(trx: Tx, projectId: number, from: Date, to: Date): Promise<void> {
  await sql`
    insert into results (project_id, monitor_id, scheduled_at, started_at, region, outcome, status_code, total_us, dns_us,
      connect_us, first_byte_us, transfer_us)
    select ${projectId}, h.monitor_id, at, at, h.region, 0, web.status, us, (us * web.dns)::int, (us * web.connect)::int,
      (us * web.first_byte)::int, (us * web.transfer)::int
    from rollups_hourly h
      join monitors m on m.project_id = h.project_id and m.id = h.monitor_id
      -- Only a request with a URL has a status code and all phases.
      left join (values (200, 0.04, 0.18, 0.7, 0.08)) as web (status, dns, connect, first_byte, transfer) on m.request ? 'url',
      generate_series(h.hour, h.hour + interval '59 minutes', interval '1 minute') at,
      -- Depends on the minute, so that each has a random value of its own.
      lateral (select (h.p50_us * (0.92 + 0.16 * random() + 0.45 * power(random(), 8) + case when random() < 0.015 then 0.8 else 0 end)
        + 0 * extract(minute from at))::int as us) t
    where h.project_id = ${projectId} and h.hour >= ${from} and at < ${to} on conflict do nothing`.execute(
    trx,
  );
}

/** Inserts a resolved incident with its monitors, without notifications. */
export async function insertPastIncident(
  trx: Tx,
  values: Omit<Insertable<Database["incidents"]>, "number" | "slug">,
  monitorIds: number[],
): Promise<number> {
  const at = values.incident_at;
  const id = await insertIncident(trx, {
    ...values,
    ...(await nextIncidentNumber(trx, values.project_id)),
    created_at: at,
    updated_at: values.recovery_at ?? at,
  });
  await sql`
    insert into incident_monitors (incident_id, monitor_id, project_id, position, failing_since, recovered_at)
    select ${id}, m, ${values.project_id}, position - 1, ${values.incident_at}, ${values.recovery_at ?? null}
    from unnest(${monitorIds}::bigint[]) with ordinality as t (m, position)`.execute(trx);
  return id;
}

/** Moves what people did and wrote during an incident, which happened as the demo was created, to when they would have. */
export async function backdateWork(trx: Tx, incidentId: number, did: Date, wrote: Date): Promise<void> {
  await sql`update incident_timeline set occurred_at = ${did}
    where incident_id = ${incidentId} and kind in ('created', 'edited', 'acknowledged')`.execute(trx);
  await sql`update incident_comments set created_at = ${wrote} where incident_id = ${incidentId}`.execute(
    trx,
  );
}

/** Inserts a delivery of the project's latest incident event that failed permanently, with its attempt. No job sends it. */
export async function insertFailedDelivery(
  trx: Tx,
  projectId: number,
  integrationId: number,
  at: Date,
): Promise<void> {
  const reason = "hooks.acme.example responded with status 503.";
  const { rows } = await sql<{ id: number }>`
    insert into deliveries (project_id, event_id, integration_id, incident_id, status, attempts, reason, occurred_at, finished_at, is_test)
    select project_id, id, ${integrationId}, incident_id, 'failed', 1, ${reason}, ${at}, ${at}, false
    from events where project_id = ${projectId} and key = 'uptime.incident.created' order by id desc limit 1
    returning id`.execute(trx);
  const deliveryId = rows[0]?.id;
  if (deliveryId === undefined) throw new Error("no incident event to fail a delivery of");
  await insertAttempts(trx, [
    {
      projectId,
      deliveryId,
      attempt: 1,
      startedAt: at,
      durationMs: 412,
      outcome: "rejected",
      statusCode: 503,
      error: reason,
      request: { method: "POST", url: "https://hooks.acme.example/alerts" },
      response: { status: 503, body: "upstream unavailable" },
    },
  ]);
}
