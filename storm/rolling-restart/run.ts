import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { log } from "@/lib/shared/log";
import { type Undo, withUndo } from "../undo";
import { startLoad, type Tally } from "./load";
import { buildScene, type Scene } from "./scene";

// Restarts two servers in turn behind HAProxy while clients read and write: `npx tsx storm/rolling-restart/run.ts --rounds 3`.

/** Longer than HAProxy needs to send requests to a server that is ready again. */
const SETTLE_MS = 3000;

interface Listed {
  readonly data: readonly { readonly title: string }[];
  readonly links: { readonly next: string | null };
}

function rounds(): number {
  const { values } = parseArgs({ options: { rounds: { type: "string" } } });
  const count = Number(values.rounds ?? 3);
  if (!Number.isInteger(count) || count < 1)
    throw new Error("npx tsx storm/rolling-restart/run.ts [--rounds 3, a whole number from 1]");
  return count;
}

/** Returns how often each acknowledged incident was stored other than once. */
async function storedWrong({ api }: Scene, created: readonly string[]): Promise<string[]> {
  const stored = new Map<string, number>();
  for (let page = 1; ; page += 1) {
    const { data, links } = await api.get<Listed>(`/uptime/incidents?per_page=100&page=${page}`);
    for (const { title } of data) stored.set(title, (stored.get(title) ?? 0) + 1);
    if (links.next === null) break;
  }
  return created.flatMap((title) => {
    const times = stored.get(title) ?? 0;
    return times === 1 ? [] : [`${title} was acknowledged once and stored ${times} times`];
  });
}

function print({ counts, failures, created }: Tally, wrong: readonly string[]): boolean {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const lines = [
    ...[...counts].map(([kind, count]) => {
      const failed = failures.filter((failure) => failure.kind === kind).length;
      return `${kind.padEnd(30)} ${String(count).padStart(6)} requests, ${failed} failed`;
    }),
    ...failures.slice(0, 20).map(({ kind, at, error }) => `FAILED ${at.toISOString()} ${kind}: ${error}`),
    ...wrong,
    `${total} requests, ${failures.length} failed; ${created.length} incidents created, ${wrong.length} stored wrongly`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return failures.length === 0 && wrong.length === 0;
}

async function run(count: number, undo: Undo): Promise<boolean> {
  const scene = await buildScene(undo);
  const load = startLoad(scene.balancer.url, scene.api.headers);
  let isClean = true;
  await wait(SETTLE_MS);
  for (let round = 0; round < count; round += 1)
    for (const index of scene.servers.keys()) {
      const { code, stoppedMs } = await scene.restart(index);
      process.stdout.write(
        `round ${round + 1}, server ${index + 1}: stopped after ${(stoppedMs / 1000).toFixed(1)} s with code ${code}\n`,
      );
      isClean &&= code === 0;
      await wait(SETTLE_MS);
    }
  const tally = await load.stop();
  return print(tally, await storedWrong(scene, tally.created)) && isClean;
}

withUndo((undo) => run(rounds(), undo)).then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    log.error("run failed", { error });
    process.exit(1);
  },
);
