import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { machineMs, monotonicMs } from "@/lib/shared/clock";
import { MINUTE_MS } from "@/lib/shared/durations";
import { setEnv } from "@/lib/shared/env";
import type { Capability } from "./cast";
import { FAULTS, type FaultKind, possibleFaults } from "./faults";
import type { Evidence } from "./judge/evidence";
import { judge, type Section } from "./judge/judge";
import { judgedShare } from "./judge/outages";
import { comparePages } from "./judge/pages";
import { KNOWN_SEEDS } from "./known-seeds";
import { makePlan } from "./plan";
import { buildScene } from "./scene";
import { playStorm } from "./storm";
import { type Undo, withUndo } from "./undo";
import { faketimeLibrary } from "./world/false-clock";
import { imagesUnavailable } from "./world/image";

const USAGE =
  "npm run storm [-- --minutes 5 (0.5 to 9) --seed <whole number> | --seeds <count> --keep | --judge <evidence>]";
/** A flapping monitor's recovery ends by the clock ten minutes later, so a storm is shorter. */
const MINUTES_MAX = 9;
const MINUTES_MIN = 0.5;
const SEEDS_FROM = 1;

interface Run {
  readonly seed: number;
  readonly minutes: number;
}

/** Returns the options of the command line. */
function given() {
  const text = { type: "string" } as const;
  const options = { minutes: text, seed: text, seeds: text, judge: text, keep: { type: "boolean" } } as const;
  return parseArgs({ options }).values;
}

/** Returns the storms to run: one, or the known seeds and then as many new ones. */
function choice(): Run[] {
  const values = given();
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

/** Builds a scene and plays every storm in it, one after another. Returns the seeds that broke a promise. */
async function run(runs: readonly Run[], undo: Undo): Promise<number[]> {
  const lacking = Object.entries(capabilities()) as [Capability, string | null][];
  const has = new Set(lacking.filter(([, why]) => why === null).map(([name]) => name));
  const kinds = possibleFaults(has);
  say(`${kinds.length} of ${Object.keys(FAULTS).length} faults`);
  for (const [name, why] of lacking) if (why !== null) say(`without ${name}: ${why}`);
  const folder = mkdtempSync(path.join(tmpdir(), "vedette-storm-"));
  const beganMs = monotonicMs();
  const scene = await buildScene(folder, has, undo);
  say(`built in ${Math.round((monotonicMs() - beganMs) / 1000)} s`);
  const broken: number[] = [];
  const isKept = given().keep ?? false;
  const reported = new Set<string>();
  for (const { seed, minutes } of runs) {
    say(`\nseed ${seed}, ${minutes} minutes`);
    const plan = makePlan(seed, minutes * MINUTE_MS, kinds, has.has("namespaces"));
    const evidence = await playStorm(scene, plan, say);
    const sections = judge(evidence).map((section) => newIn(section, reported));
    const isWell = print(evidence, sections);
    if (!isWell) broken.push(seed);
    if (isWell && !isKept) continue;
    const file = path.join(folder, `evidence-${seed}.json`);
    writeFileSync(file, JSON.stringify({ plan, evidence, sections }, null, 1));
    say(`logs and records: ${folder}`);
  }
  if (broken.length === 0 && !isKept) undo.unshift(() => rmSync(folder, { recursive: true, force: true }));
  return broken;
}

/** Returns the findings that an earlier storm in the same scene didn't have. */
function newIn({ promise, findings }: Section, reported: Set<string>): Section {
  const fresh = findings.filter((finding) => !reported.has(finding));
  for (const finding of fresh) reported.add(finding);
  return { promise, findings: fresh };
}

function print(evidence: Evidence, sections: readonly Section[]): boolean {
  const { writes, stored, incidents, arrivals, visits, disturbances } = evidence;
  say(
    `${disturbances.length} faults, ${stored.length} results, ${incidents.length} incidents, ` +
      `${arrivals.length} notifications, ${writes.length} writes, ${visits.length} visits`,
  );
  say(judgedShare(evidence).text);
  say(`${comparePages(evidence).compared} statements of public pages compared with targets`);
  for (const { promise, findings } of sections) {
    say(`${findings.length === 0 ? "kept  " : "BROKEN"} ${promise}`);
    for (const finding of findings.slice(0, 20)) say(`       ${finding}`);
    if (findings.length > 20) say(`       and ${findings.length - 20} more`);
  }
  return sections.every(({ findings }) => findings.length === 0);
}

/** Judges the kept records of an earlier storm again. */
function judgeAgain(file: string): boolean {
  const { evidence } = JSON.parse(readFileSync(file, "utf8")) as { evidence: Evidence };
  const disturbances = evidence.disturbances.map((each) => ({
    ...each,
    fault: FAULTS[each.kind as FaultKind],
  }));
  const all = { ...evidence, disturbances };
  return print(all, judge(all));
}

async function main(undo: Undo): Promise<boolean> {
  const { judge: file } = given();
  if (file !== undefined) return judgeAgain(file);
  const broken = await run(choice(), undo);
  say(broken.length === 0 ? "every promise was kept" : `broken by seeds ${broken.join(", ")}`);
  return broken.length === 0;
}

withUndo(main).then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);

/** Returns why this machine lacks each capability; null where it has it. */
function capabilities(): Record<Capability, string | null> {
  const isRoot = process.getuid?.() === 0;
  const hasIp = ["/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip"].some((file) => existsSync(file));
  return {
    namespaces: isRoot ? (hasIp ? null : "it needs iproute2") : "it needs root",
    images: imagesUnavailable(),
    "false clock": faketimeLibrary() ? null : "it needs Debian's package libfaketime",
  };
}
