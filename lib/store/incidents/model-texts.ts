import { sql } from "kysely";
import { addJob } from "@/lib/store/core/jobs";
import type { Tx } from "@/lib/store/core/tx";

/** A text that a language model is asked for, as it waits in the queue: facts are redacted before they are stored. */
export type ModelTextRequest = {
  readonly projectId: number;
  readonly incidentId: number;
  /** JSON that the model is given. */
  readonly facts: string;
  /** 1, 2, 3. */
  readonly attempt: number;
  /** When it was asked for first; epoch milliseconds. */
  readonly askedAt: number;
} & (
  | {
      readonly subject: "opening";
      readonly builtIn: { readonly title: string; readonly description: string };
    }
  | { readonly subject: "post_mortem"; readonly builtIn: { readonly markdown: string } }
);

/** One after another, after everything else: a slow model holds no message up. */
const QUEUE = "model_text";
const PRIORITY = 10;

/** Asks for a text in the transaction that causes it. */
export function addModelTextJob(trx: Tx, request: ModelTextRequest, runAt?: Date): Promise<void> {
  return addJob(trx, "model_text", request, { queue: QUEUE, priority: PRIORITY, maxAttempts: 2, runAt });
}

/** Whether the project still wants texts, and the incident still stands. */
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

/** Puts the model's title and description where the built-in ones still stand. False: somebody changed them. */
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

/** Puts the model's draft where the built-in one stands. */
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
