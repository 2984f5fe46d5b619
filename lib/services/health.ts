import type { Readiness } from "@/lib/contract/meta";
import { now } from "@/lib/shared/clock";
import { diskState } from "@/lib/shared/disk";
import { log } from "@/lib/shared/log";
import { lastRunnerContact, schemaProblem } from "@/lib/store/health";

const WAIT_MS = 2000;
const RUNNER_ALIVE_MS = 45_000;

type CheckState = Readiness["checks"]["database"];

/** Whether this server can do its work; every part with what is wrong. Never throws, never waits above 2 s. */
export async function readiness(): Promise<Readiness> {
  const seen = await Promise.race([look(), late()]).catch((error: unknown) => {
    log.debug("readiness", { error });
    return null;
  });
  if (!seen) {
    const unknown = { ok: false, message: "Unknown while the database is unreachable." };
    const database = { ok: false, message: "The database does not answer." };
    return {
      status: "unavailable",
      checks: { database, migrations: unknown, runner: unknown, disk: room() },
    };
  }
  const { migrations, runner } = seen;
  const disk = room();
  const status = !migrations.ok ? "unavailable" : runner.ok && disk.ok ? "ok" : "degraded";
  return { status, checks: { database: { ok: true, message: null }, migrations, runner, disk } };
}

async function look(): Promise<{ migrations: CheckState; runner: CheckState }> {
  const [problem, contact] = await Promise.all([schemaProblem(), lastRunnerContact()]);
  return { migrations: { ok: problem === null, message: problem }, runner: runnerState(contact) };
}

function room(): CheckState {
  const { full, freeBytes } = diskState();
  if (!full) return { ok: true, message: null };
  const megabytes = Math.floor((freeBytes ?? 0) / 1_000_000);
  return {
    ok: false,
    message: `The disk is nearly full (${megabytes} MB free): checks and alerts go on, nothing else can be written.`,
  };
}

function runnerState(contact: Date | null): CheckState {
  if (!contact) return { ok: false, message: "No runner has reported yet: nothing is being checked." };
  const silentMs = now().getTime() - contact.getTime();
  if (silentMs <= RUNNER_ALIVE_MS) return { ok: true, message: null };
  return {
    ok: false,
    message: `No runner has reported for ${Math.round(silentMs / 1000)} s: nothing is being checked.`,
  };
}

function late(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), WAIT_MS).unref();
  });
}
