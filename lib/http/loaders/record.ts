import { notFound } from "next/navigation";
import type { Input, Route } from "@/lib/client/route";
import { routes } from "@/lib/client/routes";
import type { Endpoint } from "@/lib/contract/core/endpoint";
import type { RecordKind } from "@/lib/contract/projects/record-projects";
import { load, loadIfThere } from "./load";

/** What a link to a record finds: it itself, or the project one has to work in to see it. */
export type FoundRecord<Answer> =
  | { record: Answer; elsewhere: null }
  | { record: null; elsewhere: { id: number; name: string } };

/**
 * The record that a page is about. Links in messages name no project, so it may be in another one that the person can reach; a record
 * out of reach is "not found", exactly as one that is missing (T22).
 */
export async function loadRecord<E extends Endpoint, Answer>(
  kind: RecordKind,
  recordId: number,
  route: Route<E, Answer>,
  input: Input<E>,
): Promise<FoundRecord<Answer>> {
  const record = await loadIfThere(route, input);
  if (record !== null) return { record, elsewhere: null };
  const elsewhere = await load(routes.getRecordProject, { params: { kind, recordId } });
  const { project } = await load(routes.getSession);
  // Right between two reads it may have come within sight; it is gone then, not elsewhere.
  return elsewhere.id === project?.id ? notFound() : { record: null, elsewhere };
}
