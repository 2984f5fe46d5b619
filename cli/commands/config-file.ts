import { readFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { Command } from "commander";
import type { ConfigFile } from "@/lib/contract/config-file/config-file";
import { applyPlan } from "@/lib/services/config-file/apply";
import { changesOf } from "@/lib/services/config-file/changes";
import { exportConfig } from "@/lib/services/config-file/export";
import { planConfig, type Variable } from "@/lib/services/config-file/plan";
import { readExport } from "@/lib/services/config-file/read-import";
import type { Plan, Step } from "@/lib/services/config-file/steps";
import { isOwnVariable, variable } from "@/lib/shared/env";
import { projectCaller } from "../caller";
import { withDatabase } from "../connect";
import { print, remark } from "../output";

const WORDS = { create: "+ create", update: "~ change", unchanged: "= same", left: "= kept" };

/** Defines `cli export --project main > vedette.yaml`. */
export function exportCommand(): Command {
  return new Command("export")
    .description("print a project's configuration as YAML; secrets become variable references")
    .option("--project <slug>", "project to export", "main")
    .action(async ({ project }: { project: string }) => {
      await withDatabase(async () => {
        const text = await exportConfig(await projectCaller(project), project);
        await pipeline(text, process.stdout, { end: false });
      });
    });
}

/** Defines `cli apply vedette.yaml --dry-run`. */
export function applyCommand(): Command {
  return new Command("apply")
    .description(
      "apply a YAML file to a project; items that aren't in the file stay unchanged, and secrets come from variables",
    )
    .argument("<file>", "YAML file from `export`; - reads standard input")
    .option("--dry-run", "show the changes without applying them")
    .option("--env-prefix <prefix>", "take secrets from variables whose names start with this")
    .option("--env <names...>", "take secrets from these variables")
    .option("--prune", "delete items that an earlier file created and this one no longer has")
    .action(async (file: string, options: ApplyOptions) => {
      const bytes = await readFile(file === "-" ? "/dev/stdin" : file);
      await withDatabase(async () => {
        const imported = await readExport("vedette", bytes);
        if ("file" in imported) await run(imported.file, options);
      });
    });
}

interface ApplyOptions {
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  readonly envPrefix?: string;
  readonly env?: readonly string[];
}

/**
 * Returns the variables that the person who applies a file lets it read. Someone else may have written the file, and could send any
 * other one, such as the server's secrets, to an address of theirs.
 */
export function allowedVariables({ envPrefix, env = [] }: ApplyOptions): Variable {
  for (const name of env)
    if (isOwnVariable(name)) throw new Error(`--env must not name ${name}, which configures Vedette itself.`);
  if (envPrefix === "") throw new Error("--env-prefix must not be empty.");
  return (name) => {
    const isAllowed = env.includes(name) || (envPrefix !== undefined && name.startsWith(envPrefix));
    return isAllowed && !isOwnVariable(name) ? variable(name) : undefined;
  };
}

const ALLOW_HINT = "Name the variables that the file may read with --env or --env-prefix.";

async function run(config: ConfigFile, options: ApplyOptions): Promise<void> {
  const { dryRun = false, prune = false, env: names, envPrefix } = options;
  const caller = await projectCaller(config.project);
  const plan = await planConfig(caller, config, allowedVariables(options));
  const isUnnamed = plan.missing.length > 0 && names === undefined && envPrefix === undefined;
  if (plan.problems.length > 0)
    throw new Error(
      `Nothing was changed. Fix these problems in the file first:\n  ${plan.problems.join("\n  ")}${isUnnamed ? `\n${ALLOW_HINT}` : ""}`,
    );
  if (dryRun) for (const step of plan.steps) print(textOf(step, plan, prune));
  else await applyPlan(caller, plan, { prune, onStep: (step) => print(textOf(step, plan, prune)) });
  remark(summaryOf(plan, dryRun, prune));
}

/** Returns the step's line, and below it what an update changes. */
function textOf(step: Step, plan: Plan, prune: boolean): string {
  const changes = step.action === "update" ? changesOf(step, plan.stored) : [];
  const lines = changes.map(
    ({ field, before, after }) => `            ${field}: ${before ?? "none"} → ${after ?? "none"}`,
  );
  return [lineOf(step, prune), ...lines].join("\n");
}

function lineOf(step: Step, prune: boolean): string {
  const word = step.action === "left" && prune ? "- delete" : WORDS[step.action];
  const adopted = step.adopted ? `  adopts existing item ${step.id}` : "";
  return `${word.padEnd(9)} ${step.kind}.${step.key}${adopted}`;
}

function summaryOf(plan: Plan, dryRun: boolean, prune: boolean): string {
  const count = (action: Step["action"]) => plan.steps.filter((step) => step.action === action).length;
  const left = count("left");
  const rest =
    left === 0
      ? ""
      : prune
        ? `, ${left} deleted`
        : `, ${left} no longer in the file and kept (use --prune to delete them)`;
  const counts = `${count("create")} created, ${count("update")} updated, ${count("unchanged")} unchanged${rest}.`;
  return dryRun ? `Dry run: nothing was changed. ${counts}` : counts;
}
