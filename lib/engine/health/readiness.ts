import { setTimeout } from "node:timers/promises";
import type { Readiness } from "@/lib/contract/reference/meta";
import { diskProblem } from "@/lib/domain/core/disk-ballast";
import {
  checksProblem,
  clockProblem,
  maintenanceProblem,
  notificationsProblem,
  pagesProblem,
  unservedProblem,
} from "@/lib/domain/core/stage-watch";
import { ALIVE_SECONDS } from "@/lib/domain/runners/presence";
import { monotonicMs, now } from "@/lib/shared/clock";
import { diskState } from "@/lib/shared/disk";
import { log } from "@/lib/shared/log";
import { stoppedLoops } from "@/lib/shared/loops";
import { once } from "@/lib/shared/once";
import { isShuttingDown } from "@/lib/shared/shutting-down";
import { STATEMENT_TIMEOUT_MS } from "@/lib/store/core/connection/settings";
import { schemaProblem } from "@/lib/store/core/health/health";
import { pool } from "@/lib/store/core/pool";
import { clusterProblem } from "@/lib/store/core/sharding/cluster-check";
import {
  type HealthBasics,
  type HealthFacts,
  selectHealthBasics,
  selectHealthFacts,
} from "@/lib/store/reports/health";
import { signalsProblem } from "./late-signals";

const WAIT_MS = 2000;
const STAGES_WAIT_MS = 1500;
const OVERDUE_MS = 5 * 60_000;
/** Reading the stages reads the state of every monitor, and a load balancer asks once a second. */
const STAGES_KEPT_MS = 10_000;
/** The end of a problem must be visible soon. */
const PROBLEMS_KEPT_MS = 1000;

/** Longer than a statement may run, because each statement that waits for a lock occupies a connection. */
const PENDING_MS = STATEMENT_TIMEOUT_MS + 5000;

const READ_ONLY =
  "The database is read-only, like a standby. Check results, incidents, and notifications can't be stored.";
const SLOW =
  "The database responds, but reading the state of checks and notifications took longer than 1.5 s. A table may be locked.";

type CheckState = Readiness["checks"]["database"];
type Stages = Pick<
  Readiness["checks"],
  "regions" | "checks" | "clock" | "notifications" | "pages" | "maintenance"
>;

const UNKNOWN = stagesOf(null);
const UNREAD = stagesOf("Unknown while the database is slow.");

function stagesOf(problem: string | null): Stages {
  const state = stateOf(problem);
  return {
    regions: state,
    checks: state,
    clock: state,
    notifications: state,
    pages: state,
    maintenance: state,
  };
}

/** Returns whether this server can work, with the problem of every part. Never throws and never takes more than 2 s. */
export async function readiness(): Promise<Readiness> {
  const seen = await Promise.race([look(), setTimeout(WAIT_MS, null, { ref: false })]).catch(
    (error: unknown) => {
      log.debug("readiness", { error });
      return null;
    },
  );
  if (!seen) {
    const unknown = "Unknown while the database is unreachable.";
    return {
      status: "unavailable",
      checks: {
        database: stateOf("The database is not responding."),
        migrations: stateOf(unknown),
        runner: stateOf(unknown),
        ...stagesOf(unknown),
        disk: diskSpace(),
        shutdown: shutdown(),
      },
    };
  }
  const stopped = stoppedLoops();
  const clock = stopped.length > 0 ? stateOf(clockProblem(null, stopped)) : seen.clock;
  const late = seen.checks.ok ? signalsProblem() : null;
  const arriving = late === null ? seen.checks : stateOf(late);
  const checks = { ...seen, checks: arriving, clock, disk: diskSpace(), shutdown: shutdown() };
  const isWell = Object.values(checks).every(({ ok }) => ok);
  const isServing = checks.migrations.ok && checks.shutdown.ok && stopped.length === 0;
  return { status: !isServing ? "unavailable" : isWell ? "ok" : "degraded", checks };
}

type Seen = Omit<Readiness["checks"], "disk" | "shutdown">;

