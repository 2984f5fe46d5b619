import { sql } from "kysely";
import { db } from "@/lib/store/core/pool";

export interface ProbeRow {
  id: string;
  region: string;
  taken_at: Date | null;
  /** Time since a runner took it, by the database's clock; null before that. */
  taken_ms_ago: number | null;
  phases: unknown[];
  result: unknown;
}

/** Requests one probe per region. Returns the IDs in the order of the regions. */
export async function insertProbes(
  projectId: number,
  probes: { region: string; config: object }[],
): Promise<string[]> {
  const rows = await db()
    .insertInto("probe_requests")
    .values(
      probes.map((probe) => ({
        project_id: projectId,
        region: probe.region,
        config: JSON.stringify(probe.config),
      })),
    )
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

export async function readProbes(ids: string[]): Promise<ProbeRow[]> {
  const rows = await db()
    .selectFrom("probe_requests")
    .select(["id", "region", "taken_at", "phases", "result"])
    .select(sql<number | null>`(extract(epoch from now() - taken_at) * 1000)::float8`.as("taken_ms_ago"))
    .where("id", "in", ids)
    .execute();
  return rows.map((row) => ({ ...row, phases: row.phases as unknown[] }));
}

/** Deletes probes; results of on-demand checks aren't kept. */
export async function deleteProbes(ids: string[]): Promise<void> {
  await db().deleteFrom("probe_requests").where("id", "in", ids).execute();
}
