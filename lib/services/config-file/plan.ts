import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import type { AppId } from "@/lib/contract/apps/registry";
import {
  type ConfigFile,
  FilePage,
  FileRule,
  ITEM_KINDS,
  type ItemKind,
} from "@/lib/contract/config-file/config-file";
import { ApiError } from "@/lib/contract/core/errors";
import { fieldErrors } from "@/lib/contract/core/issues";
import { wording } from "@/lib/contract/core/wording";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { checkedEventSettings, checkedMessageSettings } from "../alerting/alert-rule-settings";
import { type Caller, projectOf } from "../core/caller";
import { keysIn } from "./components";
import { PAGE_SECRETS, unchangedSecrets } from "./page-secrets";
import { fillReferences } from "./references";
import { readStored, type Stored, type StoredItem } from "./stored";

const SCHEMAS: Record<ItemKind, z.ZodType<Record<string, unknown>>> = {
  monitors: CreateMonitor,
  status_pages: FilePage,
  alert_rules: FileRule,
};

export interface Step {
  readonly kind: ItemKind;
  readonly key: string;
  /** `left`: managed before but no longer in the file. */
  readonly action: "create" | "update" | "unchanged" | "left";
  /** ID of the stored item; null for one to create. */
  readonly id: number | null;
  /** Whether the file takes over an item created by hand. */
  readonly adopted: boolean;
  /** Names of the changed fields. */
  readonly changed: string[];
  /** The whole item as the file writes it. */
  readonly whole: Record<string, unknown>;
}
export interface Plan {
  readonly steps: Step[];
  /** Problems in the file. Nothing is applied while there are any. */
  readonly problems: string[];
  readonly stored: Stored;
}

export type Variable = (name: string) => string | undefined;

/** Compares a file with the stored configuration. Writes nothing. */
export async function planConfig(caller: Caller, file: ConfigFile, variable: Variable): Promise<Plan> {
  const stored = await readStored(caller);
  const problems: string[] = [];
  const steps: Step[] = [];
  for (const kind of ITEM_KINDS) {
    const before = new Map(stored.items[kind].map((item) => [item.key, item]));
    for (const [key, given] of Object.entries(file[kind])) {
      const item = before.get(key);
      const kept =
        kind === "status_pages" ? await unchangedSecrets(projectOf(caller), item, given, variable) : [];
      const planned = planItem(kind, key, omit(given, kept), item, variable);
      problems.push(...planned.problems);
      if (planned.step) steps.push(planned.step);
    }
    for (const item of before.values())
      if (item.managed && !(item.key in file[kind])) steps.push(leftStep(kind, item));
  }
  problems.push(...unknownReferences(steps, file, stored));
  return { steps, problems, stored };
}

function leftStep(kind: ItemKind, { key, id, fields }: StoredItem): Step {
  return { kind, key, action: "left", id, adopted: false, changed: [], whole: fields };
}

function planItem(
  kind: ItemKind,
  key: string,
  given: Record<string, unknown>,
  item: StoredItem | undefined,
  variable: Variable,
): { step: Step | null; problems: string[] } {
  const place = `${kind}.${key}`;
  const filled = fillReferences(given, item?.fields, variable);
  if (filled.missing.length > 0) {
    const text = filled.missing.map(
      (name) => `${place}: The variable ${name} is not set, and no value is stored for it.`,
    );
    return { step: null, problems: text };
  }
  const wanted = filled.value as Record<string, unknown>;
  const base = item ? omit(item.fields, PAGE_SECRETS) : {};
  const merged = { ...base, ...wanted, ...mergedRequest(base, wanted) };
  const parsed = SCHEMAS[kind].safeParse(merged, { error: wording });
  if (!parsed.success) {
    const errors = Object.entries(fieldErrors(parsed.error));
    return {
      step: null,
      problems: errors.flatMap(([field, texts]) => texts.map((text) => `${place}.${field}: ${text}`)),
    };
  }
  const unknown = unknownFields(wanted, parsed.data, place);
  if (unknown.length > 0) return { step: null, problems: unknown };
  const before = item ? SCHEMAS[kind].safeParse(base, { error: wording }).data : undefined;
  const differs = (field: string) =>
    // Stored secrets cannot be read back, so a secret that gets this far is a different one or is being removed.
    PAGE_SECRETS.includes(field)
      ? wanted[field] !== null || field in (item?.fields ?? {})
      : !before || !isDeepStrictEqual(parsed.data[field], before[field]);
  const changed = Object.keys(wanted).filter(differs);
  const action = !item ? "create" : changed.length > 0 ? "update" : "unchanged";
  const adopted = item !== undefined && !item.managed;
  return {
    step: { kind, key, action, id: item?.id ?? null, adopted, changed, whole: parsed.data },
    problems: [],
  };
}

/**
 * Merges a request. In a file `request` is partial, unlike in the API: an omitted part keeps its value while the protocol stays.
 */
function mergedRequest(
  base: Record<string, unknown>,
  wanted: Record<string, unknown>,
): Record<string, unknown> {
  const { request } = wanted;
  if (!base.request || typeof request !== "object" || request === null) return {};
  if ((wanted.protocol ?? base.protocol) !== base.protocol) return {};
  return { request: { ...base.request, ...request } };
}

/** Reports unknown fields, because a misspelled field would silently do nothing. */
function unknownFields(given: object, parsed: object, place: string): string[] {
  return Object.entries(given).flatMap(([field, value]) => {
    if (!(field in parsed)) return [`${place}.${field}: Unknown field.`];
    const inner = (parsed as Record<string, unknown>)[field];
    const isRequest = field === "request" && value !== null && typeof value === "object";
    return isRequest ? unknownFields(value, inner as object, `${place}.${field}`) : [];
  });
}

/** Reports monitors and integrations that items refer to but that will not exist. */
function unknownReferences(steps: readonly Step[], file: ConfigFile, stored: Stored): string[] {
  const monitors = new Set([...Object.keys(file.monitors), ...stored.items.monitors.map(({ key }) => key)]);
  return steps.flatMap(({ kind, key, action, whole }) => {
    if (action === "left" || kind === "monitors") return [];
    const place = `${kind}.${key}`;
    const named =
      kind === "status_pages" ? keysIn((whole as FilePage).components) : (whole as FileRule).monitors;
    const missing = named
      .filter((monitor) => !monitors.has(monitor))
      .map((monitor) => `${place}: Monitor ${monitor} is neither in the file nor in the project.`);
    return kind === "status_pages"
      ? missing
      : [...missing, ...integrationProblems(place, whole as FileRule, stored)];
  });
}

function integrationProblems(place: string, rule: FileRule, stored: Stored): string[] {
  const [found, ...others] = stored.integrations.filter(({ name }) => name === rule.integration);
  if (!found)
    return [
      `${place}.integration: The project has no integration ${rule.integration}. Set it up first; files cannot define integrations.`,
    ];
  if (others.length === 0) return settingsProblems(place, rule, found.app as AppId);
  return [
    `${place}.integration: ${others.length + 1} integrations are called ${rule.integration}. Give each a unique name.`,
  ];
}

/** Returns what the service would refuse when it writes the alert rule. */
function settingsProblems(place: string, rule: FileRule, app: AppId): string[] {
  try {
    checkedEventSettings(rule.event, rule.event_settings);
    checkedMessageSettings(app, rule.event, rule.integration_settings);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError) || !error.errors) throw error;
    return Object.entries(error.errors).flatMap(([field, texts]) =>
      texts.map((text) => `${place}.${field}: ${text}`),
    );
  }
}

function omit(fields: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
