import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { machineMs, monotonicMs } from "@/lib/shared/clock";
import { setEnv } from "@/lib/shared/env";
import { capabilities } from "./capabilities";
import type { Capability } from "./cast";
import { FAULTS, possibleFaults } from "./faults";
import type { Evidence } from "./judge/evidence";
import { judge, type Section } from "./judge/judge";
import { dueOutages } from "./judge/outages";
import { KNOWN_SEEDS } from "./known-seeds";
import { makePlan } from "./plan";
import { buildScene, type Undo } from "./scene";
import { playStorm } from "./storm";

const USAGE = "npm run storm [-- --minutes 5 (0.5 to 9) --seed <whole number> | --seeds <count>]";
/** A flapping monitor's recovery ends by the clock ten minutes later, so a storm is shorter. */
const MINUTES_MAX = 9;
const MINUTES_MIN = 0.5;
const SEEDS_FROM = 1;
const MINUTE_MS = 60_000;

interface Run {
  readonly seed: number;
  readonly minutes: number;
}

/** Returns the storms to run: one, or the known seeds and then as many new ones. */
function choice(): Run[] {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { minutes: text, seed: text, seeds: text } });
  const minutes = Number(values.minutes ?? 5);
  const seed = Number(values.seed ?? machineMs() % 1_000_000);
  const seeds = values.seeds === undefined ? null : Number(values.seeds);
  const isWhole = Number.isInteger(seed) && (seeds === null || (Number.isInteger(seeds) && seeds > 0));
  if (!isWhole || !(minutes >= MINUTES_MIN && minutes <= MINUTES_MAX)) throw new Error(USAGE);
  if (seeds === null) return [{ seed, minutes }];
  const first = values.seed === undefined ? SEEDS_FROM : seed;
  const known = KNOWN_SEEDS.map((each) => ({ seed: each.seed, minutes: each.minutes }));
  return [...known, ...Array.from({ length: seeds }, (_, index) => ({ seed: first + index, minutes }))];
}

// PostgreSQL's complaints about lost power are part of the storm.
setEnv({ LOG_LEVEL: "error" });
const say = (text: string) => void process.stdout.write(`${text}\n`);

/** Builds a world, plays the seed's storm in it, and prints a verdict. Returns whether every promise was kept. */
async function run({ seed, minutes }: Run, undo: Undo): Promise<boolean> {
  const lacking = Object.entries(capabilities()) as [Capability, string | null][];
  const has = new Set(lacking.filter(([, why]) => why === null).map(([name]) => name));
  const kinds = possibleFaults(has);
  say(`seed ${seed}, ${minutes} minutes, ${kinds.length} of ${Object.keys(FAULTS).length} faults`);
  for (const [name, why] of lacking) if (why !== null) say(`without ${name}: ${why}`);
  const folder = mkdtempSync(path.join(tmpdir(), `vedette-storm-${seed}-`));
  const beganMs = monotonicMs();
  const scene = await buildScene(folder, has, undo);
  say(`built in ${Math.round((monotonicMs() - beganMs) / 1000)} s`);
  const plan = makePlan(seed, minutes * MINUTE_MS, kinds, has.has("namespaces"));
  const evidence = await playStorm(scene, plan, say);
  const sections = judge(evidence);
  const isWell = print(evidence, sections);
  if (isWell) undo.unshift(() => rmSync(folder, { recursive: true, force: true }));
  else {
    writeFileSync(path.join(folder, "evidence.json"), JSON.stringify({ plan, evidence, sections }, null, 1));
    say(`logs and evidence: ${folder}`);
  }
  return isWell;
}

function print(evidence: Evidence, sections: readonly Section[]): boolean {
  const { writes, stored, incidents, outages, arrivals, visits, disturbances } = evidence;
  say(
    `${disturbances.length} faults, ${outages.length} outages (${dueOutages(evidence).length} long and visible enough), ${stored.length} results, ${incidents.length} incidents, ` +
      `${arrivals.length} notifications, ${writes.length} writes, ${visits.length} visits`,
  );
  for (const { promise, findings } of sections) {
    say(`${findings.length === 0 ? "kept  " : "BROKEN"} ${promise}`);
    for (const finding of findings.slice(0, 20)) say(`       ${finding}`);
    if (findings.length > 20) say(`       and ${findings.length - 20} more`);
  }
  return sections.every(({ findings }) => findings.length === 0);
}

async function main(): Promise<boolean> {
  const broken: number[] = [];
  for (const each of choice()) {
    const undo: Undo = [];
    const clean = async () => {
      for (const step of undo.splice(0).reverse()) await step();
    };
    // An early exit must leave no namespace, mount, or process behind.
    const abort = () => void clean().finally(() => process.exit(1));
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, abort);
    try {
      if (!(await run(each, undo))) broken.push(each.seed);
    } finally {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.removeListener(signal, abort);
      await clean();
    }
  }
  say(broken.length === 0 ? "every promise was kept" : `broken by seeds ${broken.join(", ")}`);
  return broken.length === 0;
}

main().then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
