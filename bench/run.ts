import { log } from "@/lib/shared/log";
import type { Bench, Measure } from "./bench";
import { isQuiet } from "./control";
import { stopBenchServer } from "./ingest-database";
import { benches } from "./registry";
import { type Verdict, verdictOf } from "./verdict";

const USAGE = "npm run -s bench -- [--quick] [--only C1,P1] [--json]";

interface Choice {
  quick: boolean;
  json: boolean;
  only: Set<string> | null;
}

function choice(args: string[]): Choice {
  const at = args.indexOf("--only");
  const only = at === -1 ? null : new Set((args[at + 1] ?? "").split(",").filter(Boolean));
  const known = new Set(benches.map((bench) => bench.id));
  for (const id of only ?? []) {
    if (!known.has(id))
      throw new Error(`--only must list known measurements (${[...known].join(", ")}); got ${id}. ${USAGE}`);
  }
  return { quick: args.includes("--quick"), json: args.includes("--json"), only };
}

function print(bench: Bench, measure: Measure, verdict: Verdict, json: boolean): void {
  if (json) {
    const { value, unit, noisy, note } = measure;
    process.stdout.write(
      `${JSON.stringify({ id: bench.id, value, unit, goal: bench.goal, verdict, noisy, note })}\n`,
    );
    return;
  }
  const cells = [
    bench.id.padEnd(4),
    bench.title.padEnd(58),
    bench.goal.padEnd(24),
    `${Number(measure.value.toPrecision(4))} ${measure.unit}`.padEnd(22),
    `${verdict}${measure.noisy ? " (noisy)" : ""}`.padEnd(15),
    measure.note ?? "",
  ];
  process.stdout.write(`${cells.join(" ").trimEnd()}\n`);
}

async function main(): Promise<void> {
  const chosen = choice(process.argv.slice(2));
  let missed = 0;
  let wasQuiet = await isQuiet();
  for (const bench of benches) {
    if (chosen.only && !chosen.only.has(bench.id)) continue;
    const measures = await bench.run({ quick: chosen.quick });
    const isQuietNow = await isQuiet();
    for (const measure of measures) {
      const verdict = verdictOf(measure, wasQuiet && isQuietNow);
      print(bench, measure, verdict, chosen.json);
      if (verdict === "MISSED") missed += 1;
    }
    wasQuiet = isQuietNow;
  }
  await stopBenchServer();
  if (!chosen.json) process.stdout.write(missed === 0 ? "all goals met\n" : `${missed} missed\n`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    log.error("bench failed", { error });
    process.exit(1);
  },
);
