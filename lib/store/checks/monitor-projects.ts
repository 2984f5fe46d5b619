import { once } from "@/lib/shared/once";
import { read } from "@/lib/store/core/connection/statements";
import { allParts, isNodeAway, requireNodeOf } from "@/lib/store/core/sharding/projects";

/** A monitor takes about 100 bytes; one that isn't remembered is looked up. */
const REMEMBERED_MAX = 1_000_000;

/** The project of each monitor, which changes only when a backup is restored. */
function remembered(): Map<number, number> {
  return once("store.monitorProjects", () => new Map());
}

/** Monitors with their projects. */
export interface Located {
  readonly projects: ReadonlyMap<number, number>;
  /** Those that may be on a node that can't be reached. All others without a project don't exist. */
  readonly unreachable: ReadonlySet<number>;
}

/** Returns the project of each of the monitors. Looks up only those not seen before. */
export async function projectsOfMonitors(ids: Iterable<number>): Promise<Located> {
  const known = remembered();
  let unknown = [...new Set(ids)].filter((id) => !known.has(id));
  if (unknown.length === 0) return { projects: known, unreachable: new Set() };
  const found = new Map<number, number>();
  let isComplete = true;
  for (const part of await allParts()) {
    try {
      requireNodeOf(part);
      const rows = await read<{ id: number; project_id: number }>(
        "select id, project_id from monitors where project_id = any ($1::bigint[]) and id = any ($2::bigint[])",
        [part, unknown],
      );
      for (const { id, project_id: projectId } of rows) found.set(id, projectId);
    } catch (error) {
      if (!(await isNodeAway(error))) throw error;
      isComplete = false;
    }
    unknown = unknown.filter((id) => !found.has(id));
    if (unknown.length === 0) break;
  }
  if (known.size + found.size > REMEMBERED_MAX) known.clear();
  for (const [id, projectId] of found) known.set(id, projectId);
  return { projects: known, unreachable: new Set(isComplete ? [] : unknown) };
}

/** Looks up the projects of monitors again when they are next needed. */
export function forgetProjectsOf(ids: Iterable<number>): void {
  for (const id of ids) remembered().delete(id);
}
