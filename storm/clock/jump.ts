import { setTimeout as wait } from "node:timers/promises";
import { waitFor } from "@/e2e/support/wait";
import { monotonicMs } from "@/lib/shared/clock";
import { pool } from "@/lib/store/core/pool";
import { INTERVAL_SECONDS, type Scene, STEADY } from "./scene";

/** A minute plus the longest duration of a job, so that the minute's task is seen once. */
export const WATCH_MS = 70_000;
const NOTIFIED_WITHIN_MS = 150_000;
const NOMINAL_PER_SECOND = STEADY / INTERVAL_SECONDS;

/** What was observed while a clock jumped during an open incident. */
export interface Seen {
  readonly name: string;
  readonly checks: number;
  readonly nominal: number;
  readonly burst: number;
  readonly session: number;
  readonly streaming: boolean;
  readonly changes: number;
  readonly alive: boolean;
  readonly ticks: number;
  /** Seconds until the retry of the alert refused before the jump, and until the recovery was delivered everywhere. */
  readonly retriedS: number;
  readonly recoveredS: number;
  /** The outage's true duration and its recorded one, in seconds. */
  readonly outageS: number;
  readonly recordedS: number;
  readonly problems: readonly string[];
}

export interface Jump {
  readonly name: string;
  /** How far the database's clock moves; the incident is recorded as that much longer. */
  readonly databaseBySeconds: number;
  readonly jump: () => void;
}

interface Runner {
  state: string;
}

/**
 * Breaks the target, moves the clocks while its incident is open and one of its alerts is due again, heals it, and
 * returns what was observed.
 */
export async function jumpUnder(scene: Scene, { name, databaseBySeconds, jump }: Jump): Promise<Seen> {
  const { receivers, person } = scene;
  const broken = await scene.newTarget();
  const before = receivers.map((receiver) => receiver.delivered.length);
  const [fast, slow] = receivers;
  if (!fast || !slow) throw new Error("There are two receivers.");
  const refusedBefore = slow.refused.length;
  broken.answer(500);
  const brokenMs = monotonicMs();
  await waitFor("the alert", () => fast.delivered.length > (before[0] ?? 0), NOTIFIED_WITHIN_MS);
  await waitFor("its first try elsewhere", () => slow.refused.length > refusedBefore, NOTIFIED_WITHIN_MS);
  const ticksBefore = await ticks();
  jump();
  const jumpedMs = monotonicMs();
  const retried = waitFor(
    "the second try",
    () => slow.delivered.length > (before[1] ?? 0),
    NOTIFIED_WITHIN_MS,
  ).then(
    () => (monotonicMs() - jumpedMs) / 1000,
    () => Number.POSITIVE_INFINITY,
  );
  const watched = await watch(scene);
  const retriedS = await retried;
  const ticksSeen = (await ticks()) - ticksBefore;
  broken.answer(200);
  const healedMs = monotonicMs();
  const recovered = () =>
    receivers.every((receiver, at) => receiver.delivered.length >= (before[at] ?? 0) + 2);
  const recoveredS = await waitFor("the recovery", recovered, NOTIFIED_WITHIN_MS).then(
    () => (monotonicMs() - healedMs) / 1000,
    () => Number.POSITIVE_INFINITY,
  );
  const incident = fast.delivered.at(before[0] ?? 0)?.incident ?? "";
  const { recordedS, problems } = await judge(scene, incident, databaseBySeconds < 0);
  const outageS = (healedMs - brokenMs) / 1000;
  // Both ends are seen by a check. An outage that ends before it starts by the clock has the shortest possible
  // duration.
  const wantedS = Math.max(0, outageS + databaseBySeconds);
  if (Math.abs(recordedS - wantedS) > 2 * INTERVAL_SECONDS + 5)
    problems.push(`recorded duration must be ${wantedS.toFixed(0)} s; got ${recordedS.toFixed(0)} s`);
  return {
    name,
    ...watched,
    session: await person.look(),
    streaming: person.isStreaming(),
    ticks: ticksSeen,
    retriedS,
    recoveredS,
    outageS,
    recordedS,
    problems,
  };
}

/** Observes ordinary work for a while. */
async function watch({ steady, person, api }: Scene) {
  const [checksBefore, changesBefore] = [steady.received.length, person.changes()];
  let burst = 0;
  const endMs = monotonicMs() + WATCH_MS;
  while (monotonicMs() < endMs) {
    const at = steady.received.length;
    await wait(1000);
    burst = Math.max(burst, steady.received.length - at);
  }
  await api.get("/uptime/monitors");
  const { rows } = await pool().query<Runner>(
    "select case when last_seen_at > clock_timestamp() - interval '45 s' and last_seen_at <= clock_timestamp() + interval '1 s' then 'alive' else 'silent' end as state from runners where kind = 'remote'",
  );
  return {
    checks: steady.received.length - checksBefore,
    nominal: (NOMINAL_PER_SECOND * WATCH_MS) / 1000,
    burst,
    changes: person.changes() - changesBefore,
    alive: rows.every(({ state }) => state === "alive"),
  };
}

/** Returns how often the minute's task has been planned; its job IDs count up. */
async function ticks(): Promise<number> {
  const { rows } = await pool().query<{ count: number }>("select count(*) as count from clock_bench_ticks");
  return rows[0]?.count ?? 0;
}

/** Returns what is wrong with how the incident was recorded and reported. */
async function judge(
  { receivers }: Scene,
  incident: string,
  setBack: boolean,
): Promise<{ recordedS: number; problems: string[] }> {
  const problems: string[] = [];
  for (const [at, receiver] of receivers.entries())
    for (const event of ["uptime.incident.created", "uptime.incident.recovered"]) {
      const times = receiver.delivered.filter(
        (one) => one.event === event && one.incident === incident,
      ).length;
      if (times !== 1) problems.push(`receiver ${at + 1} received ${event} ${times} times`);
    }
  const { rows } = await pool().query<{ seconds: number | null; turned: number; ahead: boolean }>(
    `select extract(epoch from i.recovery_at - i.incident_at)::float8 as seconds, i.incident_at > clock_timestamp() as ahead,
       (select count(*) from (select occurred_at < lag(occurred_at) over (order by id) as back from incident_timeline
          where incident_id = i.id) t where back) as turned
     from incidents i where i.id = $1`,
    [incident],
  );
  const [row] = rows;
  if (!row) problems.push(`incident ${incident} is missing`);
  if (row && row.turned > 0) problems.push(`${row.turned} timeline entries go back in time`);
  if (row?.ahead && !setBack) problems.push("it starts in the future");
  if (row && (row.seconds ?? -1) < 0) problems.push("it ends before it starts, or doesn't end");
  return { recordedS: row?.seconds ?? Number.NaN, problems };
}
