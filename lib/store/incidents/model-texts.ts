import { sql } from "kysely";
import { addJob } from "@/lib/store/core/jobs";
import type { Tx } from "@/lib/store/core/tx";

/** A request for a text from a language model, as it is queued; facts are redacted before they are stored. */
export type ModelTextRequest = {
  readonly projectId: number;
  readonly incidentId: number;
  /** JSON sent to the model. */
  readonly facts: string;
  /** Starts at 1, at most 3. */
  readonly attempt: number;
  /** When it was first requested, epoch milliseconds. */
  readonly askedAt: number;
} & (
  | {
      readonly subject: "opening";
      readonly builtIn: { readonly title: string; readonly description: string };
    }
  | { readonly subject: "post_mortem"; readonly builtIn: { readonly markdown: string } }
);

/** Texts are generated one at a time with the lowest priority, so that a slow model delays no notification. */
const QUEUE = "model_text";
const PRIORITY = 10;

/** Requests a text in the caller's transaction. */
export function addModelTextJob(trx: Tx, request: ModelTextRequest, runAt?: Date): Promise<void> {
  return addJob(trx, "model_text", request, { queue: QUEUE, priority: PRIORITY, maxAttempts: 2, runAt });
}

/** Returns whether the project still wants texts and the incident still exists. */
export async function wantsModelText(projectId: number, incidentId: number, trx: Tx): Promise<boolean> {
  const row = await trx
    .selectFrom("incidents as i")
    .innerJoin("projects as p", "p.id", "i.project_id")
    .select("p.use_incident_ai")
    .where("i.id", "=", incidentId)
    .where("i.project_id", "=", projectId)
    .executeTakeFirst();
  return row?.use_incident_ai ?? false;
}

/** Replaces the built-in title and description with the model's. Returns false when someone has changed them. */
export async function replaceOpeningText(
  trx: Tx,
  { projectId, incidentId, builtIn }: Extract<ModelTextRequest, { subject: "opening" }>,
  text: { title: string; description: string },
): Promise<boolean> {
  const changed = await trx
    .updateTable("incidents")
    .set({ ...text, updated_at: sql<Date>`now()` })
    .where("project_id", "=", projectId)
    .where("id", "=", incidentId)
    .where("title", "=", builtIn.title)
    .where("description", "=", builtIn.description)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Replaces the built-in post-mortem draft with the model's. */
export async function replacePostMortem(
  trx: Tx,
  { projectId, incidentId, builtIn }: Extract<ModelTextRequest, { subject: "post_mortem" }>,
  text: { markdown: string },
): Promise<boolean> {
  const changed = await trx
    .updateTable("incident_timeline")
    .set({ detail: JSON.stringify({ ...text, built_in: builtIn.markdown }) })
    .where("project_id", "=", projectId)
    .where("incident_id", "=", incidentId)
    .where("kind", "=", "post_mortem_drafted")
    .where(sql<string>`detail->>'markdown'`, "=", builtIn.markdown)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}
