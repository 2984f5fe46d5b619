import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as transport from "@/lib/notify/send";
import { forget } from "@/lib/shared/once";
import * as deliveryWrites from "@/lib/store/alerting/delivery-writes";
import { useDatabase } from "@/lib/testing/database";
import {
  allowLoopback,
  deliveriesOf,
  makeRule,
  makeWebhook,
  openIncident,
} from "@/lib/testing/notifications/notification-setup";
import { type Receiver, startReceiver } from "@/lib/testing/notifications/receiver";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { moveBack, run } from "@/lib/testing/sql";
import { deliver } from "./deliveries/deliver";
import { fanOut } from "./fan-out";

// The real delivery with one change: a kill at a chosen moment, or the defect that the test must catch.
type Moment = "before sending" | "between the answer and its record";
const seam = {
  killed: null as Moment | null,
  dead: null as (() => void) | null,
  marksFirst: false,
  leasesByWallClock: false,
};
const { send } = transport;
const { claimDeliveries } = deliveryWrites;

beforeEach(() => {
  vi.spyOn(transport, "send").mockImplementation(async (notice, options) => {
    if (seam.marksFirst) {
      await run`update deliveries set status = 'delivered', finished_at = now(), next_attempt_at = null
        where request_id = ${notice.requestId}`;
    }
    if (seam.killed === "before sending") return stopHere();
    const sent = await send(notice, options);
    return seam.killed === null ? sent : stopHere();
  });
  vi.spyOn(deliveryWrites, "claimDeliveries").mockImplementation(async (trx, shard, ids, now, leaseMs) => {
    if (!seam.leasesByWallClock) return claimDeliveries(trx, shard, ids, now, leaseMs);
    const rows = await trx
      .updateTable("deliveries")
      .set((expression) => ({
        attempts: expression("attempts", "+", 1),
        next_attempt_at: new Date(now.getTime() + leaseMs),
      }))
      .where("id", "in", ids)
      .where("status", "=", "pending")
      .where("next_attempt_at", "<=", now)
      .returning(["id", "attempts"])
      .execute();
    return new Map(rows.map((row) => [row.id, row.attempts]));
  });
});

/** A killed process does nothing from here on. */
function stopHere(): Promise<never> {
  seam.dead?.();
  return new Promise(() => undefined);
}

allowLoopback();
useDatabase();

let receiver: Receiver;
let scene: Scene;
beforeEach(async () => {
  receiver = await startReceiver();
  scene = await makeScene();
});
afterEach(async () => {
  vi.useRealTimers();
  Object.assign(seam, { killed: null, dead: null, marksFirst: false, leasesByWallClock: false });
  await receiver.close();
});

async function dueDelivery(): Promise<number> {
  receiver.received.length = 0;
  scene = await makeScene();
  await makeRule(scene, await makeWebhook(scene, receiver.url), "uptime.incident.created");
  await openIncident(scene);
  const [event] = await run`select id from events where project_id = ${scene.projectId}`;
  await fanOut(event.id);
  const [delivery] = await deliveriesOf(scene.projectId);
  if (!delivery) throw new Error("No delivery was made.");
  return delivery.id;
}

/** Lets the lease of a dead process expire in database time. */
function passLease(id: number) {
  return moveBack("deliveries", ["leased_until"], 3600, `id = ${id}`);
}

/** Delivers in another process, which doesn't know what this one is sending. */
function deliverElsewhere(id: number): Promise<void> {
  forget("alerting.own-deliveries");
  return deliver(id);
}

async function killedAt(moment: Moment, id: number): Promise<void> {
  const died = new Promise<void>((resolve) => {
    seam.dead = resolve;
  });
  seam.killed = moment;
  void deliver(id);
  await died;
  seam.killed = null;
}

async function everyDeliveryArrives(): Promise<void> {
  for (const moment of ["before sending", "between the answer and its record"] as const) {
    const id = await dueDelivery();
    await killedAt(moment, id);
    await passLease(id);
    await deliverElsewhere(id);
    await deliver(id);
    expect(receiver.received.length, `killed ${moment}`).toBe(moment === "before sending" ? 1 : 2);
    expect(new Set(receiver.received.map((one) => one.headers["webhook-id"])).size).toBe(1);
    expect((await deliveriesOf(scene.projectId))[0]).toMatchObject({ status: "delivered" });
  }
}

/** While one server waits for a slow provider, the clock of another is an hour ahead. */
async function aClockAheadSendsNothingTwice(): Promise<void> {
  const id = await dueDelivery();
  const unanswered: (() => void)[] = [];
  const arrived = new Promise<void>((resolve) => {
    receiver.respond = (_, response) => {
      if (unanswered.push(() => response.end("ok")) > 1) response.end("ok");
      resolve();
    };
  });
  const first = deliver(id);
  await arrived;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3600_000 });
  await deliverElsewhere(id);
  vi.useRealTimers();
  unanswered[0]?.();
  await first;
  expect(receiver.received).toHaveLength(1);
  expect((await deliveriesOf(scene.projectId))[0]).toMatchObject({ status: "delivered", attempts: 1 });
}

/** A server whose clock is an hour ahead dies while sending. The others continue when its lease expires, not an hour later. */
async function aDeadClockHoldsNothingUp(): Promise<void> {
  const id = await dueDelivery();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3600_000 });
  await killedAt("before sending", id);
  vi.useRealTimers();
  await deliverElsewhere(id);
  expect(receiver.received).toEqual([]);
  await passLease(id);
  await deliver(id);
  expect(receiver.received).toHaveLength(1);
}

describe("delivery guarantees", () => {
  test("a kill at any moment loses no notification and repeats at most one, with its ID", () =>
    everyDeliveryArrives());
  test("a clock that is ahead sends nothing twice", () => aClockAheadSendsNothingTwice());
  test("a server that dies with its clock ahead delays nothing", () => aDeadClockHoldsNothingUp());
});

describe("broken versions are caught", () => {
  test("mark before send: a kill in between loses the notification", async () => {
    seam.marksFirst = true;
    await expect(everyDeliveryArrives()).rejects.toThrow(/killed before sending/);
  });
  test("wall-clock lease: a clock an hour ahead sends twice", async () => {
    seam.leasesByWallClock = true;
    await expect(aClockAheadSendsNothingTwice()).rejects.toThrow(/length of 1 but got 2/);
  });
  test("wall-clock lease: a dead server's clock delays the notification", async () => {
    seam.leasesByWallClock = true;
    await expect(aDeadClockHoldsNothingUp()).rejects.toThrow(/length of 1 but got \+?0/);
  });
});
