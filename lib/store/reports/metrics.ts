import { now } from "@/lib/shared/clock";
import type { ReachQuery } from "@/lib/store/accounts/credentials";
import { pool } from "@/lib/store/core/pool";

/** The latest state of one monitor in one region. */
export interface ProbeMetricRow {
  monitor_id: number;
  monitor: string;
  project: string;
  target: string;
  region: string;
  status: string;
  last_outcome: "up" | "down" | "inconclusive" | null;
  total_us: number | null;
  status_code: number | null;
  cert_not_after: string | null;
}

/** Which monitors are named. */
export type MetricsReach = ReachQuery | "all" | "none";

/** Older results aren't looked up, so that few partitions are. Every monitor is checked at least once an hour. */
const RESULT_HOURS = 24;

/** Returns one row per monitor and region from the latest states, with the last result by its primary key. */
export async function selectProbeMetrics(
  reach: Exclude<MetricsReach, "none">,
  project: string | null,
): Promise<ProbeMetricRow[]> {
  // As values, because the planner must know which partitions are left out. Runners' clocks may be ahead. The limit makes it look up
  // each result by its key; it would read all of a day.
  const [from, to] = [-RESULT_HOURS, 1].map((hours) => new Date(now().getTime() + hours * 3_600_000));
  const { rows } = await pool().query<ProbeMetricRow>(
    `
    select m.id as monitor_id, m.name as monitor, p.slug as project, coalesce(m.request ->> 'url', m.request ->> 'host') as target,
      r.region, case when m.paused or m.held_by_window then 'paused' else s.status end as status, r.last_outcome, t.total_us,
      t.status_code, t.detail -> 'certificate' ->> 'not_after' as cert_not_after
    from monitors m
    join projects p on p.id = m.project_id
    join monitor_states s on s.monitor_id = m.id
    join region_states r on r.monitor_id = m.id
    left join lateral (
      select total_us, status_code, detail from results
      where monitor_id = r.monitor_id and region = r.region and scheduled_at = r.last_slot and scheduled_at between $4 and $5
      limit 1) t on true
    where ($1::bigint is null or p.organization_id = $1)
      and ($2::bigint is null or exists (select from project_members u where u.project_id = p.id and u.user_id = $2))
      and ($3::text is null or p.slug = $3)
    order by m.id, r.region`,
    [...(reach === "all" ? [null, null] : [reach.organizationId, reach.memberId]), project, from, to],
  );
  return rows;
}

export interface CountMetrics {
  open_incidents: number;
  pending_deliveries: number;
  waiting_jobs: number;
}

export async function selectCountMetrics(): Promise<CountMetrics> {
  const { rows } = await pool().query<CountMetrics>(`
    select (select count(*) from incidents where status <> 'recovered') as open_incidents,
      (select count(*) from deliveries where status = 'pending') as pending_deliveries,
      (select count(*) from graphile_worker.jobs where run_at <= now()) as waiting_jobs`);
  return rows[0] ?? { open_incidents: 0, pending_deliveries: 0, waiting_jobs: 0 };
}
