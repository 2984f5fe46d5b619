import { setTimeout } from "node:timers/promises";
import {
  dueEpisodes,
  type Episode,
  type HealthPart,
  MINUTES_KEPT,
  minuteOf,
  nextEpisodes,
  problemsOf,
  RECOVERED_S,
} from "@/lib/domain/core/own-health";
import { readiness } from "@/lib/engine/health/readiness";
import { now } from "@/lib/shared/clock";
import { env } from "@/lib/shared/env";
import { log } from "@/lib/shared/log";
import { isShuttingDown } from "@/lib/shared/shutting-down";
import { selectAllOwners } from "@/lib/store/alerting/delivery-reads";
import {
  claimAlerts,
  keepAlerts,
  type Recovery,
  recordMinutes,
  returnAlerts,
  takeRecovered,
} from "@/lib/store/core/health/own-health";
import { type Person, sendHealthAlert } from "./own-health-send";

const LOOK_MS = 60_000;
const STORE_MS = 10_000;

/**
 * Watches this installation from the inside: stores its health every minute, and alerts the operators when a part keeps
 * failing. It isn't a job, and keeps what it needs in memory, so that it works while the job queue or the database
 * doesn't.
 */
export class OwnHealth {
  #episodes: readonly Episode[] = [];
  /** Not stored yet, by the minute's time. */
  readonly #minutes = new Map<number, readonly HealthPart[]>();
  #recovered: readonly Recovery[] = [];
  #owners: readonly Person[] = [];

  /** Checks once. Call it every minute. */
  async look(): Promise<void> {
    if (isShuttingDown()) return;
    const problems = problemsOf((await readiness()).checks);
    const at = now();
    this.#episodes = nextEpisodes(this.#episodes, problems, at);
    this.#minutes.set(minuteOf(at).getTime(), [...problems.keys()]);
    for (const oldest of [...this.#minutes.keys()].slice(0, -MINUTES_KEPT)) this.#minutes.delete(oldest);
    const isStored = !problems.has("database") && (await this.#isStored([...problems.keys()]));
    await this.#announceProblems(at, isStored);
    await this.#announceRecoveries();
  }

  /** Stores what it can within the limit. A connection that hangs must not stop the alerts. */
  async #isStored(failing: readonly HealthPart[]): Promise<boolean> {
    const late = setTimeout(STORE_MS, false, { ref: false });
    const stored = this.#store(failing).then(
      () => true,
      (error: unknown) => {
        log.warn("could not store the health of this minute", { error });
        return false;
      },
    );
    return Promise.race([stored, late]);
  }

  async #store(failing: readonly HealthPart[]): Promise<void> {
    const stored = [...this.#minutes];
    await recordMinutes(stored.map(([ms, parts]) => ({ minute: new Date(ms), failing: parts })));
    // Minutes that were added or changed in the meantime are stored next time.
    for (const [ms, parts] of stored) if (this.#minutes.get(ms) === parts) this.#minutes.delete(ms);
    this.#owners = await selectAllOwners();
    await keepAlerts(failing);
    // Including those sent while the database was unavailable, so that their end is announced once.
    const alerted = this.#episodes.filter((episode) => episode.alerted);
    const ended = alerted.filter(({ part }) => !failing.includes(part));
    await claimAlerts(ended);
    this.#episodes = this.#episodes.filter((episode) => !ended.includes(episode));
    this.#recovered = [...this.#recovered, ...(await takeRecovered(RECOVERED_S))];
  }

  async #announceProblems(at: Date, isStored: boolean): Promise<void> {
    const due = dueEpisodes(this.#episodes, { now: at, afterMs: env().HEALTH_ALERT_MINUTES * 60_000 });
    if (due.length === 0) return;
    const claimed = isStored ? await claimAlerts(due) : new Set(due.map(({ part }) => part));
    const mine = due.filter(({ part }) => claimed.has(part));
    const isSent =
      mine.length === 0 || (await sendHealthAlert({ type: "health.problem", parts: mine }, this.#owners));
    const alerted = isSent ? due : due.filter((episode) => !mine.includes(episode));
    this.#episodes = this.#episodes.map((episode) =>
      alerted.includes(episode) ? { ...episode, alerted: true } : episode,
    );
    if (!isSent && isStored) await returnAlerts([...claimed]);
  }

  async #announceRecoveries(): Promise<void> {
    if (this.#recovered.length === 0) return;
    const parts = this.#recovered.map((recovery) => ({ ...recovery, message: null }));
    if (await sendHealthAlert({ type: "health.recovered", parts }, this.#owners)) this.#recovered = [];
  }
}

/** Watches this installation every minute until `stop`, which waits for a running check. */
export function watchOwnHealth(): { stop(): Promise<void> } {
  const health = new OwnHealth();
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(() => health.look())
      .catch((error: unknown) => log.error("could not read the health of this installation", { error }));
  }, LOOK_MS).unref();
  return {
    stop: () => {
      clearInterval(timer);
      return looking;
    },
  };
}
