import { SENDING_MAX, sharePerIntegration } from "@/lib/domain/alerting/concurrency";
import { now } from "@/lib/shared/clock";
import { log } from "@/lib/shared/log";
import { type Capacity, selectDue } from "@/lib/store/alerting/due-deliveries";
import { reserveEvents } from "@/lib/store/alerting/unfanned-events";
import { onDispatchersWoken } from "@/lib/store/alerting/wake";
import { attempt, type ClaimedDelivery, prepare } from "./deliver";
import { fanOut } from "./fan-out";
import { Pump } from "./pump";

// Events and deliveries are rows with a time at which they are due; there is no other queue. Two pumps work them off: one turns
// events into deliveries, one sends deliveries. A server that dies leaves rows whose lease expires, and the next look finds them.

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

  start(): void {
    this.#ignore = onDispatchersWoken(() => {
      this.#events.wake();
      this.#deliveries.wake();
    });
    this.#events.start();
    this.#deliveries.start();
  }

  /** Resolves when the deliveries that are being sent are recorded. */
  async stop(): Promise<void> {
    this.#ignore?.();
    await Promise.all([this.#events.stop(), this.#deliveries.stop()]);
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

  async #fanOut(): Promise<number> {
    const ids = await reserveEvents(EVENTS_AT_ONCE, FAN_OUT_LEASE_MS);
    if (ids.length === 0) return 0;
    await fanOut(...ids).catch(() => fanOutOneByOne(ids));
    this.#deliveries.wake();
    return ids.length;
  }

  async #deliver(): Promise<number> {
    const capacity = this.#capacity();
    if (capacity.total <= 0) return 0;
    const ids = await selectDue(now(), capacity);
    if (ids.length === 0) return 0;
    const { claimed, changed } = await prepare(ids);
    for (const one of claimed) this.#send(one);
    return changed;
  }

  #capacity(): Capacity {
    const perIntegration = sharePerIntegration(this.#attempts.size);
    const left = [...this.#sending].map(([id, count]) => [id, Math.max(0, perIntegration - count)] as const);
    const total = Math.min(DELIVERIES_AT_ONCE, SENDING_MAX - this.#attempts.size);
    return { total, perIntegration, left: new Map(left) };
  }

  #send(claimed: ClaimedDelivery): void {
    const { id, integration_id: integrationId } = claimed.delivery;
    this.#count(integrationId, 1);
    const sending = attempt(claimed)
      // Its lease expires, and it is due again.
      .catch((error: unknown) => log.error("a delivery could not be recorded", { delivery: id, error }))
      .finally(() => {
        this.#count(integrationId, -1);
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
async function fanOutOneByOne(ids: readonly number[]): Promise<void> {
  for (const id of ids)
    await fanOut(id).catch((error: unknown) =>
      log.error("an event could not be fanned out", { event: id, error }),
    );
}
