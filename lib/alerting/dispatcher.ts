import { SENDING_MAX, sharePerIntegration } from "@/lib/domain/alerting/concurrency";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { type Capacity, dueWork, selectDue, shardsWithDeliveries } from "@/lib/store/alerting/due-deliveries";
import { reserveEvents, shardsWithEvents } from "@/lib/store/alerting/unfanned-events";
import { onDispatchersWoken } from "@/lib/store/alerting/wake";
import type { Shard } from "@/lib/store/core/shard";
import { type ClaimedDelivery, prepare, record, sendClaimed } from "./deliver";
import { fanOutIn } from "./fan-out";
import { Pump } from "./pump";

// Events and deliveries are rows with a time at which they are due; there is no other queue. Two pumps work them off: one turns
// events into deliveries, one sends deliveries. They run when a server records something, and when a check, once a second, finds
// something due. A server that dies leaves rows whose lease expires, and the next check finds them.

/** How often due rows are looked for without a wake: retries, ends of rate limits, what a dead server left. */
const LOOK_EVERY_MS = 1000;
const EVENTS_AT_ONCE = 200;
const DELIVERIES_AT_ONCE = 200;
/** A server that dies during the fan-out delays its events by this long. */
const FAN_OUT_LEASE_MS = 30_000;

/** Sends the notifications of all events. Any number of servers may run one each. */
export class Dispatcher {
  /** Deliveries being sent, by integration. */
  readonly #sending = new Map<number, number>();
  readonly #attempts = new Set<Promise<void>>();
  readonly #events = new Pump("events", () => this.#fanOut());
  readonly #deliveries = new Pump("deliveries", () => this.#deliver());
  #ignore: (() => void) | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #isStopped = false;

  start(): void {
    this.#ignore = onDispatchersWoken(() => this.#wake({ events: true, deliveries: true }));
    this.#events.start();
    this.#deliveries.start();
    this.#lookLater();
  }

  /** Resolves when the deliveries that are being sent are recorded. */
  async stop(): Promise<void> {
    this.#ignore?.();
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.all([this.#looking, this.#events.stop(), this.#deliveries.stop()]);
    await Promise.all(this.#attempts);
  }

  /** Works off everything that is due, without starting. Returns how much was found. */
  async runOnce(): Promise<number> {
    for (let found = 0; ; ) {
      const changed = (await this.#fanOut()) + (await this.#deliver());
      const left = this.#attempts.size;
      await Promise.all(this.#attempts);
      found += changed;
      if (changed + left === 0) return found;
    }
  }

  #lookLater(): void {
    if (!this.#isStopped)
      this.#timer = setTimeout(() => {
        this.#looking = this.#look();
      }, LOOK_EVERY_MS);
  }

  /** Wakes the pumps that may find something, and both if that is unknown. */
  async #look(): Promise<void> {
    this.#wake(await dueWork(now()).catch(() => ({ events: true, deliveries: true })));
    this.#lookLater();
  }

  #wake(due: { events: boolean; deliveries: boolean }): void {
    if (due.events) this.#events.wake();
    if (due.deliveries) this.#deliveries.wake();
  }

  async #fanOut(): Promise<number> {
    let found = 0;
    for (const shard of await shardsWithEvents()) {
      const ids = await reserveEvents(shard, EVENTS_AT_ONCE, FAN_OUT_LEASE_MS);
      if (ids.length === 0) continue;
      await fanOutIn(shard, ids).catch(() => fanOutOneByOne(shard, ids));
      this.#deliveries.wake();
      found += ids.length;
    }
    return found;
  }

  async #deliver(): Promise<number> {
    let changed = 0;
    for (const shard of await shardsWithDeliveries(now())) changed += await this.#deliverIn(shard);
    return changed;
  }

  async #deliverIn(shard: Shard): Promise<number> {
    const capacity = this.#capacity();
    if (capacity.total <= 0) return 0;
    const ids = await selectDue(shard, now(), capacity);
    if (ids.length === 0) return 0;
    const { claimed, changed } = await prepare(shard, ids);
    for (const one of claimed) this.#send(one);
    return changed;
  }

  #capacity(): Capacity {
    const perIntegration = sharePerIntegration(this.#attempts.size);
    const left = [...this.#sending].map(([id, count]) => [id, Math.max(0, perIntegration - count)] as const);
    const total = Math.min(DELIVERIES_AT_ONCE, SENDING_MAX - this.#attempts.size);
    return { total, perIntegration, left: new Map(left) };
  }

  /** Frees the integration's place when the response is there, so that recording it doesn't delay the next request. */
  #send(claimed: ClaimedDelivery): void {
    const { id, integration_id: integrationId } = claimed.delivery;
    this.#count(integrationId, 1);
    const sending = sendClaimed(claimed)
      .finally(() => {
        this.#count(integrationId, -1);
        this.#deliveries.wake();
      })
      .then((sent) => record(claimed, sent))
      // Its lease expires, and it is due again.
      .catch((error: unknown) => log.error("a delivery could not be recorded", { delivery: id, error }))
      .finally(() => {
        this.#attempts.delete(sending);
        this.#deliveries.wake();
      });
    this.#attempts.add(sending);
  }

  #count(integrationId: number, by: number): void {
    const count = (this.#sending.get(integrationId) ?? 0) + by;
    if (count > 0) this.#sending.set(integrationId, count);
    else this.#sending.delete(integrationId);
  }
}

/** An event that fails affects no others, and is tried again when its lease expires. */
async function fanOutOneByOne(shard: Shard, ids: readonly number[]): Promise<void> {
  for (const id of ids)
    await fanOutIn(shard, [id]).catch((error: unknown) =>
      log.error("an event could not be fanned out", { event: id, error }),
    );
}
