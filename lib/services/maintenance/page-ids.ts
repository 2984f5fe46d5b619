import { type FieldErrors, invalid } from "@/lib/contract/core/errors";
import type { Tx } from "@/lib/store/core/tx";

/** Throws 422 on `field.N` for every ID that is not a status page of the project. Missing and foreign IDs get the same text. */
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
    if (!known.has(id)) errors[`${field}.${index}`] = [`This project has no status page with the ID ${id}.`];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
