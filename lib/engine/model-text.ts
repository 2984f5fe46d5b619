import { now } from "@/lib/shared/clock";
import { modelAddress } from "@/lib/shared/env";
import type { Tx } from "@/lib/store/core/tx";
import { addModelTextJob, type ModelTextRequest } from "@/lib/store/incidents/model-texts";

type Asked<T> = T extends unknown
  ? Omit<T, "facts" | "attempt" | "askedAt"> & { readonly facts: () => object }
  : never;

/**
 * Requests a text from the configured language model, in the transaction that wrote the built-in one. Does nothing without
 * a model.
 */
export async function askForModelText(trx: Tx, asked: Asked<ModelTextRequest>): Promise<void> {
  if (!modelAddress()) return;
  const facts = JSON.stringify(asked.facts());
  await addModelTextJob(trx, { ...asked, facts, attempt: 1, askedAt: now().getTime() });
}
