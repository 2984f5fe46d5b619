import { type FieldErrors, invalid } from "@/lib/contract/core/errors";
import type { Tx } from "@/lib/store/core/tx";
import { knownMonitorIds } from "@/lib/store/monitors/monitors";

/** Throws 422 on `monitors.N` for every ID that is not a monitor of the project. */
export async function requireKnownMonitors(
  trx: Tx,
  projectId: number,
  ids: readonly number[],
): Promise<void> {
  requireAll("monitors", "monitor", ids, await knownMonitorIds(projectId, ids, trx));
}

/** Throws 422 on `field.N` for every ID that isn't known. Missing and foreign IDs get the same text. */
export function requireAll(
  field: string,
  what: string,
  ids: readonly number[],
  known: ReadonlySet<number>,
): void {
  const errors: FieldErrors = {};
  ids.forEach((id, index) => {
    if (!known.has(id)) errors[`${field}.${index}`] = [`This project has no ${what} with the ID ${id}.`];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
