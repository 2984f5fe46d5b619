import { readFileSync } from "node:fs";
import path from "node:path";
import { writeClient } from "./client.mjs";
import { findShapeProblems } from "./shape.mjs";
import { root, say, step } from "./step.mjs";

/** With fewer modules, dependency-cruiser didn't read the sources (it reports "no violations" for nothing). */
const LEAST_MODULES = 100;
const CRUISED = [
  "app",
  "components",
  "lib",
  "server",
  "server.ts",
  "cli",
  "e2e",
  "bench",
  "storm",
  "scripts",
];

/** Returns a package's program, run without npx and its network lookup. */
export function tool(name, packageName = name) {
  const folder = path.join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return path.join(folder, typeof bin === "string" ? bin : bin[name]);
}

/** Generates the API client, then checks style, types, dependency rules, file and folder sizes, words, and unused code. Returns how many passed and failed. */
export async function staticChecks() {
  const results = [
    // Types and unused code are judged with the generated client in place.
    await writeClient(),
    await node("Style (biome)", tool("biome", "@biomejs/biome"), ["check", "--error-on-warnings"]),
    // With one thread the native compiler takes a fifth of the CPU. Next.js and the scripts that read sources need the API of the other one.
    await node("Types (tsc)", tool("tsc", "typescript-native"), ["--noEmit", "-p", ".", "--singleThreaded"]),
    await dependencies("Dependency rules (dependency-cruiser)", ".dependency-cruiser.cjs"),
    await dependencies("Circles between folders (dependency-cruiser)", ".dependency-cruiser-folders.cjs"),
    shape(),
    await node("Words (scripts/check-words.ts)", "--import", ["tsx", "scripts/check-words.ts"]),
    await node("Unused code (knip)", tool("knip"), []),
  ];
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

async function node(name, file, args) {
  return (await step(name, process.execPath, [file, ...args])).ok;
}

function shape() {
  const problems = findShapeProblems();
  say(problems.length === 0 ? "✓ File and folder sizes" : "✗ File and folder sizes");
  for (const problem of problems) say(`  ${problem}`);
  return problems.length === 0;
}

async function dependencies(name, config) {
  const args = [
    tool("depcruise", "dependency-cruiser"),
    ...["--config", config, ...CRUISED, "--output-type", "err"],
  ];
  const { ok, output } = await step(name, process.execPath, args);
  const cruised = Number(/\b(\d{1,9}) modules/.exec(output)?.[1] ?? 0);
  if (cruised >= LEAST_MODULES) return ok;
  say(`✗ dependency-cruiser must read at least ${LEAST_MODULES} modules; got ${cruised}`);
  return false;
}
