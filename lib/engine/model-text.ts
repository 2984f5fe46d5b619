import { now } from "@/lib/shared/clock";
import { modelAddress } from "@/lib/shared/env";
import type { Tx } from "@/lib/store/core/tx";
import { addModelTextJob, type ModelTextRequest } from "@/lib/store/incidents/model-texts";

type Asked<T> = T extends unknown
  ? Omit<T, "facts" | "attempt" | "askedAt"> & { readonly facts: object }
  : never;

/**
 * Asks for a text by the language model that the operator set up, in the transaction that wrote the built-in one. Without a model
 * nothing happens.
 */
export async function askForModelText(trx: Tx, asked: Asked<ModelTextRequest>): Promise<void> {
  if (!modelAddress()) return;
  const facts = JSON.stringify(asked.facts);
  await addModelTextJob(trx, { ...asked, facts, attempt: 1, askedAt: now().getTime() });
}
