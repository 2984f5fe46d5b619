import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { waitFor } from "@/e2e/support/wait";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { disturb } from "./disturbance";
import { judge } from "./judge";
import { Random } from "./random";
import { print } from "./report";
import { buildScene, MONITORS, type Undo } from "./scene";

const SETTLE_MS = 5000;
const DRAIN_MS = 60_000;
/** The built-in runner continues while we read, so its latest results may still be in transit. */
const ON_THE_WAY_MS = 8000;

function choice(): { minutes: number; seed: number } {
  const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
  const [minutes, seed] = [Number(values.minutes ?? 5), Number(values.seed ?? now().getTime() % 1_000_000)];
  // A flapping monitor's recovery ends by the clock ten minutes later, not by results.
  if (!(minutes > 0 && minutes <= 9) || !Number.isInteger(seed))
    throw new Error("npx tsx storm/namespace/run.ts [--minutes 5, at most 9] [--seed <whole number>]");
  return { minutes, seed };
}

/** Builds the scene, disturbs it, lets the spool drain, and compares. Returns true when nothing differs. */
async function run(minutes: number, seed: number, undo: Undo): Promise<boolean> {
  const scene = await buildScene(seed, undo);
  const { network, targets, runner, watch } = scene;
  await wait(SETTLE_MS);
  targets.disturb();
  const endMs = now().getTime() + minutes * 60_000;
  const disturbed = await disturb(new Random(seed + 1), network, runner, endMs);
  const drainMs = now().getTime();
  await waitFor("the spool to drain", () => runner.spooled() === 0, DRAIN_MS);
  await runner.stop();
  const upToMs = now().getTime();
  await wait(ON_THE_WAY_MS);
  watch.stop();
  return print({ disturbed, drainedMs: upToMs - drainMs, ...(await judge(scene, upToMs)) });
}

async function main(): Promise<boolean> {
  const { minutes, seed } = choice();
  if (process.getuid?.() !== 0)
    throw new Error("A network namespace needs Linux, iproute2 and root. Run this as root.");
  process.stdout.write(`seed ${seed}, ${minutes} minutes, ${MONITORS} monitors in 2 regions\n`);
  const undo: Undo = [];
  const clean = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  // An early exit must leave no namespace, address or process behind.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void clean().finally(() => process.exit(1)));
  try {
    return await run(minutes, seed, undo);
  } finally {
    await clean();
  }
}

main().then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    log.error("run failed", { error });
    process.exit(1);
  },
);
