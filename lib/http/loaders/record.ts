import { notFound } from "next/navigation";
import type { Input, Route } from "@/lib/client/route";
import { routes } from "@/lib/client/routes";
import type { Endpoint } from "@/lib/contract/core/endpoint";
import type { RecordKind } from "@/lib/contract/projects/record-projects";
import { load, loadIfFound, loadSession } from "./load";

/** The result of following a link to a record: the record, or the project to switch to. */
export type FoundRecord<Answer> =
  | { record: Answer; elsewhere: null }
  | { record: null; elsewhere: { id: number; name: string } };

/**
 * Loads the record of a page. Links in notifications do not name a project, so the record can be in another accessible project. An
 * inaccessible record is "not found", exactly like a missing one.
 */
export async function loadRecord<E extends Endpoint, Answer>(
  kind: RecordKind,
  recordId: number,
  route: Route<E, Answer>,
  input: Input<E>,
): Promise<FoundRecord<Answer>> {
  const record = await loadIfFound(route, input);
  if (record !== null) return { record, elsewhere: null };
  const elsewhere = await load(routes.getRecordProject, { params: { kind, recordId } });
  const { project } = await loadSession();
  // The record may have become accessible between the two reads. It is then treated as missing, not as being in another project.
  return elsewhere.id === project?.id ? notFound() : { record: null, elsewhere };
}
