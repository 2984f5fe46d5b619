import { read } from "@/lib/store/core/connection/statements";
import { db } from "@/lib/store/core/pool";

export interface SimulatedMonitor {
  id: number;
  name: string;
  regions: string[];
  config_version: number;
  simulation: string;
}

/** Returns the active monitors with simulated results, of one project or of all. */
export async function selectSimulated(projectId?: number): Promise<SimulatedMonitor[]> {
  let query = db()
    .selectFrom("monitors")
    .select(["id", "name", "regions", "config_version"])
    .select((expression) => expression.ref("simulation").$notNull().as("simulation"))
    .where("simulation", "is not", null)
    .where("paused", "=", false)
    .where("paused_by_window", "=", false);
  if (projectId !== undefined) query = query.where("project_id", "=", projectId);
  return query.orderBy("id").execute();
}

/** Returns the simulation of a monitor, which in a demo project every monitor has, saved or not; null for real checks. */
export async function simulationOf(projectId: number, monitorId: number | null): Promise<string | null> {
  const rows = await read<{ simulation: string | null }>(
    // Citus reads all shards for an ID that is null.
    `select coalesce(m.simulation, case when p.is_demo then 'up' end) as simulation
     from projects p left join monitors m on m.id = coalesce($2::bigint, 0) and m.project_id = $1 where p.id = $1`,
    [projectId, monitorId],
  );
  return rows[0]?.simulation ?? null;
}
