import { SENDING_MAX, sharePerIntegration } from "@/lib/domain/alerting/delivery-schedule";
import type { Sent } from "@/lib/notify/send";
import { now } from "@/lib/shared/clock";
import { log, warnRarely } from "@/lib/shared/log";
import { watchedLoop } from "@/lib/shared/loops";
import { type Capacity, type DueWork, dueWork, selectDue } from "@/lib/store/alerting/due-deliveries";
import { onDispatchersWoken } from "@/lib/store/alerting/events";
import { reserveEvents } from "@/lib/store/alerting/unfanned-events";
import type { Projects } from "@/lib/store/core/sharding/projects";
import { type ClaimedDelivery, prepare, sendAndRecord } from "./deliveries/deliver";
import { sendFollowers } from "./deliveries/followers";
import { fanOutIn } from "./fan-out";
import { Pump } from "./pump";

// Events and deliveries are rows with a due time; there is no other queue. Three pumps process them: one turns events
// into deliveries, one sends deliveries, and one fails over those that wait for a rate limit, so that this delays
// nothing that can be sent. They run when a server records something, and when a query, once a second, finds something
// due. If a server dies, the leases of its rows expire, and the next query finds them.

/** How often to look for due rows without being woken: retries, expired rate limits, and rows left by a dead server. */
const SEARCH_EVERY_MS = 1000;
const EVENTS_AT_ONCE = 200;
const DELIVERIES_AT_ONCE = 200;
const FAILOVERS_AT_ONCE: Capacity = { total: 200, perIntegration: 200, left: new Map() };
/** A server that dies during the fan-out delays its events by this long. */
const FAN_OUT_LEASE_MS = 30_000;

/** Due work, and the deliveries that were just made of its events. */
interface KnownWork extends DueWork {
  readonly made?: readonly number[];
}

/** Sends the notifications of all events. Any number of servers may run one each. */
export class Dispatcher {
  /** Deliveries being sent, by integration. */
  readonly #sending = new Map<number, number>();
  readonly #attempts = new Set<Promise<void>>();
  readonly #events = new Pump("events", () => this.#fanOut());
  readonly #deliveries = new Pump("deliveries", () => this.#deliver());
  readonly #failovers = new Pump("failovers", () => this.#failOver());
  /** The new deliveries of events that were just fanned out, so that nothing has to look for them. */
  #fannedOut: KnownWork[] = [];
  #ignore: (() => void) | null = null;
  #timer: NodeJS.Timeout | undefined;
  #searching: Promise<void> | null = null;
  #isStopped = false;
  #loop: ReturnType<typeof watchedLoop> | null = null;

  start(): void {
    this.#loop = watchedLoop("notification dispatcher");
    this.#ignore = onDispatchersWoken(() => this.#events.wake());
    this.#events.start();
    this.#deliveries.start();
    this.#failovers.start();
    this.#checkLater();
  }

  /** Resolves when the deliveries that are being sent are recorded. */
  async stop(): Promise<void> {
    this.#ignore?.();
    this.#isStopped = true;
    this.#loop?.end();
    clearTimeout(this.#timer);
    const pumps = [this.#events, this.#deliveries, this.#failovers];
    await Promise.all([this.#searching, ...pumps.map((pump) => pump.stop())]);
    await Promise.all(this.#attempts);
  }

  /** Processes everything that is due, without starting the pumps. Returns how much was found. */
  async runOnce(): Promise<number> {
    for (let found = 0; ; ) {
      const changed = (await this.#fanOut()) + (await this.#deliver()) + (await this.#failOver());
      const left = this.#attempts.size;
      await Promise.all(this.#attempts);
      found += changed;
      if (changed + left === 0) return found;
    }
  }

  #checkLater(): void {
    if (!this.#isStopped)
      this.#timer = setTimeout(() => {
        this.#searching = this.#search();
      }, SEARCH_EVERY_MS);
  }

  /** Wakes the pumps that may have work, and all of them if that is unknown. */
  async #search(): Promise<void> {
    const found = await foundWork().catch((error: unknown) => {
      log.warn("could not search for due notifications", { error });
      return [{ events: true, deliveries: true }];
    });
    for (const due of found) {
      this.#wake(due);
      if (due.deliveries) this.#failovers.wake();
    }
    this.#loop?.round();
    this.#checkLater();
  }

  #wake(due: { events: boolean; deliveries: boolean }): void {
    if (due.events) this.#events.wake();
    if (due.deliveries) this.#deliveries.wake();
  }

  async #fanOut(): Promise<number> {
    let found = 0;
    for (const due of await foundWork()) {
      const { projects, events } = due;
      if (due.deliveries) this.#deliveries.wake();
      const ids = events ? await reserveEvents(projects, EVENTS_AT_ONCE, FAN_OUT_LEASE_MS) : [];
      if (ids.length === 0) continue;
      const made = await fanOutIn(projects, ids).catch((error: unknown) => {
        log.warn("events could not be fanned out together; trying each alone", { events: ids, error });
        return fanOutOneByOne(projects, ids);
      });
      this.#fannedOut.push({ ...due, deliveries: true, made });
      this.#deliveries.wake();
      found += ids.length;
    }
    return found;
  }

  #deliver(): Promise<number> {
    return this.#prepareEach((projects, made) => {
      const capacity = this.#capacity();
      if (made && this.#attempts.size === 0 && made.length <= capacity.perIntegration) return made;
      return capacity.total > 0 ? selectDue("toSend", projects, now(), capacity) : [];
    }, this.#fannedOut.splice(0));
  }

  /** Needs no capacity, because it sends only deliveries whose rate limit has ended in the meantime. */
  #failOver(): Promise<number> {
    return this.#prepareEach((projects) => selectDue("toFailOver", projects, now(), FAILOVERS_AT_ONCE));
  }

