import { sql } from "kysely";
import type { RegionQuarantine } from "@/lib/domain/checks/quarantine";
import type { Span } from "@/lib/domain/core/span";
import { read } from "@/lib/store/core/connection/statements";
import { db } from "@/lib/store/core/pool";
import type { Tx } from "@/lib/store/core/tx";
import { INCIDENT_SPAN } from "./span";

interface Place {
  readonly projectId: number;
  readonly monitorId: number;
  readonly from: Date;
  readonly to: Date;
}

/** Returns the monitor's pauses around the time range, manual or through maintenance windows, oldest first. */
export async function pausesForReplay(
  { projectId, monitorId, from, to }: Place,
  trx: Tx | null = null,
): Promise<Span[]> {
  const { rows } = await sql<{ started_at: Date; ended_at: Date | null }>`
    select started_at, ended_at from monitor_pauses where project_id = ${projectId} and monitor_id = ${monitorId}
      and started_at < ${to} and coalesce(ended_at, 'infinity') > ${from} order by started_at`.execute(
    trx ?? db(),
  );
  return rows.map(({ started_at, ended_at }) => ({
    from: started_at.getTime(),
    to: ended_at?.getTime() ?? Number.POSITIVE_INFINITY,
  }));
}

/** Returns the number of automatic incidents of the monitor recorded in the time range. */
export async function recordedIncidents({ projectId, monitorId, from, to }: Place): Promise<number> {
  const rows = await read<{ recorded: number }>(
    `select count(*) as recorded from incident_monitors im join incidents i on i.project_id = $1 and i.id = im.incident_id ${INCIDENT_SPAN}
     where im.project_id = $1 and i.project_id = $1 and im.monitor_id = $2 and i.type = 'monitor'
       and span.start < $4 and coalesce(span.finish, 'infinity') > $3`,
    [projectId, monitorId, from, to],
  );
  return rows[0]?.recorded ?? 0;
}

/** Returns the quarantines of the regions that began before `to`, oldest first. Regions belong to no project. */
export async function quarantinesForReplay(
  regions: readonly string[],
  to: Date,
  trx: Tx | null = null,
): Promise<RegionQuarantine[]> {
  const { rows } = await sql<Omit<RegionQuarantine, "since" | "releasedAt"> & Times>`
    select region, kind, since, reason, released_at from quarantine_history
    where region = any (${regions}::text[]) and since < ${to} order by since`.execute(trx ?? db());
  return rows.map(({ since, released_at, ...quarantine }) => ({
    ...quarantine,
    since: since.getTime(),
    releasedAt: released_at?.getTime() ?? null,
  }));
}

interface Times {
  since: Date;
  released_at: Date | null;
}

/** Returns the monitor with its settings, in any project, because the CLI acts for the operator. */
export function monitorForReplay(monitorId: number) {
  return db()
    .selectFrom("monitors")
    .select([
      "id",
      "project_id",
      "name",
      "regions",
      "interval_seconds",
      "timeout_ms",
      "incident_confirmations",
      "recovery_confirmations",
      "region_threshold",
    ])
    .where("id", "=", monitorId)
    .executeTakeFirst();
}
