import { type FieldErrors, invalid } from "@/lib/contract/core/errors";
import type { Tx } from "@/lib/store/core/tx";
import { knownMonitorIds } from "@/lib/store/monitors/monitors";

/** 422 on `field.N` for every id that is no monitor of the project: missing and foreign ones read the same (T22). */
export async function requireKnownMonitors(
  trx: Tx,
  projectId: number,
  field: string,
  ids: readonly number[],
): Promise<void> {
  const known = await knownMonitorIds(projectId, ids, trx);
  const errors: FieldErrors = {};
  ids.forEach((id, index) => {
    if (!known.has(id)) errors[`${field}.${index}`] = [`No monitor of this project has the id ${id}.`];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
