import { setTimeout as wait } from "node:timers/promises";
import { now } from "@/lib/shared/clock";
import type { Link, Network } from "./network";
import type { Random } from "./random";
import type { RemoteRunner } from "./remote-runner";

const CALM_MS = [2000, 15_000] as const;
const CUT_MS = [1000, 40_000] as const;
const DEAD_MS = [0, 4000] as const;

export interface Disturbed {
  cuts: Record<Link, number>;
  cutMs: Record<Link, number>;
  killsWhileCut: number;
}

/** Randomly cuts the remote runner's links and kills it until `endMs`; afterward everything is restored. */
export async function disturb(
  random: Random,
  network: Network,
  runner: RemoteRunner,
  endMs: number,
): Promise<Disturbed> {
  const done: Disturbed = {
    cuts: { control: 0, targets: 0 },
    cutMs: { control: 0, targets: 0 },
    killsWhileCut: 0,
  };
  const nowMs = () => now().getTime();
  const killAndRestart = async () => {
    await runner.kill(nowMs());
    await wait(random.between(...DEAD_MS));
    runner.start();
  };
  while (nowMs() < endMs) {
    await wait(random.between(...CALM_MS));
    if (random.chance(0.4)) {
      await killAndRestart();
      continue;
    }
    const links = random.pick<Link[]>(["control"], ["control"], ["control", "targets"], ["targets"]);
    const cutMs = random.between(...CUT_MS);
    for (const link of links) {
      network.cut(link);
      done.cuts[link] += 1;
      done.cutMs[link] += cutMs;
    }
    const killed = random.chance(0.5);
    if (killed) {
      done.killsWhileCut += 1;
      const beforeMs = random.between(0, cutMs);
      await wait(beforeMs);
      const startMs = nowMs();
      await killAndRestart();
      await wait(Math.max(0, cutMs - beforeMs - (nowMs() - startMs)));
    } else await wait(cutMs);
    for (const link of links) network.mend(link);
  }
  return done;
}
