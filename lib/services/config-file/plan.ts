import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import {
  type ConfigFile,
  FileIntegration,
  FileMonitor,
  FilePage,
  FileRule,
  FileWindow,
  ITEM_KINDS,
  type ItemKind,
} from "@/lib/contract/config-file/config-file";
import { fieldErrors } from "@/lib/contract/core/issues";
import { wording } from "@/lib/contract/core/wording";
import { withheldFieldsOf } from "@/lib/contract/protocols/lookup";
import type { Skipped } from "@/lib/domain/config-file/draft";
import { now } from "@/lib/shared/clock";
import { Turns } from "@/lib/shared/turns";
import { type Caller, projectOf } from "../core/caller";
import { PAGE_SECRETS, unchangedSecrets } from "./page-secrets";
import { refusals, unknownReferences } from "./plan-references";
import { fillReferences } from "./references";
import { isOver, settle } from "./settle";
import type { Plan, Step } from "./steps";
import { readStored, type StoredItem } from "./stored";

const SCHEMAS: Record<ItemKind, z.ZodType<Record<string, unknown>>> = {
  integrations: FileIntegration,
  monitors: FileMonitor,
  status_pages: FilePage,
  maintenance_windows: FileWindow,
  alert_rules: FileRule,
};

/** No one reads more at once. */
const PROBLEMS_MAX = 100;

export type Variable = (name: string) => string | undefined;

/**
 * Compares a file with the stored configuration. Writes nothing. Without `variable`, a text such as `${NAME}` is meant literally, as in
 * another product's file.
 */
export async function planConfig(caller: Caller, file: ConfigFile, variable: Variable | null): Promise<Plan> {
  const stored = await readStored(caller);
  const problems: string[] = [];
  const missing: string[] = [];
  const steps: Step[] = [];
  const skipped: Skipped[] = [];
  const turns = new Turns();
  for (const kind of ITEM_KINDS) {
    const before = new Map(stored.items[kind].map((item) => [item.key, item]));
    for (const [key, given] of Object.entries(file[kind])) {
      if (problems.length >= PROBLEMS_MAX) break;
      await turns.pause();
      const item = before.get(key);
      if (kind === "maintenance_windows" && isOver(given, now())) {
        skipped.push({ name: `${kind}.${key}`, reason: "The window has ended." });
        continue;
      }
      const kept =
        kind === "status_pages" && variable
          ? await unchangedSecrets(projectOf(caller), item, given, variable)
          : [];
      const planned = planItem(kind, key, omit(given, kept), item, variable);
      problems.push(...planned.problems);
      missing.push(...(planned.missing ?? []));
      if (planned.step) steps.push(planned.step);
    }
    for (const item of before.values())
      if (item.managed && !Object.hasOwn(file[kind], item.key)) steps.push(leftStep(kind, item));
  }
  if (problems.length < PROBLEMS_MAX) problems.push(...unknownReferences(steps, file, stored));
  else problems.splice(PROBLEMS_MAX, problems.length, "The rest of the file wasn't checked.");
  return { steps, problems, skipped, missing: [...new Set(missing)], stored };
}

function leftStep(kind: ItemKind, { key, id, fields }: StoredItem): Step {
  return { kind, key, action: "left", id, adopted: false, changed: [], whole: fields, kept: [] };
}

function planItem(
  kind: ItemKind,
  key: string,
  given: Record<string, unknown>,
  item: StoredItem | undefined,
  variable: Variable | null,
): { step: Step | null; problems: string[]; missing?: string[] } {
  const place = `${kind}.${key}`;
  const filled = variable
    ? fillReferences(given, item?.fields, variable)
    : { value: given, missing: [], kept: [] };
  if (filled.missing.length > 0) {
    const text = filled.missing.map(
      (name) => `${place}: The variable ${name} is not set, and no value is stored for it.`,
    );
    return { step: null, problems: text, missing: filled.missing };
  }
  const wanted = filled.value as Record<string, unknown>;
  const base = item ? omit(item.fields, PAGE_SECRETS) : {};
  const merged = { ...base, ...wanted, ...mergedParts(base, wanted) };
  const parsed = SCHEMAS[kind].safeParse(merged, { error: wording });
  if (!parsed.success) {
    const errors = Object.entries(fieldErrors(parsed.error));
    return {
      step: null,
      problems: errors.flatMap(([field, texts]) => texts.map((text) => `${place}.${field}: ${text}`)),
    };
  }
  const whole = parsed.data;
  const problems = [
    ...unknownFields(wanted, whole, place),
    ...refusals(place, () => settle(kind, whole, item, now())),
  ];
  if (problems.length > 0) return { step: null, problems };
  const before = item && settledStored(kind, base, item);
  const differs = (field: string) =>
    // Stored secrets cannot be read back, so a secret that gets this far is a different one or is being removed.
    PAGE_SECRETS.includes(field)
      ? wanted[field] !== null || field in (item?.fields ?? {})
      : !before || !isDeepStrictEqual(whole[field] ?? null, before[field] ?? null);
  const changed = Object.keys(wanted).filter(differs);
  const action = !item ? "create" : changed.length > 0 ? "update" : "unchanged";
  const adopted = item !== undefined && !item.managed;
  const kept = [...filled.kept, ...omittedSecrets(wanted, whole)];
  return {
    step: { kind, key, action, id: item?.id ?? null, adopted, changed, whole, kept },
    problems: [],
  };
}

/**
 * Returns the stored item in the form of `settle`; undefined if this version would no longer accept it. Then every
 * field counts as changed.
 */
function settledStored(
  kind: ItemKind,
  base: Record<string, unknown>,
  item: StoredItem,
): Record<string, unknown> | undefined {
  const { data } = SCHEMAS[kind].safeParse(base, { error: wording });
  return data && refusals("", () => settle(kind, data, item, now())).length === 0 ? data : undefined;
}

/**
 * Merges a request or settings. In a file they are partial, unlike in the API: an omitted part keeps its value while the protocol or
 * the app stays.
 */
function mergedParts(
  base: Record<string, unknown>,
  wanted: Record<string, unknown>,
): Record<string, unknown> {
  const parts = [
    ["request", "protocol"],
    ["settings", "app"],
  ] as const;
  return Object.fromEntries(
    parts
      .filter(
        ([part, kind]) =>
          isObject(base[part]) && isObject(wanted[part]) && (wanted[kind] ?? base[kind]) === base[kind],
      )
      .map(([part]) => [part, { ...Object(base[part]), ...Object(wanted[part]) }]),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Returns the places of secrets of a request that can't be read back, and that the file leaves out. */
function omittedSecrets(
  { request }: Record<string, unknown>,
  { protocol }: Record<string, unknown>,
): string[] {
  const left = withheldFieldsOf(String(protocol)).filter((field) => !(field in Object(request)));
  return left.map((field) => `request.${field}`);
}

/** Reports unknown fields, because a misspelled field would silently do nothing. */
function unknownFields(given: object, parsed: object, place: string): string[] {
  return Object.entries(given).flatMap(([field, value]) => {
    if (!(field in parsed)) return [`${place}.${field}: Unknown field.`];
    const inner = (parsed as Record<string, unknown>)[field];
    const isPart = (field === "request" || field === "settings") && isObject(value);
    return isPart ? unknownFields(value, inner as object, `${place}.${field}`) : [];
  });
}

function omit(fields: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
