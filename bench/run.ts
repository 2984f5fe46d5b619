import { monotonicMs } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import type { Bench, BenchOptions, Measure } from "./bench";
import { isQuiet } from "./control";
import { stopBenchServer } from "./ingest-database";
import { benches, QUICK } from "./registry";
import { type Verdict, verdictOf } from "./verdict";

const USAGE = "npm run -s bench -- [--quick] [--only http-cpu,public-page] [--json]";

interface Choice {
  quick: boolean;
  json: boolean;
  /** Null chooses all. */
  only: ReadonlySet<string> | null;
}

function choice(args: string[]): Choice {
  const at = args.indexOf("--only");
  const only = at === -1 ? null : new Set((args[at + 1] ?? "").split(",").filter(Boolean));
  const known = new Set(benches.map((bench) => bench.id));
  for (const id of only ?? []) {
    if (!known.has(id))
      throw new Error(`--only must list known measurements (${[...known].join(", ")}); got ${id}. ${USAGE}`);
  }
  const quick = args.includes("--quick");
  return { quick, json: args.includes("--json"), only: only ?? (quick ? QUICK : null) };
}

interface Line {
  readonly bench: Bench;
  readonly measure: Measure;
  readonly verdict: Verdict;
  /** How long all measures of the bench took together. */
  readonly seconds: number;
}

function print({ bench, measure, verdict, seconds }: Line, json: boolean): void {
  if (json) {
    const { value, unit, noisy, note } = measure;
    process.stdout.write(
      `${JSON.stringify({ id: bench.id, value, unit, goal: bench.goal, verdict, noisy, seconds, note })}\n`,
    );
    return;
  }
  const cells = [
    bench.id.padEnd(4),
    bench.title.padEnd(58),
    bench.goal.padEnd(24),
    `${Number(measure.value.toPrecision(4))} ${measure.unit}`.padEnd(22),
    verdict.padEnd(8),
    `${seconds} s`.padStart(5),
    measure.note ?? "",
  ];
  process.stdout.write(`${cells.join(" ").trimEnd()}\n`);
}

interface Measured {
  readonly bench: Bench;
  /** Null if it failed. */
  readonly measures: readonly Measure[] | null;
  readonly seconds: number;
}

/** Measures, without ending the run if it fails. */
async function measured(bench: Bench, options: BenchOptions): Promise<Measured> {
  const startMs = monotonicMs();
  const measures = await bench.run(options).catch((error: unknown) => {
    log.error("measurement failed", { id: bench.id, error });
    return null;
  });
  return { bench, measures, seconds: Math.round((monotonicMs() - startMs) / 1000) };
}

/** Returns the measurements that run at the same time: each alone, and then those that run beside others. */
function groupsOf(chosen: readonly Bench[]): Bench[][] {
  const beside = chosen.filter((bench) => bench.beside);
  return [...chosen.filter((bench) => !bench.beside).map((bench) => [bench]), beside];
}

/** Measures a group at the same time. What measures idle processes waits for the others. */
async function measuredTogether(group: readonly Bench[], quick: boolean): Promise<Measured[]> {
  const start = (some: readonly Bench[], calm: Promise<unknown>) =>
    Promise.all(some.map((bench) => measured(bench, { quick, calm })));
  const busy = start(
    group.filter(({ beside }) => beside !== "idle"),
    Promise.resolve(),
  );
  const idle = start(
    group.filter(({ beside }) => beside === "idle"),
    busy,
  );
  return (await Promise.all([busy, idle])).flat();
}

/** Returns the exit code: 1 if a measurement failed. A missed goal isn't a failure. */
async function main(): Promise<number> {
  const { quick, json, only } = choice(process.argv.slice(2));
  const counts = { met: 0, MISSED: 0, unclear: 0, skipped: 0 } satisfies Record<Verdict, number>;
  let failed = 0;
  let wasQuiet = await isQuiet();
  for (const group of groupsOf(benches.filter(({ id }) => only?.has(id) ?? true))) {
    const ended = await measuredTogether(group, quick);
    const isQuietNow = await isQuiet();
    for (const { bench, measures, seconds } of ended) {
      for (const measure of measures ?? []) {
        const verdict = verdictOf(measure, wasQuiet && isQuietNow);
        print({ bench, measure, verdict, seconds }, json);
        counts[verdict] += 1;
      }
      if (!measures) failed += 1;
    }
    wasQuiet = isQuietNow;
  }
  await stopBenchServer();
  const { met, MISSED: missed, unclear, skipped } = counts;
  if (!json)
    process.stdout.write(
      `${met} met, ${missed} missed, ${unclear} unclear, ${skipped} skipped, ${failed} failed\n`,
    );
  return failed > 0 ? 1 : 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    log.error("bench failed", { error });
    process.exit(1);
  },
);
