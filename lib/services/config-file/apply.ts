import { ITEM_KINDS } from "@/lib/contract/config-file/config-file";
import { ApiError } from "@/lib/contract/core/errors";
import { forgetManagedItem, keepManagedItem } from "@/lib/store/config-file/managed-items";
import { type Caller, projectOf, requirePermission } from "../core/caller";
import type { Plan, Step } from "./steps";
import { removeItem, Writer } from "./writer";

interface ApplyOptions {
  /** Deletes items that the file used to contain and no longer does; never anything else. */
  readonly prune: boolean;
  /** Called after each applied step. */
  readonly onStep: (step: Step) => void;
  /** Records where an item came from; by default, that the file manages it. */
  readonly keep?: (step: Step, id: number) => Promise<void>;
}

/**
 * Applies a plan: integrations and monitors first, then the items that refer to them. Each item is one transaction. If one fails, those before it stay
 * applied, and applying the same file again continues from there. Throws if the plan has problems.
 */
export async function applyPlan(caller: Caller, plan: Plan, options: ApplyOptions): Promise<void> {
  if (plan.problems.length > 0) throw new Error(plan.problems.join("\n"));
  requireAllowed(caller, plan);
  const keep = options.keep ?? ((step, id) => keepManagedItem(projectOf(caller), step.kind, step.key, id));
  const writer = new Writer(caller, plan);
  for (const kind of ITEM_KINDS)
    for (const step of plan.steps.filter((one) => one.kind === kind && one.action !== "left")) {
      const id = await named(step, () => writer.write(step));
      await keep(step, id);
      options.onStep(step);
    }
  if (!options.prune) return;
  for (const kind of [...ITEM_KINDS].reverse())
    for (const step of plan.steps.filter((one) => one.kind === kind && one.action === "left")) {
      await named(step, () => removeItem(caller, step));
      await forgetManagedItem(projectOf(caller), kind, step.key);
      options.onStep(step);
    }
}

/** Adds the item's place in the file to an error. */
async function named<T>({ kind, key }: Step, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const message = `${kind}.${key}: ${text} All items before it were applied.`;
    if (error instanceof ApiError)
      throw new ApiError(error.status, message, error.errors && { file: [message] });
    throw new Error(message, { cause: error });
  }
}

/** Throws 403 before anything is written if a step needs a permission that the caller lacks. */
function requireAllowed(caller: Caller, { steps }: Plan): void {
  const isWritten = ({ action }: Step) => action === "create" || action === "update";
  if (steps.some((step) => isWritten(step) && (step.kind === "integrations" || step.kind === "alert_rules")))
    requirePermission(caller, "platform:write");
}
