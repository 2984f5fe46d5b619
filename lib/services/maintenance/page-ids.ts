import { type FieldErrors, invalid } from "@/lib/contract/core/errors";
import type { Tx } from "@/lib/store/core/tx";

/** 422 on `field.N` for every id that is no status page of the project: missing and foreign ones read the same (T22). */
export async function requireKnownPages(
  trx: Tx,
  projectId: number,
  field: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await trx
    .selectFrom("status_pages")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", "in", [...ids])
    .execute();
  const known = new Set(rows.map((row) => row.id));
  const errors: FieldErrors = {};
  ids.forEach((id, index) => {
    if (!known.has(id)) errors[`${field}.${index}`] = [`No status page of this project has the id ${id}.`];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
