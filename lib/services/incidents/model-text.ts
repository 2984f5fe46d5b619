import { readOpening, readPostMortem, SUBJECT_WORDS } from "@/lib/domain/incidents/model-answer";
import { MODEL_TASKS } from "@/lib/domain/incidents/model-question";
import { askModel, type ModelAddress } from "@/lib/notify/language-model";
import { now } from "@/lib/shared/clock";
import { modelAddress } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { hint } from "@/lib/store/core/hints";
import { type Tx, tx } from "@/lib/store/core/tx";
import {
  addModelTextJob,
  type ModelTextRequest,
  replaceOpeningText,
  replacePostMortem,
  wantsModelText,
} from "@/lib/store/incidents/model-texts";
import { addTimeline } from "@/lib/store/incidents/writes";
import { requestPageRender } from "@/lib/store/status-pages/render-requests";

/** Waits before the second and third attempts. */
const WAITS_MS = [5_000, 30_000] as const;
/** Maximum age of a request. A later text is of no use, so a backlog is dropped instead of keeping the model busy for hours. */
const LATE_MS = 15 * 60_000;

type Outcome =
  | { readonly write: (trx: Tx) => Promise<boolean> }
  | { readonly error: string; readonly again: boolean };

/**
 * Asks the model once and replaces the built-in text if it is unchanged. No transaction is open while the model responds. A failure is
 * retried twice; then the timeline records why the built-in text stays.
 */
export async function writeModelText(request: ModelTextRequest): Promise<void> {
  const address = modelAddress();
  const { projectId, incidentId } = request;
  if (!address || !(await tx((trx) => wantsModelText(projectId, incidentId, trx)))) return;
  const outcome = await outcomeOf(address, request);
  await tx((trx) => settle(trx, request, address.model, outcome));
  hint("live", { project_id: projectId, topic: "incidents", id: incidentId });
}

async function outcomeOf(address: ModelAddress, request: ModelTextRequest): Promise<Outcome> {
  if (now().getTime() - request.askedAt > LATE_MS)
    return { error: "the request was more than 15 minutes late", again: false };
  const answer = await askModel(address, { task: MODEL_TASKS[request.subject], facts: request.facts });
  if ("error" in answer) return answer;
  if (request.subject === "opening") {
    const read = readOpening(answer.content, request.facts);
    if ("refusal" in read) return { error: read.refusal, again: true };
    return { write: (trx) => replaceOpeningText(trx, request, read.text) };
  }
  const read = readPostMortem(answer.content, request.facts);
  if ("refusal" in read) return { error: read.refusal, again: true };
  return { write: (trx) => replacePostMortem(trx, request, read.text) };
}

async function settle(trx: Tx, request: ModelTextRequest, model: string, outcome: Outcome): Promise<void> {
  const { projectId, incidentId, subject, attempt } = request;
  // Switched off or deleted while the model was responding.
  if (!(await wantsModelText(projectId, incidentId, trx))) return;
  const words = SUBJECT_WORDS[subject];
  const line = { projectId, incidentId, occurredAt: now() };
  if ("write" in outcome) {
    if (!(await outcome.write(trx))) return;
    const reason = `The language model ${model} wrote ${words} from the check results.`;
    await addTimeline(trx, {
      ...line,
      kind: "model_text",
      reason,
      detail: { model, built_in: request.builtIn },
    });
    if (subject === "opening") await requestPageRender(trx, projectId);
    return;
  }
  const waitMs = WAITS_MS[attempt - 1];
  if (outcome.again && waitMs !== undefined) {
    const next = { ...request, attempt: attempt + 1 };
    return addModelTextJob(trx, next, new Date(now().getTime() + waitMs));
  }
  log.warn("the language model returned no text", { incidentId, subject, attempt, error: outcome.error });
  const reason = `The language model ${model} did not write ${words} (${outcome.error}). The built-in text stays.`;
  await addTimeline(trx, { ...line, kind: "model_text_failed", reason });
}
