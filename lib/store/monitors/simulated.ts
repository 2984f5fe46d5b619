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
    .where("held_by_window", "=", false);
  if (projectId !== undefined) query = query.where("project_id", "=", projectId);
  return query.orderBy("id").execute();
}
