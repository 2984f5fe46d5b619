import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Bench, BenchOptions, Measure } from "@/bench/bench";
import { benchMonitors, inDatabase } from "@/bench/ingest-database";
import { apiClient } from "@/e2e/support/api-client";
import { phaseOf, slotAt } from "@/lib/domain/checks/slot";
import { monotonicMs, now } from "@/lib/shared/clock";
import { env } from "@/lib/shared/env";
import { pool } from "@/lib/store/core/pool";
import { freePort } from "@/lib/testing/processes/ports";
import { Program } from "@/lib/testing/processes/program";
import { waitFor } from "@/lib/testing/processes/wait";
import { Hits } from "./hits";

const REGION = "eu-deu-fra";
const INTERVAL_MS = 30_000;
const RUNNERS = 2;
/** By then, a monitor that a peer took over was checked again as scheduled. */
const WATCHED_MS = 2.5 * INTERVAL_MS;
const READY_MS = 240_000;
/** Two missed heartbeats, and the time in which the peer catches up without hammering its targets. */
const GOAL_MS = 17_000;

/** Starts the built server and two runners of one region for the monitors of this database. */
async function startPrograms(folder: string): Promise<Program[]> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const variables = {
    DATABASE_URL: env().DATABASE_URL ?? "",
    APP_SECRET: env().APP_SECRET ?? "",
    ALLOW_PRIVATE_TARGETS: "127.0.0.0/8",
    RUNNER: "off",
    LOG_LEVEL: "warn",
    PORT: String(port),
    DATA_DIR: path.join(folder, "server"),
  };
  mkdirSync(variables.DATA_DIR);
  const isReady = () =>
    fetch(`${url}/api/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const server = new Program("dist/server.mjs", {
    logFile: path.join(folder, "server.log"),
    variables,
    isReady,
    readyMs: READY_MS,
  });
  await server.start();
  const api = await apiClient({ url, port, dataDir: variables.DATA_DIR, variables }, 1);
  const programs = [server];
  for (let index = 0; index < RUNNERS; index += 1) {
    const { token } = await api.post<{ token: string }>("/runners", {
      region: REGION,
      name: `Runner ${index}`,
    });
    const dataDir = path.join(folder, `runner-${index}`);
    mkdirSync(dataDir);
    const runner = new Program("dist/runner.js", {
      logFile: `${dataDir}.log`,
      variables: {
        CONTROL_URL: url,
        RUNNER_TOKEN: token,
        DATA_DIR: dataDir,
        ANCHORS: "off",
        ANCHOR_NAMES: "off",
        LOG_LEVEL: "warn",
      },
    });
    await runner.start();
    programs.push(runner);
  }
  return programs;
}

async function aimAt(port: number): Promise<void> {
  await pool().query(
    "update monitors set request = jsonb_build_object('method', 'GET', 'url', 'http://127.0.0.1:' || $1::int || '/' || id)",
    [port],
  );
}

/**
 * Counts results beyond one per interval. A check after a takeover counts for the scheduled time
 * before it.
 */
async function storedTwice(since: Date): Promise<number> {
  const { rows } = await pool().query<{ monitor: number; scheduledAt: Date }>(
    'select monitor_id as monitor, scheduled_at as "scheduledAt" from results where started_at > $1',
    [since],
  );
  const seconds = INTERVAL_MS / 1000;
  const slots = new Set(
    rows.map(({ monitor, scheduledAt }) => {
      const phaseMs = phaseOf(monitor, REGION, seconds);
      return `${monitor} ${slotAt(scheduledAt.getTime(), phaseMs, seconds)}`;
    }),
  );
  return rows.length - slots.size;
}

async function measured(
  monitors: number,
  hits: Hits,
  victim: Program,
  calm: Promise<unknown>,
): Promise<Measure> {
  // The first checks come as soon as a monitor exists, or a runner joins. Some monitors' second check is half a minute later.
  await waitFor("every monitor's second check", () => hits.seen(2) === monitors, READY_MS);
  await calm;
  hits.reset();
  const steadyAt = now();
  await waitFor("every monitor's scheduled check", () => hits.seen(1) === monitors, READY_MS);
  const killedMs = monotonicMs();
  await victim.kill();
  const missingNow = () => hits.missingSince(killedMs + INTERVAL_MS);
  while (missingNow() > 0 && monotonicMs() < killedMs + WATCHED_MS) await wait(1000);
  const longestMs = hits.longestPauseMs();
  const lost = hits.lost(INTERVAL_MS);
  const doubled = await storedTwice(steadyAt);
  const missing = missingNow();
  const note = `${monitors} monitors, ${RUNNERS} runners, one killed: ${lost} scheduled times lost, ${doubled} stored twice, ${missing} monitors still unchecked after ${WATCHED_MS / 1000} s; the longest pause was ${(longestMs / 1000).toFixed(1)} s`;
  const unseenMs = Math.round(longestMs - INTERVAL_MS);
  const ok = unseenMs <= GOAL_MS && missing + doubled === 0;
  return { value: unseenMs, unit: "ms unseen", ok, noisy: false, note };
}

async function run({ quick, calm }: BenchOptions): Promise<Measure[]> {
  const monitors = quick ? 500 : 5000;
  const folder = mkdtempSync(path.join(tmpdir(), "vedette-takeover-"));
  const hits = new Hits();
  let programs: Program[] = [];
  try {
    await benchMonitors(monitors, [REGION]);
    await aimAt(await hits.listen());
    programs = await startPrograms(folder);
    const victim = programs.at(-1);
    if (!victim) throw new Error("no runner was started");
    return [await measured(monitors, hits, victim, calm)];
  } finally {
    for (const program of programs) await program.end();
    hits.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const benches: Bench[] = [
  {
    id: "runner-kill",
    title: "a killed runner's share, taken over by its peer",
    goal: `unseen ≤ ${GOAL_MS / 1000} s, none twice`,
    beside: "idle",
    run: inDatabase(run),
  },
];
