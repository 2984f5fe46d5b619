import { CreateAlertRule } from "@/lib/contract/alerting/alert-rules";
import type { AppId } from "@/lib/contract/apps/registry";
import {
  type FileIntegration,
  type FilePage,
  type FileRule,
  type FileWindow,
  type ItemKind,
  withMembers,
} from "@/lib/contract/config-file/config-file";
import type { CreateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import type { CreateMonitor } from "@/lib/contract/monitors/input";
import { withheldFieldsOf } from "@/lib/contract/protocols/lookup";
import { MASK } from "@/lib/contract/protocols/masked";
import { membersOf } from "@/lib/contract/protocols/members";
import type { CreateStatusPage } from "@/lib/contract/status-pages/pages";
import { present } from "@/lib/shared/assert";
import { createAlertRule, deleteAlertRule, updateAlertRule } from "../alerting/alert-rules";
import { createIntegration, deleteIntegration, updateIntegration } from "../alerting/integrations";
import type { Caller } from "../core/caller";
import {
  createMaintenanceWindow,
  deleteMaintenanceWindow,
  updateMaintenanceWindow,
} from "../maintenance/writes";
import { updateMonitor, updateMonitors } from "../monitors/edit";
import { createMonitor, createMonitors, deleteMonitor } from "../monitors/writes";
import { deleteStatusPage } from "../status-pages/pages";
import { createStatusPage, updateStatusPage } from "../status-pages/writes";
import { toInput } from "./components";
import type { Plan, Step } from "./steps";

type Fields = Record<string, unknown>;
interface Saved {
  readonly id: number;
}

/** Returns whether the steps can be written in one transaction, because none depends on another. */
export function areWrittenTogether(steps: readonly Step[]): boolean {
  const written = steps.filter(({ action }) => action !== "unchanged");
  return written.every(
    (step) =>
      step.kind === "monitors" &&
      step.action === written[0]?.action &&
      refersToMonitors(step) === refersToMonitors(written[0]),
  );
}

/** Returns whether the step's monitor has members, which are written before it. */
export function refersToMonitors({ kind, whole }: Step): boolean {
  return kind === "monitors" && membersOf(whole.request).length > 0;
}

/** Writes the steps of a plan, with the IDs of the items that earlier steps wrote. */
export class Writer {
  private readonly ids = new Map<string, number>();

  constructor(
    private readonly caller: Caller,
    plan: Plan,
  ) {
    for (const [kind, items] of Object.entries(plan.stored.items))
      for (const { key, id } of items) this.note(kind as ItemKind, key, id);
  }

  /** Writes the step and returns the item's ID. */
  async write(step: Step): Promise<number> {
    const id = step.action === "unchanged" ? Number(step.id) : (await this.save(step)).id;
    this.note(step.kind, step.key, id);
    return id;
  }

  /** Writes steps for which `areWrittenTogether`: all of them or, if one fails, none. Returns the items' IDs. */
  async writeTogether(steps: readonly Step[]): Promise<number[]> {
    const created = steps.filter(({ id }) => id === null);
    const inputs = created.map((step) => this.inputOf(step) as CreateMonitor);
    const made = inputs.length === 0 ? [] : await createMonitors(this.caller, inputs);
    const updated = steps.filter(({ action }) => action === "update");
    const changes = updated.map((step) => [Number(step.id), this.changesOf(step)] as const);
    if (changes.length > 0) await updateMonitors(this.caller, new Map(changes));
    const idOf = new Map(created.map((step, index) => [step, made[index]]));
    const ids = steps.map((step) => idOf.get(step) ?? Number(step.id));
    for (const [index, { kind, key }] of steps.entries())
      this.note(kind, key, present(ids[index], "the ID of an item"));
    return ids;
  }

  private changesOf(step: Step): Fields {
    const fields = Object.entries(this.inputOf(step));
    return Object.fromEntries(fields.filter(([field]) => step.changed.includes(field)));
  }

  private save(step: Step): Promise<Saved> {
    const whole = this.inputOf(step);
    const changed = this.changesOf(step);
    const { caller } = this;
    const { id } = step;
    switch (step.kind) {
      case "integrations":
        return this.saveIntegration(step, changed);
      case "monitors":
        return id === null
          ? createMonitor(caller, whole as CreateMonitor)
          : updateMonitor(caller, id, changed);
      case "status_pages":
        return id === null
          ? createStatusPage(caller, whole as CreateStatusPage)
          : updateStatusPage(caller, id, changed);
      case "maintenance_windows":
        return id === null
          ? createMaintenanceWindow(caller, whole as CreateMaintenanceWindow)
          : updateMaintenanceWindow(caller, id, {
              ...changed,
              ...(whole.recurrence ? { apply_to: "following" } : {}),
            });
      case "alert_rules": {
        const rule = CreateAlertRule.parse(whole);
        return id === null ? createAlertRule(caller, rule) : updateAlertRule(caller, id, rule);
      }
    }
  }

  /** Sends only the secrets that the caller gave, because a stored one must not follow to another destination. */
  private saveIntegration({ id, whole, kept }: Step, changed: Fields): Promise<Saved> {
    const { app, ...input } = whole as FileIntegration;
    if (id === null) return createIntegration(this.caller, app as AppId, input);
    const given = Object.entries(input.settings).filter(([name]) => !kept.includes(`settings.${name}`));
    const settings = changed.settings ? { settings: Object.fromEntries(given) } : {};
    return updateIntegration(this.caller, app as AppId, id, { ...changed, ...settings });
  }

  private note(kind: ItemKind, key: string, id: number): void {
    this.ids.set(`${kind} ${key}`, id);
  }

  /** Replaces keys with IDs, as the API expects. */
  private inputOf({ kind, whole, kept }: Step): Fields {
    const idOf = (of: ItemKind) => (key: string) => Number(this.ids.get(`${of} ${key}`));
    if (kind === "status_pages")
      return { ...whole, components: toInput((whole as FilePage).components, idOf("monitors")) };
    if (kind === "maintenance_windows") {
      const { monitors, status_pages } = whole as FileWindow;
      return {
        ...whole,
        monitors: monitors.map(idOf("monitors")),
        status_pages: status_pages.map(idOf("status_pages")),
      };
    }
    if (kind === "monitors")
      return withMembers(withMasks(whole, kept), membersOf<string>(whole.request).map(idOf("monitors")));
    if (kind !== "alert_rules") return whole;
    const { integration, monitors, ...rule } = whole as FileRule;
    return {
      ...rule,
      integration_id: idOf("integrations")(integration),
      monitors: monitors.map(idOf("monitors")),
    };
  }
}

/** Returns a monitor with a mask for each secret that keeps its stored value, so that it's not sent to another server. */
function withMasks(whole: Fields, kept: readonly string[]): Fields {
  const request = { ...Object(whole.request) } as Fields;
  for (const name of withheldFieldsOf(String(whole.protocol)))
    if (kept.includes(`request.${name}`) && (request[name] ?? null) !== null) request[name] = MASK;
  return { ...whole, request };
}

/** Deletes a step's item. A recurring window is deleted with all that follow. */
export function removeItem(caller: Caller, { kind, id, whole }: Step): Promise<void> {
  const itemId = Number(id);
  switch (kind) {
    case "integrations":
      return deleteIntegration(caller, whole.app as AppId, itemId);
    case "monitors":
      return deleteMonitor(caller, itemId);
    case "status_pages":
      return deleteStatusPage(caller, itemId);
    case "maintenance_windows":
      return deleteMaintenanceWindow(caller, itemId, whole.recurrence ? { apply_to: "following" } : {});
    case "alert_rules":
      return deleteAlertRule(caller, itemId);
  }
}
