import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { parseDocument, stringify } from "yaml";
import { ConfigFile } from "@/lib/contract/config-file/config-file";
import { fieldErrors } from "@/lib/contract/core/issues";
import { wording } from "@/lib/contract/core/wording";
import { applyPlan } from "@/lib/services/config-file/apply";
import { exportConfig } from "@/lib/services/config-file/export";
import { type Plan, planConfig, type Step } from "@/lib/services/config-file/plan";
import { variable } from "@/lib/shared/env";
import { selectProjectBySlug } from "@/lib/store/projects/slug";
import { commandLineCaller } from "../caller";
import { withDatabase } from "../connect";
import { print, remark } from "../output";

const WORDS = { create: "+ create", update: "~ change", unchanged: "= same", left: "- left" };

/** `cli export --project main > vedette.yaml`. */
export function exportCommand(): Command {
  return new Command("export")
    .description(
      "a project's monitors, status pages and alert rules as YAML; secrets become references to variables",
    )
    .option("--project <slug>", "which project", "main")
    .action(async ({ project }: { project: string }) => {
      const config = await withDatabase(async () => exportConfig(await callerOf(project), project));
      print(stringify(config, { lineWidth: 120, aliasDuplicateObjects: false }).trimEnd());
    });
}

/** `cli apply vedette.yaml --dry-run`. */
export function applyCommand(): Command {
  return new Command("apply")
    .description(
      "make a project as its file says: what the file does not hold stays as it is; secrets come from variables",
    )
    .argument("<file>", "YAML as `export` prints it; - for standard input")
    .option("--dry-run", "only say what would change")
    .option("--prune", "also delete what an earlier file held and this one no longer does")
    .action(async (file: string, options: { dryRun?: boolean; prune?: boolean }) => {
      const config = parseConfig(await readFile(file === "-" ? "/dev/stdin" : file, "utf8"));
      await withDatabase(() => run(config, options.dryRun ?? false, options.prune ?? false));
    });
}

async function run(config: ConfigFile, dryRun: boolean, prune: boolean): Promise<void> {
  const caller = await callerOf(config.project);
  const plan = await planConfig(caller, config, variable);
  if (plan.problems.length > 0)
    throw new Error(
      `Nothing was changed. The file has to be put right first:\n  ${plan.problems.join("\n  ")}`,
    );
  if (dryRun) for (const step of plan.steps) print(lineOf(step, prune));
  else await applyPlan(caller, plan, { prune, onStep: (step) => print(lineOf(step, prune)) });
  remark(summaryOf(plan, dryRun, prune));
}

async function callerOf(project: string) {
  const caller = await commandLineCaller();
  const id = await selectProjectBySlug(caller.organizationId, project);
  if (id === null) throw new Error(`There is no project ${project}; \`projects list\` shows all.`);
  return { ...caller, projectId: id };
}

/** Reads a file's text. Throws an error that names every line or field that is wrong. */
export function parseConfig(text: string): ConfigFile {
  const document = parseDocument(text, { uniqueKeys: true });
  const [broken] = document.errors;
  if (broken) throw new Error(`This is not YAML: ${broken.message}`);
  const parsed = ConfigFile.safeParse(document.toJS({ maxAliasCount: 100 }), { error: wording });
  if (parsed.success) return parsed.data;
  const lines = Object.entries(fieldErrors(parsed.error)).map(
    ([field, texts]) => `  ${field || "file"}: ${texts.join(" ")}`,
  );
  throw new Error(`The file is not as \`export\` prints it:\n${lines.join("\n")}`);
}

function lineOf(step: Step, prune: boolean): string {
  const word = step.action === "left" && prune ? "- delete" : WORDS[step.action];
  const fields = step.action === "update" ? ` (${step.changed.join(", ")})` : "";
  const adopted = step.adopted ? `  takes over number ${step.id}, made by hand` : "";
  return `${word.padEnd(9)} ${step.kind}.${step.key}${fields}${adopted}`;
}

function summaryOf(plan: Plan, dryRun: boolean, prune: boolean): string {
  const count = (action: Step["action"]) => plan.steps.filter((step) => step.action === action).length;
  const left = count("left");
  const rest =
    left === 0
      ? ""
      : prune
        ? `, ${left} deleted`
        : `, ${left} no longer in the file and left alone (--prune deletes them)`;
  const counts = `${count("create")} created, ${count("update")} changed, ${count("unchanged")} the same${rest}.`;
  return dryRun ? `Dry run, nothing was written: ${counts}` : counts;
}
