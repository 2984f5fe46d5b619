import { type ConfigFile, ITEM_KINDS } from "@/lib/contract/config-file/config-file";
import type { ImportConfiguration, ImportedItem, ImportResult } from "@/lib/contract/config-file/imports";
import type { ImportSource } from "@/lib/contract/config-file/sources";
import { ApiError, invalid } from "@/lib/contract/core/errors";
import type { Skipped } from "@/lib/domain/config-file/draft";
import type { Imported } from "@/lib/domain/config-file/importers/importer";
import { type Caller, projectOf, requirePermission } from "@/lib/services/core/caller";
import { log } from "@/lib/shared/log";
import { once } from "@/lib/shared/once";
import { keepImportedItems } from "@/lib/store/config-file/imported-items";
import { selectProjectSlug } from "@/lib/store/projects/slug";
import { applyPlan } from "./apply";
import { changesOf } from "./changes";
import { type Placed, placeDraft } from "./place-draft";
import { planConfig } from "./plan";
import { readImport } from "./read-import";
import type { Plan, Step } from "./steps";

type Options = Pick<ImportConfiguration, "source" | "regions" | "variables" | "prune" | "preview">;

/** Imports an export of another product, or applies a Vedette file. A preview saves nothing. `body` is that of the request. */
export async function importConfiguration(caller: Caller, body: Buffer): Promise<ImportResult> {
  requirePermission(caller, "uptime:write");
  return oneAtATime(projectOf(caller), async () => {
    const { options, imported } = await readImport(body, projectOf(caller));
    return importParsed(caller, imported, options);
  });
}

/** Throws 429 while another import of the project is in progress, because its share of the server is one. */
async function oneAtATime<Result>(projectId: number, work: () => Promise<Result>): Promise<Result> {
  const running = once("imports.running", () => new Set<number>());
  if (running.has(projectId))
    throw new ApiError(429, "Another import of this project is in progress. Please try again.", null, {
      "Retry-After": "5",
    });
  running.add(projectId);
  try {
    return await work();
  } finally {
    running.delete(projectId);
  }
}

/** Imports the content of a file. */
export async function importParsed(
  caller: Caller,
  imported: Imported,
  options: Options,
): Promise<ImportResult> {
  const placed =
    "file" in imported
      ? ofFile(imported.file)
      : await placeDraft(caller, options.source, imported.draft, options.regions);
  // Never the server's own variables, which a file could send anywhere.
  const variable = (name: string) =>
    Object.hasOwn(options.variables, name) ? options.variables[name] : undefined;
  const isOwnFile = "file" in imported;
  const whole = await planConfig(caller, placed.file, isOwnFile ? variable : null);
  const problems = isOwnFile
    ? [...(await otherProject(caller, placed.file)), ...whole.problems]
    : whole.problems;
  const steps = isOwnFile ? whole.steps : whole.steps.filter(({ action }) => action !== "left");
  const plan: Plan = { ...whole, steps, problems };
  const prune = options.prune && isOwnFile;
  const items = [...steps.map((step) => itemOf(step, plan, placed, prune)), ...placed.links.map(linkedItem)];
  const skipped = [...placed.skipped, ...plan.skipped];
  if (problems.length === 0) requireComplete(options.source, placed.count, items, skipped);
  if (!options.preview) await save(caller, plan, placed, { ...options, prune, isOwnFile });
  return {
    applied: !options.preview,
    total: placed.count,
    items,
    skipped,
    problems: plan.problems,
    missing_variables: plan.missing,
  };
}

/** Returns a problem if a file is that of another project, because applying it here is probably a mistake. */
async function otherProject(caller: Caller, { project }: ConfigFile): Promise<string[]> {
  const own = await selectProjectSlug(projectOf(caller));
  if (project === own) return [];
  return [
    `project: The file is for the project ${project.slice(0, 100)}, and this is ${own}. To apply it here, change project in the file.`,
  ];
}

interface Saving {
  readonly source: ImportSource;
  readonly prune: boolean;
  readonly isOwnFile: boolean;
}

async function save(
  caller: Caller,
  plan: Plan,
  placed: Placed,
  { source, prune, isOwnFile }: Saving,
): Promise<void> {
  if (plan.problems.length > 0) throw invalid({ file: plan.problems });
  const projectId = projectOf(caller);
  await keepImportedItems(projectId, source, placed.links);
  await applyPlan(caller, plan, {
    prune,
    onStep: () => undefined,
    ...(!isOwnFile && {
      keep: (kind, items) =>
        keepImportedItems(
          projectId,
          source,
          items.map(({ key, itemId }) => ({
            kind,
            ref: placed.refs.get(`${kind}.${key}`) ?? key,
            id: itemId,
          })),
        ),
    }),
  });
}

function ofFile(file: ConfigFile): Placed {
  const count = ITEM_KINDS.reduce((sum, kind) => sum + Object.keys(file[kind]).length, 0);
  return { count, file, notes: new Map(), refs: new Map(), links: [], skipped: [] };
}

/** Throws 500 before anything is saved if an item of the file is neither imported nor skipped, which is a defect of the importer. */
export function requireComplete(
  source: ImportSource,
  total: number,
  items: readonly Pick<ImportedItem, "action">[],
  skipped: readonly Skipped[],
): void {
  const placed = items.filter(({ action }) => action !== "left" && action !== "delete").length;
  if (placed + skipped.length === total) return;
  log.error("an import lost items", { source, total, placed, skipped: skipped.length });
  throw new ApiError(
    500,
    `Nothing was imported. The file has ${total} items, but the import accounted for ${placed + skipped.length}. Report this as a defect.`,
  );
}

/** Returns an existing item that the import uses unchanged. */
function linkedItem({ kind, key, name, id, notes }: Placed["links"][number]): ImportedItem {
  return { kind, key, name, id, notes: [...notes], action: "unchanged", changes: [] };
}

function itemOf(step: Step, plan: Plan, { notes }: Placed, prune: boolean): ImportedItem {
  const { kind, key, action, id, whole } = step;
  return {
    kind,
    key,
    name: String(whole.name ?? whole.title ?? key),
    action: action === "left" && prune ? "delete" : action,
    id,
    changes: action === "update" ? changesOf(step, plan.stored) : [],
    notes: [...(notes.get(`${kind}.${key}`) ?? [])],
  };
}