async function look(): Promise<Seen> {
  const kept = once("health.stages", () => ({ untilMs: 0, stages: null as Promise<Stages | null> | null }));
  if (kept.stages && monotonicMs() < kept.untilMs) {
    const [basics, stages] = await Promise.all([selectHealthBasics(), soon(kept.stages)]);
    return seenIn(basics, stages);
  }
  const keepFor = (ms: number) => {
    kept.untilMs = monotonicMs() + ms;
  };
  const read = readStages();
  kept.stages = read.then(({ stages }) => stages);
  keepFor(PENDING_MS);
  kept.stages.then(
    (stages) => {
      if (stages === UNKNOWN) keepFor(0);
      else if (stages && Object.values(stages).every(({ ok }) => ok)) keepFor(STAGES_KEPT_MS);
      else keepFor(PROBLEMS_KEPT_MS);
    },
    () => keepFor(0),
  );
  const { basics, stages } = (await soon(read)) ?? { basics: await selectHealthBasics(), stages: null };
  return seenIn(basics, stages);
}

/** Returns null if it takes longer than the basics may wait for. */
function soon<T>(read: Promise<T>): Promise<T | null> {
  return Promise.race([read, setTimeout(STAGES_WAIT_MS, null, { ref: false })]);
}

/** `stages` is null if they could not be read although the database responds. */
function seenIn({ is_read_only, applied, contact }: HealthBasics, stages: Stages | null): Seen {
  const problem = schemaProblem(applied);
  const runner = runnerState(contact);
  // With an unexpected schema, the stages mean nothing. Without a runner, the missing runner is the problem to report.
  const known = problem ? UNKNOWN : (stages ?? UNREAD);
  return {
    database: stateOf(is_read_only ? READ_ONLY : known === UNREAD ? SLOW : null),
    migrations: stateOf(problem),
    runner,
    ...known,
    regions: runner.ok ? known.regions : stateOf(null),
  };
}

function stateOf(problem: string | null): CheckState {
  return { ok: problem === null, message: problem };
}

/**
 * Checks every stage between a check and a notification separately, because a stage that stops silently is the worst
 * failure of a monitoring service.
 */
async function readStages(): Promise<{ basics: HealthBasics; stages: Stages | null }> {
  try {
    const facts = await selectHealthFacts(new Date(now().getTime() - OVERDUE_MS));
    return { basics: facts, stages: stagesIn(facts) };
  } catch (error) {
    const basics = await selectHealthBasics();
    // An unexpected schema may lack what the statement reads.
    if (schemaProblem(basics.applied) !== null) return { basics, stages: UNKNOWN };
    log.warn("could not read the state of checks and notifications", { error });
    const problem = await clusterProblem(pool());
    return { basics, stages: problem === null ? null : stagesOf(problem) };
  }
}

function stagesIn(facts: HealthFacts): Stages {
  return {
    regions: stateOf(unservedProblem(facts.unserved_regions)),
    checks: stateOf(checksProblem(facts.checked_s, facts.interval_s, monotonicMs() / 1000)),
    clock: stateOf(clockProblem(facts.minute_late_s, [])),
    notifications: stateOf(notificationsProblem(facts.has_overdue)),
    pages: stateOf(pagesProblem(facts.page_s, monotonicMs() / 1000)),
    maintenance: stateOf(maintenanceProblem(facts.failing_steps, facts.hour_late_s)),
  };
}

function diskSpace(): CheckState {
  return stateOf(diskProblem(diskState(), monotonicMs()));
}

function shutdown(): CheckState {
  return stateOf(isShuttingDown() ? "This server is shutting down. Send requests to another one." : null);
}

function runnerState(contact: Date | null): CheckState {
  if (!contact) return { ok: false, message: "No runner has reported yet. Nothing is being checked." };
  const silentMs = now().getTime() - contact.getTime();
  if (silentMs <= ALIVE_SECONDS * 1000) return { ok: true, message: null };
  return {
    ok: false,
    message: `No runner has reported for ${Math.round(silentMs / 1000)} s. Nothing is being checked.`,
  };
}
