import { once } from "@/lib/shared/once";
import { pool } from "@/lib/store/core/pool";

/** A monitor takes about 100 bytes; one that isn't remembered is looked up. */
const REMEMBERED_MAX = 1_000_000;

/** The project of each monitor, which changes only when a backup is restored. */
function remembered(): Map<number, number> {
  return once("store.monitorProjects", () => new Map());
}

/** Returns the project of each of the monitors; without those that don't exist. Looks up only those not seen before. */
export async function projectsOfMonitors(ids: Iterable<number>): Promise<ReadonlyMap<number, number>> {
  const known = remembered();
  const unknown = [...new Set(ids)].filter((id) => !known.has(id));
  if (unknown.length === 0) return known;
  const { rows } = await pool().query<{ id: number; project_id: number }>(
    "select id, project_id from monitors where id = any ($1::bigint[])",
    [unknown],
  );
  if (known.size + rows.length > REMEMBERED_MAX) known.clear();
  for (const { id, project_id: projectId } of rows) known.set(id, projectId);
  return known;
}

/** Looks up the projects of monitors again when they are next needed. */
export function forgetProjectsOf(ids: Iterable<number>): void {
  for (const id of ids) remembered().delete(id);
}
