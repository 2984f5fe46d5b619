import { type Selectable, sql } from "kysely";
import { INCIDENT_FIELDS, type IncidentSort } from "@/lib/contract/incidents/incidents";
import { read } from "@/lib/store/core/connection/statements";
import type { Found, Slice } from "@/lib/store/core/listed";
import { anywhere } from "@/lib/store/core/pattern";
import { db } from "@/lib/store/core/pool";
import { rowsOf } from "@/lib/store/core/project-rows";
import type { Tx } from "@/lib/store/core/tx";
import type { Database } from "@/lib/store/schema/tables";

/** Columns of an incident that only the engine needs. */
type Inner = "problem" | "up_since" | "stable_at" | "times_by_hand" | "withdrawn_at" | "deleted_monitors";

/** An incident with the IDs of its monitors. */
export interface IncidentRow extends Omit<Selectable<Database["incidents"]>, Inner> {
  /** The latest published one. */
  latest_update: { state: string; next_update_at: string | null } | null;
  monitors: number[];
}

export interface IncidentQuery {
  monitorIds: number[];
  tags: string[];
  statuses: string[];
  types: string[];
  /** Part of the slug or of a title; empty matches all. */
  search: string;
  sort: IncidentSort;
}

const PLAIN = Object.keys(INCIDENT_FIELDS.shape)
  .map((name) => `i.${name}`)
  .join(", ");

const selectWith = (column: string) => `
  select ${column}, i.id, i.project_id, i.number, i.slug, i.type, ${PLAIN},
    i.post_mortem, i.post_mortem_published_at, i.state, i.status, i.incident_at, i.recovery_at, i.tags, i.acknowledged_at, i.acknowledged_by, i.assignee_id,
    i.created_at, i.updated_at,
    (select json_build_object('state', u.state, 'next_update_at', u.next_update_at) from incident_updates u
      where u.project_id = $1 and u.incident_id = i.id and u.published_at <= now() order by u.published_at desc, u.id desc limit 1) as latest_update,
    array(select m.monitor_id from incident_monitors m where m.project_id = $1 and m.incident_id = i.id order by m.position, m.monitor_id) as monitors
  from incidents i`;

const SELECT = selectWith("null as total");

const WHERE = `
  where i.project_id = $1
    and (cardinality($2::bigint[]) = 0
      or exists (select 1 from incident_monitors m where m.project_id = $1 and m.incident_id = i.id and m.monitor_id = any ($2)))
    and (cardinality($3::text[]) = 0 or i.tags && $3)
    and (cardinality($4::text[]) = 0 or i.status = any ($4))
    and (cardinality($5::text[]) = 0 or i.type = any ($5))
    and ($6::text = '' or lower(i.slug || ' ' || i.title || ' ' || coalesce(i.public_title, '')) like $6)`;

const ORDERS: Record<IncidentSort, string> = {
  "-id": "i.id desc",
  id: "i.id",
  "-incident_at": "i.incident_at desc, i.id desc",
  incident_at: "i.incident_at, i.id",
};

/** Returns one page of a project's incidents and the number of matches. */
export async function selectIncidents(
  projectId: number,
  query: IncidentQuery,
  { limit, offset, countMax = null }: Slice,
): Promise<Found<IncidentRow>> {
  const { monitorIds, tags, statuses, types, search } = query;
  const values = [projectId, monitorIds, tags, statuses, types, search && anywhere(search)];
  const counted = `select count(*) as total from (select from incidents i ${WHERE} limit ${countMax}) matching`;
  // Only the incidents of the page are read whole, so that late pages cost no more than the first.
  const rows = await read<IncidentRow & { total: number }>(
    `with cut as materialized (select i.id from incidents i ${WHERE} order by ${ORDERS[query.sort]} limit $7 offset $8)
     ${selectWith(`(${counted}) as total`)} join cut on cut.id = i.id where i.project_id = $1 order by ${ORDERS[query.sort]}`,
    [...values, limit, offset],
  );
  if (rows.length > 0 || offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  const all = await read<{ total: number }>(counted, values);
  return { rows, total: all[0]?.total ?? 0 };
}

export async function selectIncident(projectId: number, incidentId: number): Promise<IncidentRow | null> {
  const [row] = await read<IncidentRow>(`${SELECT} where i.project_id = $1 and i.id = $2`, [
    projectId,
    incidentId,
  ]);
  return row ?? null;
}

/** Returns incidents in the order of the IDs. */
export async function selectIncidentsById(projectId: number, ids: readonly number[]): Promise<IncidentRow[]> {
  return read<IncidentRow>(
    `${SELECT} where i.project_id = $1 and i.id = any ($2::bigint[]) order by array_position($2::bigint[], i.id)`,
    [projectId, ids],
  );
}

export const { lock: lockIncident } = rowsOf("incidents");

export function selectIncidentRow(trx: Tx, projectId: number, incidentId: number) {
  return trx
    .selectFrom("incidents")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("id", "=", incidentId)
    .executeTakeFirstOrThrow();
}

export async function incidentExists(projectId: number, incidentId: number): Promise<boolean> {
  const row = await db()
    .selectFrom("incidents")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", "=", incidentId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns open automatic incidents in which no monitor but these is still failing, locked until the transaction ends. */
export async function incidentsOnlyOf(
  trx: Tx,
  projectId: number,
  monitorIds: readonly number[],
): Promise<number[]> {
  const failing = sql`select incident_id from incident_monitors where project_id = ${projectId} and recovered_at is null`;
  const { rows } = await sql<{ id: number }>`
    select i.id from incidents i
    where i.project_id = ${projectId} and i.type = 'monitor' and i.status <> 'recovered'
      and i.id in (${failing} and monitor_id = any (${monitorIds}::bigint[]))
      and not exists (${failing} and incident_id = i.id and monitor_id <> all (${monitorIds}::bigint[]))
    order by i.id for update`.execute(trx);
  return rows.map(({ id }) => id);
}
