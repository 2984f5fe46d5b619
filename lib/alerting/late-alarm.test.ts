import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CheckResult } from "@/lib/contract/checks/check";
import { ingest } from "@/lib/engine/ingest";
import { check, makeMonitor } from "@/lib/testing/checks";
import {
  allowLoopback,
  deliveriesOf,
  drain,
  makeIntegration,
  makeRule,
  makeWebhook,
} from "@/lib/testing/notifications/notification-setup";
import { type Receiver, startReceiver } from "@/lib/testing/notifications/receiver";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { fanOut } from "./fan-out";

allowLoopback();
const scene = useScene();

const CREATED = "uptime.incident.created";
const RECOVERED = "uptime.incident.recovered";
const INTERVAL_SECONDS = 30;

let receiver: Receiver;
let monitor = 0;
let start = 0;
beforeEach(async () => {
  receiver = await startReceiver();
  const hook = await makeWebhook(scene, `${receiver.url}/hook`);
  const people = await makeIntegration(scene, "ntfy", {
    hostname: new URL(receiver.url).host,
    topic: "alerts",
  });
  for (const event of [CREATED, RECOVERED] as const) {
    await makeRule(scene, hook, event);
    await makeRule(scene, people, event, { plain: true, integration_settings: { priority: "high" } });
  }
  const rules = { incident_confirmations: 3, recovery_confirmations: 2, interval_seconds: INTERVAL_SECONDS };
  monitor = await makeMonitor(scene.projectId, rules);
  start = Math.floor(Date.now() / 1000) * 1000;
});
afterEach(() => receiver.close());

/** A result every 30 s from `from` to `to`, in seconds relative to now. */
function checks(from: number, to: number, outcome: CheckResult["outcome"]): CheckResult[] {
  const results: CheckResult[] = [];
  for (let at = from; at <= to; at += INTERVAL_SECONDS)
    results.push(check(monitor, start + at * 1000, outcome));
  return results;
}

/** Runs all waiting events again. */
async function retryLater(): Promise<void> {
  await run`update events set fan_out_after = null`;
  await drain();
}

const received = () =>
  receiver.received.map((one) => `${one.path} ${one.body.includes("ecovered") ? "end" : "start"}`).sort();

async function incidents() {
  const rows = await run`select status, incident_at, recovery_at from incidents
    where project_id = ${scene.projectId}`;
  return rows.map((row) => [
    row.status,
    (row.incident_at.getTime() - start) / 1000,
    row.recovery_at && (row.recovery_at.getTime() - start) / 1000,
  ]);
}

describe("after ten minutes of server downtime", () => {
  test("records an outage that began and ended meanwhile without alerts, and logs why", async () => {
    await ingest(
      [...checks(-600, -540, "up"), ...checks(-510, -330, "down"), ...checks(-300, 0, "up")],
      null,
      start,
    );
    await drain();
    expect(await incidents()).toEqual([["recovered", -510, -300]]);
    expect(received()).toEqual([]);
    const made = await deliveriesOf(scene.projectId);
    expect(made.map(({ status, reason }) => [status, reason])).toEqual([
      ["superseded", "It ended before its checks were reported."],
      ["superseded", "It ended before its checks were reported."],
      ["superseded", "Its start was reported too late for an alert."],
      ["superseded", "Its start was reported too late for an alert."],
    ]);
    const [{ reason }] = await run`select reason from incident_timeline where kind = 'opened'
      and project_id = ${scene.projectId}`;
    expect(reason).toMatch(/; reported [78] minutes late$/);
  });

  test("sends no alerts if the outage's end arrives in a later batch either", async () => {
    await ingest(checks(-510, -450, "down"), null, start);
    await drain();
    await retryLater();
    expect(received()).toEqual([]);
    await ingest([...checks(-420, -330, "down"), ...checks(-300, 0, "up")], null, start);
    await retryLater();
    expect(received()).toEqual([]);
    expect(await incidents()).toEqual([["recovered", -510, -300]]);
  });

  test("alerts once on an ongoing outage when a current check fails, and on its end", async () => {
    await ingest(checks(-510, -180, "down"), null, start);
    await drain();
    expect(received()).toEqual([]);
    await ingest(checks(-150, 0, "down"), null, start);
    await retryLater();
    expect(received()).toEqual(["/ start", "/hook start"].sort());
    await ingest(checks(30, 60, "up"), null, start + 60_000);
    await drain();
    expect(received()).toEqual(["/ end", "/ start", "/hook end", "/hook start"]);
  });

  test("sends the recovery of an outage alerted before the downtime, however late it is reported", async () => {
    await ingest(checks(-660, -600, "down"), null, start - 600_000);
    await drain();
    expect(received()).toHaveLength(2);
    await ingest([...checks(-570, -300, "down"), ...checks(-270, 0, "up")], null, start);
    await drain();
    expect(received()).toEqual(["/ end", "/ start", "/hook end", "/hook start"]);
  });

  test("alerts at once for a runner whose clock is an hour behind", async () => {
    await ingest(checks(-3660, -3600, "down"), null, start, start - 3600_000);
    await drain();
    expect(received()).toEqual(["/ start", "/hook start"]);
  });

  test("running fan-out twice changes nothing", async () => {
    await ingest(checks(-510, 0, "down"), null, start);
    await drain();
    const [{ id }] = await run`select id from events where project_id = ${scene.projectId}`;
    await fanOut(id);
    await drain();
    expect(received()).toHaveLength(2);
  });
});
