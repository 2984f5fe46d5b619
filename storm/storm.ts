import { existsSync, readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { machineMs, monotonicMs } from "@/lib/shared/clock";
import { pool } from "@/lib/store/core/pool";
import { waitFor } from "@/lib/testing/processes/wait";
import { run } from "@/lib/testing/sql";
import { FAULTS } from "./faults";
import type { Evidence } from "./judge/evidence";
import { generatedIn } from "./judge/generated";
import * as stored from "./judge/stored";
import type { Plan, PlannedFault } from "./plan";
import type { Scene } from "./scene";

const SETTLE_MS = 240_000;
const POLL_MS = 2000;
const OLD_BATCH_MS = 10_000;

export type Say = (text: string) => void;

/** Plays a plan, lets everything settle, and returns what was done and what came out since the scene was built. */
export async function playStorm(scene: Scene, plan: Plan, say: Say): Promise<Evidence> {
  scene.writer.start();
  for (const visitor of scene.visitors) visitor.start();
  for (const runner of scene.runners) if (!runner.isRunning) await runner.start();
  const busy = new Set<string>();
  const startMs = monotonicMs();
  const at = (atMs: number) => wait(Math.max(0, startMs + atMs - monotonicMs()));
  const tell: Say = (text) => say(`${((monotonicMs() - startMs) / 1000).toFixed(1).padStart(6)} s  ${text}`);
  await Promise.all([
    ...plan.outages.map(async (outage) => {
      await at(outage.fromMs);
      scene.targets.fail(outage);
      await at(outage.toMs);
      scene.targets.heal(outage.target);
    }),
    ...plan.moods.map(async ({ provider, mood, atMs }) => {
      await at(atMs);
      const changed = scene.providers[provider];
      if (changed) changed.mood = mood;
    }),
    ...plan.faults.map(async (fault) => {
      await at(fault.fromMs);
      await play(scene, fault, { at, busy, tell });
    }),
    at(plan.durationMs),
  ]);
  tell("calm; everything settles");
  // Pages follow its incidents too, so they'd never be up to date.
  await scene.writer.stop();
  await settle(scene, tell);
  await Promise.all(scene.visitors.map((visitor) => visitor.stop()));
  await Promise.all(scene.runners.map((runner) => runner.stop()));
  return evidenceOf(scene);
}

interface Stage {
  readonly at: (atMs: number) => Promise<void>;
  /** What is hit now, or not back yet. */
  readonly busy: Set<string>;
  readonly tell: Say;
}

/** Applies one fault, unless a slow machine is still busy with the one before, and records when it began and ended. */
async function play(scene: Scene, { kind, subject, toMs }: PlannedFault, stage: Stage): Promise<void> {
  const fault = FAULTS[kind];
  const name = fault.subjects > 1 ? `${fault.title} ${subject + 1}` : fault.title;
  const lane = fault.lane(subject);
  if (lane.some((each) => stage.busy.has(each)))
    return stage.tell(`skipped, because it isn't back yet: ${name}`);
  for (const each of lane) stage.busy.add(each);
  const fromMs = machineMs();
  stage.tell(name);
  await fault.begin(scene, subject);
  await stage.at(toMs);
  await fault.end(scene, subject);
  scene.disturbances.push({ kind, fault, subject, fromMs, toMs: machineMs() });
  for (const each of lane) stage.busy.delete(each);
  stage.tell(`over: ${name}`);
}

/** Waits until every result, decision, and notification is through; what isn't by then is left to the judge. */
async function settle(scene: Scene, tell: Say): Promise<void> {
  const endMs = monotonicMs() + SETTLE_MS;
  const fromMs = machineMs();
  for (let shown = ""; ; await wait(POLL_MS)) {
    const left = (await unsettled(scene, fromMs).catch((error: Error) => [error.message])).join(", ");
    if (left === "") return tell("settled");
    if (monotonicMs() > endMs) return tell(`not settled: ${left}`);
    if (left !== shown) tell(`waiting for ${left}`);
    shown = left;
  }
}

async function unsettled({ spools }: Scene, fromMs: number): Promise<string[]> {
  await hastenRetries();
  const [row] = await stored.rows<Record<string, number>>(
    `select (select count(*) from incidents where type = 'monitor' and status <> 'recovered' and coalesce(stable_at < now(), true)) as "open incidents",
       (select count(*) from deliveries where status = 'pending') as "pending notifications",
       (select count(*) from region_states where last_checked_at is null or last_checked_at < to_timestamp(${fromMs / 1000})) as "regions without a result",
       (select count(*) from status_pages s left join page_snapshots p on p.status_page_id = s.id
         where p.as_of is null or p.as_of < greatest(now() - interval '90 seconds',
           (select max(updated_at) from incidents where project_id = s.project_id))) as "pages behind",
       (select count(*) from graphile_worker._private_jobs where key = 'tick' and run_at < now() - interval '75 seconds') as "late jobs",
       (select count(*) from region_states where failures > 0 or health = 'failing') as "failing regions"`,
  );
  const counts = { ...row, "old spooled batches": spools.flatMap(oldBatches).length };
  return Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
}

/** Returns the batches of a spool that wait for longer than sending one takes. Their names begin with the time of their first result. */
function oldBatches(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => machineMs() - Number(name.slice(0, 15)) > OLD_BATCH_MS);
}

/** Simulates the minutes and hours after which refused notifications are sent again. */
async function hastenRetries(): Promise<void> {
  await run`update deliveries set next_attempt_at = now() - interval '31 seconds'
     where status = 'pending' and attempts > 0 and next_attempt_at > now() and coalesce(leased_until < now(), true)`;
}

async function evidenceOf(scene: Scene): Promise<Evidence> {
  const { targets, runners, disturbances, arrivals, writer, visitors } = scene;
  await waitFor("the database", () =>
    pool()
      .query("select 1")
      .then(Boolean, () => false),
  );
  const monitors = await stored.storedMonitors();
  return {
    monitors,
    outages: targets.outages,
    slow: targets.slow,
    disturbances,
    created: runners.flatMap((runner, index) => generatedIn(runner.log(), index)),
    stored: await stored.storedResults(),
    stories: await stored.storedStories(monitors),
    incidents: await stored.storedIncidents(),
    integrations: await stored.storedIntegrations(),
    events: await stored.storedEvents(),
    deliveries: await stored.storedDeliveries(),
    arrivals,
    writes: writer.writes,
    titles: await stored.storedTitles(),
    visits: visitors.flatMap((visitor) => visitor.visits),
  };
}
