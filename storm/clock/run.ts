import { log } from "@/lib/shared/log";
import { pool } from "@/lib/store/core/pool";
import { faketimeLibrary } from "./false-clock";
import { jumpUnder, type Seen, WATCH_MS } from "./jump";
import { buildScene, type Scene, type Undo } from "./scene";

// Runs the built server under clocks that jump: `npx tsx storm/clock/run.ts`. Needs Debian's package `libfaketime`.
const HOUR = 3600;
/** Offsets from the true time, one after another: +1 h, +1 d, −1 h. */
const JUMPS = [
  ["+1 h", HOUR],
  ["+1 d", 25 * HOUR],
  ["-1 h", 24 * HOUR],
] as const;

function isFine(seen: Seen): boolean {
  const calm = seen.checks > seen.nominal * 0.7 && seen.checks < seen.nominal * 1.4;
  const goesOn = seen.session === 200 && seen.streaming && seen.changes > 0 && seen.alive && seen.ticks > 0;
  const notified = seen.retriedS < 120 && seen.recoveredS < 120;
  return calm && goesOn && notified && seen.problems.length === 0;
}

function print(seen: Seen): void {
  const { name, checks, nominal, burst, session, streaming, changes, alive, ticks } = seen;
  const lines = [
    `${isFine(seen) ? "ok    " : "WRONG "} ${name}`,
    `checks in ${WATCH_MS / 1000} s ${checks} (nominal ${nominal.toFixed(0)}), at most ${burst} in a second; the minute task ran ${ticks} times`,
    `session ${session}, live stream ${streaming ? "open" : "CLOSED"} with ${changes} changes, runner ${alive ? "alive" : "SILENT"}`,
    `refused alert retried after ${seen.retriedS.toFixed(0)} s, recovery delivered after ${seen.recoveredS.toFixed(0)} s`,
    `outage ${seen.outageS.toFixed(0)} s, recorded ${seen.recordedS.toFixed(0)} s`,
    ...seen.problems.map((problem) => `WRONG: ${problem}`),
  ];
  process.stdout.write(`${lines.join("\n       ")}\n`);
}

async function playAll(scene: Scene): Promise<boolean> {
  await pool().query("create table clock_bench_ticks (at timestamptz default now())");
  await pool().query(`create function clock_bench_tick() returns trigger language plpgsql as
    'begin insert into clock_bench_ticks default values; return old; end'`);
  await pool().query(`create trigger clock_bench after delete on graphile_worker._private_jobs for each row
    when (old.key = 'tick') execute function clock_bench_tick()`);
  const { database, server, runner } = scene.clocks;
  const moved = [
    ["the server alone", [server]],
    ["the runner alone", [runner]],
    ["the whole machine", [database, server, runner]],
  ] as const;
  const only = process.argv[2];
  let fine = true;
  for (const [whose, clocks] of moved) {
    if (only && !whose.includes(only)) continue;
    let beforeSeconds = 0;
    for (const [by, seconds] of JUMPS) {
      const databaseBySeconds = clocks.some((clock) => clock === database) ? seconds - beforeSeconds : 0;
      beforeSeconds = seconds;
      const jump = () => {
        for (const clock of clocks) clock.set(seconds);
      };
      const seen = await jumpUnder(scene, { name: `${whose}, ${by}`, databaseBySeconds, jump });
      print(seen);
      fine = fine && isFine(seen);
    }
    for (const clock of clocks) clock.set(0);
  }
  return fine;
}

async function main(): Promise<boolean> {
  const library = faketimeLibrary();
  if (!library) throw new Error("This needs libfaketime. Run apt-get install libfaketime.");
  const undo: Undo = [];
  const clean = async () => {
    for (const step of undo.splice(0).reverse())
      await step().catch((error: unknown) => log.warn("cleanup failed", { error }));
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void clean().finally(() => process.exit(1)));
  try {
    return await playAll(await buildScene(library, undo));
  } finally {
    await clean();
  }
}

main().then(
  (fine) => process.exit(fine ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