  async #prepareEach(
    select: (projects: Projects, made?: readonly number[]) => Promise<readonly number[]> | readonly number[],
    known: readonly KnownWork[] = [],
  ): Promise<number> {
    // Deliveries that were just fanned out come first. The next run searches for the others.
    let found = known.length;
    const work: readonly KnownWork[] = known.length > 0 ? known : await foundWork();
    for (const { projects, deliveries, made } of work) {
      const ids = deliveries ? await select(projects, made) : [];
      if (ids.length === 0) continue;
      const { claimed, changed } = await prepare(projects, ids);
      for (const one of claimed) this.#send(one);
      found += changed;
    }
    return found;
  }

  #capacity(): Capacity {
    const perIntegration = sharePerIntegration(this.#attempts.size);
    const left = [...this.#sending].map(([id, count]) => [id, Math.max(0, perIntegration - count)] as const);
    const total = Math.min(DELIVERIES_AT_ONCE, SENDING_MAX - this.#attempts.size);
    return { total, perIntegration, left: new Map(left) };
  }

  #send(claimed: ClaimedDelivery): void {
    const sending = this.#attempt(claimed)
      .then((sent) => this.#sendFollowers(claimed, sent))
      // Its lease expires, and it is due again.
      .catch((error: unknown) =>
        log.error("a delivery could not be recorded", { delivery: claimed.delivery.id, error }),
      )
      .finally(() => {
        this.#attempts.delete(sending);
        this.#deliveries.wake();
      });
    this.#attempts.add(sending);
  }

  /**
   * Frees the integration's slot as soon as the response arrives, so that recording it doesn't delay the next request. After a 429,
   * the next request would pass the limit until that is recorded.
   */
  async #attempt(claimed: ClaimedDelivery): Promise<Sent> {
    const integrationId = claimed.delivery.integration_id;
    this.#count(integrationId, 1);
    let isCounted = true;
    const free = () => {
      if (isCounted) this.#count(integrationId, -1);
      isCounted = false;
      this.#deliveries.wake();
    };
    try {
      return await sendAndRecord(
        claimed,
        () => this.#isStopped,
        (sent) => {
          if (!sent.reports.some(({ result }) => result.isRateLimited)) free();
        },
      );
    } finally {
      free();
    }
  }

  async #sendFollowers(claimed: ClaimedDelivery, sent: Sent): Promise<void> {
    const integrationId = claimed.delivery.integration_id;
    this.#count(integrationId, 1);
    await sendFollowers(claimed, sent, () => this.#isStopped).finally(() => this.#count(integrationId, -1));
  }

  #count(integrationId: number, by: number): void {
    const count = (this.#sending.get(integrationId) ?? 0) + by;
    if (count > 0) this.#sending.set(integrationId, count);
    else this.#sending.delete(integrationId);
  }
}

/** Returns what is due. A part of the database that can't be read delays only its own projects. */
function foundWork(): Promise<DueWork[]> {
  return dueWork(now(), (error) =>
    warnRarely("part of the database can't be searched for notifications", { error }),
  );
}

/** An event that fails affects no others, and is tried again when its lease expires. */
async function fanOutOneByOne(projects: Projects, ids: readonly number[]): Promise<number[]> {
  const made: number[] = [];
  for (const id of ids)
    await fanOutIn(projects, [id]).then(
      (own) => made.push(...own),
      (error: unknown) => log.error("an event could not be fanned out", { event: id, error }),
    );
  return made;
}
