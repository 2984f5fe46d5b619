import { CreateAlertRule } from "@/lib/contract/alerting/alert-rules";
import {
  type FilePage,
  type FileRule,
  ITEM_KINDS,
  type ItemKind,
} from "@/lib/contract/config-file/config-file";
import type { CreateMonitor } from "@/lib/contract/monitors/input";
import type { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { forgetManagedItem, keepManagedItem } from "@/lib/store/config-file/managed-items";
import { createAlertRule, deleteAlertRule, updateAlertRule } from "../alerting/alert-rules";
import { type Caller, projectOf } from "../core/caller";
import { createMonitor, deleteMonitor, updateMonitor } from "../monitors/writes";
import { deleteStatusPage } from "../status-pages/pages";
import { createStatusPage, updateStatusPage } from "../status-pages/writes";
import { toInput } from "./components";
import type { Plan, Step } from "./plan";

interface ApplyOptions {
  /** Deletes items that the file used to contain and no longer does; never anything else. */
  readonly prune: boolean;
  /** Called after each applied step. */
  readonly onStep: (step: Step) => void;
}

/**
 * Applies a plan: monitors first, then the items that refer to them. Each item is one transaction. If one fails, those before it stay
 * applied, and applying the same file again continues from there. Throws if the plan has problems.
 */
export async function applyPlan(caller: Caller, plan: Plan, options: ApplyOptions): Promise<void> {
  if (plan.problems.length > 0) throw new Error(plan.problems.join("\n"));
  const monitorIds = new Map(plan.stored.items.monitors.map(({ key, id }) => [key, id]));
  const writer = new Writer(caller, plan, monitorIds);
  for (const kind of ITEM_KINDS)
    for (const step of plan.steps.filter((one) => one.kind === kind && one.action !== "left")) {
      const id = await named(step, () => writer.write(step));
      if (kind === "monitors") monitorIds.set(step.key, id);
      await keepManagedItem(projectOf(caller), kind, step.key, id);
      options.onStep(step);
    }
  if (!options.prune) return;
  for (const kind of [...ITEM_KINDS].reverse())
    for (const step of plan.steps.filter((one) => one.kind === kind && one.action === "left")) {
      await remove(caller, kind, Number(step.id));
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
    throw new Error(`${kind}.${key}: ${text} All items before it were applied.`, { cause: error });
  }
}

function remove(caller: Caller, kind: ItemKind, id: number): Promise<void> {
  if (kind === "monitors") return deleteMonitor(caller, id);
  return kind === "status_pages" ? deleteStatusPage(caller, id) : deleteAlertRule(caller, id);
}

class Writer {
  constructor(
    private readonly caller: Caller,
    private readonly plan: Plan,
    private readonly monitorIds: ReadonlyMap<string, number>,
  ) {}

  /** Writes the step and returns the item's ID. */
  async write(step: Step): Promise<number> {
    if (step.action === "unchanged") return Number(step.id);
    const whole = this.inputOf(step);
    const changed = Object.fromEntries(
      Object.entries(whole).filter(([field]) => step.changed.includes(field)),
    );
    const { caller } = this;
    if (step.kind === "monitors") {
      if (step.id === null) return (await createMonitor(caller, whole as CreateMonitor)).id;
      return (await updateMonitor(caller, step.id, changed)).id;
    }
    if (step.kind === "status_pages") {
      if (step.id === null) return (await createStatusPage(caller, whole as CreateStatusPage)).id;
      return (await updateStatusPage(caller, step.id, changed)).id;
    }
    const rule = CreateAlertRule.parse(whole);
    return (
      step.id === null ? await createAlertRule(caller, rule) : await updateAlertRule(caller, step.id, rule)
    ).id;
  }

  /** Replaces keys and names with IDs, as the API expects. */
  private inputOf({ kind, whole }: Step): Record<string, unknown> {
    const idOf = (key: string) => Number(this.monitorIds.get(key));
    if (kind === "status_pages")
      return { ...whole, components: toInput((whole as FilePage).components, idOf) };
    if (kind === "monitors") return whole;
    const { integration, monitors, ...rule } = whole as FileRule;
    const found = this.plan.stored.integrations.find(({ name }) => name === integration);
    return { ...rule, integration_id: found?.id, monitors: monitors.map(idOf) };
  }
}
