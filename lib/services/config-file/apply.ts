import type { AppId } from "@/lib/contract/apps/registry";
import { ITEM_KINDS, type ItemKind } from "@/lib/contract/config-file/config-file";
import { ApiError } from "@/lib/contract/core/errors";
import { present } from "@/lib/shared/assert";
import { forgetManagedItem, keepManagedItems, type ManagedItem } from "@/lib/store/config-file/managed-items";
import { requireCreatable } from "../alerting/integrations";
import { type Caller, projectOf, requirePermission } from "../core/caller";
import type { Plan, Step } from "./steps";
import { areWrittenTogether, refersToMonitors, removeItem, Writer } from "./writer";

interface ApplyOptions {
  /** Deletes items that the file used to contain and no longer does; never anything else. */
  readonly prune: boolean;
  /** Called after each applied step. */
  readonly onStep: (step: Step) => void;
  /** Records where items of one kind came from; by default, that the file manages them. */
  readonly keep?: (kind: ItemKind, items: readonly ManagedItem[]) => Promise<void>;
}

/**
 * Applies a plan: integrations and monitors first, then the items that refer to them. If an item fails, those before it stay applied,
 * and applying the same file again continues from there. Throws if the plan has problems.
 */
export async function applyPlan(caller: Caller, plan: Plan, options: ApplyOptions): Promise<void> {
  if (plan.problems.length > 0) throw new Error(plan.problems.join("\n"));
  await requireAllowed(caller, plan);
  const keep = options.keep ?? ((kind, items) => keepManagedItems(projectOf(caller), kind, items));
  const writer = new Writer(caller, plan);
  const saved = async (steps: readonly Step[], ids: readonly number[]) => {
    const items = steps.map(({ key }, index) => ({ key, itemId: present(ids[index], "the ID of an item") }));
    await keep(present(steps[0], "a step").kind, items);
    for (const step of steps) options.onStep(step);
  };
  for (const kind of ITEM_KINDS)
    for (const steps of together(plan.steps.filter((one) => one.kind === kind && one.action !== "left"))) {
      const ids = steps.length > 1 ? await writer.writeTogether(steps).catch(refused) : null;
      if (ids) await saved(steps, ids);
      // One at a time, so that the failing item is found and those before it stay applied.
      else for (const step of steps) await saved([step], [await named(step, () => writer.write(step))]);
    }
  if (!options.prune) return;
  for (const kind of [...ITEM_KINDS].reverse())
    for (const step of plan.steps.filter((one) => one.kind === kind && one.action === "left")) {
      await named(step, () => removeItem(caller, step));
      await forgetManagedItem(projectOf(caller), kind, step.key);
      options.onStep(step);
    }
}

/** Only a rejection proves that nothing was written. */
function refused(error: unknown): null {
  if (error instanceof ApiError) return null;
  throw error;
}

const MOST_TOGETHER = 50;

/** Returns the steps in order, groups after their members, by transaction. */
function together(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = [];
  const later = steps.filter(refersToMonitors);
  for (const step of [...steps.filter((one) => !later.includes(one)), ...later]) {
    const last = groups.at(-1);
    const fits = last && last.length < MOST_TOGETHER && areWrittenTogether([...last, step]);
    if (fits) last.push(step);
    else groups.push([step]);
  }
  return groups;
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

/** Throws 403 before anything is written if a step needs a permission that the caller lacks, or an app that it can't set up. */
async function requireAllowed(caller: Caller, { steps }: Plan): Promise<void> {
  const isWritten = ({ action }: Step) => action === "create" || action === "update";
  if (steps.some((step) => isWritten(step) && (step.kind === "integrations" || step.kind === "alert_rules")))
    requirePermission(caller, "platform:write");
  const made = steps.filter(({ action, kind }) => action === "create" && kind === "integrations");
  for (const app of new Set(made.map(({ whole }) => whole.app as AppId))) await requireCreatable(caller, app);
}
