import { postMortemFactsForModel } from "@/lib/domain/incidents/model-question";
import { draftPostMortem } from "@/lib/domain/incidents/post-mortem";
import type { Tx } from "@/lib/store/core/tx";
import { postMortemFacts } from "@/lib/store/incidents/post-mortem-facts";
import { addTimeline } from "@/lib/store/incidents/writes";
import { askForModelText } from "./model-text";

/** Adds a post-mortem draft to the timeline of a recovered incident. */
export async function notePostMortem(
  trx: Tx,
  projectId: number,
  incidentId: number,
  at: Date,
): Promise<void> {
  const facts = await postMortemFacts(trx, incidentId);
  if (!facts) return;
  const markdown = draftPostMortem(facts);
  await addTimeline(trx, {
    projectId,
    incidentId,
    kind: "post_mortem_drafted",
    reason: "A post-mortem draft was written from the recorded checks.",
    occurredAt: at,
    detail: { markdown },
  });
  const builtIn = { markdown };
  const asked = {
    projectId,
    incidentId,
    subject: "post_mortem",
    builtIn,
    facts: postMortemFactsForModel(facts),
  } as const;
  await askForModelText(trx, asked);
}
