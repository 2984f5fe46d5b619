import { type FieldErrors, invalid } from "@/lib/contract/core/errors";
import type { Tx } from "@/lib/store/core/tx";
import { knownMonitorIds } from "@/lib/store/monitors/monitors";

/** Throws 422 on `monitors.N` for every ID that is not a monitor of the project. Missing and foreign IDs get the same text. */
export async function requireKnownMonitors(
  trx: Tx,
  projectId: number,
  ids: readonly number[],
): Promise<void> {
  const known = await knownMonitorIds(projectId, ids, trx);
  const errors: FieldErrors = {};
  ids.forEach((id, index) => {
    if (!known.has(id)) errors[`monitors.${index}`] = [`This project has no monitor with the ID ${id}.`];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
