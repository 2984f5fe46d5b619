import { describe, expect, test } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { moveWindow } from "@/lib/engine/maintenance";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { completeMaintenanceWindow, deleteMaintenanceWindow } from "@/lib/services/maintenance/writes";
import { deleteMonitor } from "@/lib/services/monitors/writes";
import { tx } from "@/lib/store/core/tx";
import { lockWindow } from "@/lib/store/maintenance/windows";
import { check, makeMonitor } from "@/lib/testing/checks";
import { isOnCitus } from "@/lib/testing/databases/test-database";
import { drain, startMute } from "@/lib/testing/notifications/notification-setup";
import { CREATED, RECOVERED, useNotificationStage } from "@/lib/testing/notifications/notification-stage";
import { run } from "@/lib/testing/sql";
import { fanOut } from "../fan-out";
import { deliver } from "./deliver";

const stage = useNotificationStage();

/** Opens an incident of a monitor that an active window mutes, and lets its notifications be decided. */
async function openMuted() {
  const monitorId = await makeMonitor(stage.scene.projectId);
  const windowId = await startMute(stage.scene, [monitorId]);
  const incident = await stage.openIncident({ monitors: [monitorId] });
  await drain();
  return { monitorId, windowId, incident };
}

const statuses = async () => (await stage.deliveries()).map(({ status }) => status);

test("an outage that outlasts the window that muted it is sent when the window ends", async () => {
  await stage.hookFor(CREATED, RECOVERED);
  const { windowId } = await openMuted();
  expect(await statuses()).toEqual(["muted"]);
  await completeMaintenanceWindow(stage.scene.caller(), windowId);
  await drain();
  expect(stage.sentEvents()).toEqual([CREATED]);
});

test("is sent when the window ends, even if a clock that was set back muted it before the window's start", async () => {
  await stage.hookFor(CREATED);
  const monitorId = await makeMonitor(stage.scene.projectId);
  const windowId = await startMute(stage.scene, [monitorId]);
  await run`update maintenance_windows set starts_at = now() + interval '1 hour', ends_at = now() + interval '2 hours' where id = ${windowId}`;
  await stage.openIncident({ monitors: [monitorId] });
  await drain();
  expect(await statuses()).toEqual(["muted"]);
  await completeMaintenanceWindow(stage.scene.caller(), windowId);
  await drain();
  expect(stage.sentEvents()).toEqual([CREATED]);
});

test("sends a muted outage when its window is deleted", async () => {
  await stage.hookFor(CREATED);
  const { windowId } = await openMuted();
  await deleteMaintenanceWindow(stage.scene.caller(), windowId);
  await drain();
  expect(stage.sentEvents()).toEqual([CREATED]);
});

test("an outage that starts and ends inside the window stays muted", async () => {
  await stage.hookFor(CREATED, RECOVERED);
  const { windowId, incident } = await openMuted();
  await recoverIncident(stage.scene.caller(), incident.id);
  await drain();
  await completeMaintenanceWindow(stage.scene.caller(), windowId);
  await drain();
  expect(stage.sentEvents()).toEqual([]);
  expect(await statuses()).toEqual(["muted", "muted"]);
});

test("the recovery of an outage that was sent before the window is sent when the window ends", async () => {
  await stage.hookFor(CREATED, RECOVERED);
  const monitorId = await makeMonitor(stage.scene.projectId);
  const incident = await stage.openIncident({ monitors: [monitorId] });
  await drain();
  const windowId = await startMute(stage.scene, [monitorId]);
  await recoverIncident(stage.scene.caller(), incident.id);
  await drain();
  expect(await statuses()).toEqual(["delivered", "muted"]);
  await completeMaintenanceWindow(stage.scene.caller(), windowId);
  await drain();
  expect(stage.sentEvents()).toEqual([CREATED, RECOVERED]);
});

test("keeps an outage muted while another window mutes the monitor", async () => {
  await stage.hookFor(CREATED);
  const monitorId = await makeMonitor(stage.scene.projectId);
  const first = await startMute(stage.scene, [monitorId]);
  const second = await startMute(stage.scene, [monitorId]);
  await stage.openIncident({ monitors: [monitorId] });
  await drain();
  await completeMaintenanceWindow(stage.scene.caller(), first);
  await drain();
  expect(stage.sentEvents()).toEqual([]);
  await completeMaintenanceWindow(stage.scene.caller(), second);
  await drain();
  expect(stage.sentEvents()).toEqual([CREATED]);
});

test("doesn't send notifications that an earlier window muted", async () => {
  const hook = await stage.hookFor(CREATED);
  const { monitorId, windowId } = await openMuted();
  await completeMaintenanceWindow(stage.scene.caller(), windowId);
  await drain();
  await completeMaintenanceWindow(stage.scene.caller(), await startMute(stage.scene, [monitorId]));
  await drain();
  expect(hook).toBeGreaterThan(0);
  expect(stage.sentEvents()).toEqual([CREATED]);
});

// In Citus, the locks that a statement waits for are those of another node.
test.skipIf(await isOnCitus())(
  "is sent if the window ends while the notification is being muted",
  async () => {
    await stage.hookFor(CREATED);
    const monitorId = await makeMonitor(stage.scene.projectId);
    const windowId = await startMute(stage.scene, [monitorId]);
    await stage.openIncident({ monitors: [monitorId] });
    const rows = await run<{ id: number }>`select id from events where project_id = ${stage.scene.projectId}`;
    for (const { id } of rows) await fanOut(id);
    const { id: deliveryId } = await stage.onlyDelivery();
    let commit = () => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let isMoved = false;
    const ending = tx(async (trx) => {
      const window = await lockWindow(trx, stage.scene.projectId, windowId);
      if (!window) throw new Error("The window is gone.");
      await moveWindow(trx, window, "completed", { at: new Date(), notify: false });
      isMoved = true;
      await held;
    });
    await expect.poll(() => isMoved).toBe(true);
    let isDecided = false;
    const decided = deliver(deliveryId).then(() => {
      isDecided = true;
    });
    await expect.poll(async () => isDecided || (await waitsForLock()), { timeout: 20_000 }).toBe(true);
    commit();
    await Promise.all([ending, decided]);
    await drain();
    expect(stage.sentEvents()).toEqual([CREATED]);
  },
);

async function waitsForLock(): Promise<boolean> {
  const rows = await run`select 1 from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock'`;
  return rows.length > 0;
}

test("a monitor that is deleted inside the window doesn't send the recovery of an outage that was muted", async () => {
  await stage.hookFor(CREATED, RECOVERED);
  const monitorId = await makeMonitor(stage.scene.projectId, { incident_confirmations: 1 });
  const windowId = await startMute(stage.scene, [monitorId]);
  const at = Date.now();
  await ingest([check(monitorId, at, "down")], null, at);
  await drain();
  await deleteMonitor(stage.scene.caller(), monitorId);
  await drain();
  await completeMaintenanceWindow(stage.scene.caller(), windowId);
  await drain();
  expect(stage.sentEvents()).toEqual([]);
  expect(await statuses()).toEqual(["muted", "superseded"]);
});

describe("an outage that joins an incident whose start a window muted", () => {
  const quick = { incident_confirmations: 1, recovery_confirmations: 1 };
  const report = async (monitorId: number, outcome: "up" | "down", secondsAgo: number) => {
    await ingest([check(monitorId, Date.now() - secondsAgo * 1000, outcome)], null, Date.now());
  };

  test.each([
    ["later", true],
    ["at the same time", false],
  ])("is sent when it joins %s, with its recovery", async (_, isLater) => {
    await stage.hookFor(CREATED, RECOVERED);
    const [muted, also, other] = [
      await makeMonitor(stage.scene.projectId, quick),
      await makeMonitor(stage.scene.projectId, quick),
      await makeMonitor(stage.scene.projectId, quick),
    ];
    await startMute(stage.scene, [muted, also]);
    await report(muted, "down", 60);
    await report(also, "down", 55);
    if (isLater) await drain();
    await report(other, "down", 50);
    await drain();
    expect(stage.sentEvents()).toEqual(["uptime.incident.propagated"]);
    for (const monitorId of [muted, also, other]) await report(monitorId, "up", 30);
    await drain();
    expect(stage.sentEvents()).toEqual(["uptime.incident.propagated", RECOVERED]);
  });

  test("is not sent again to those who were notified of the incident before the window", async () => {
    await stage.hookFor(CREATED, RECOVERED);
    const muted = await makeMonitor(stage.scene.projectId, quick);
    const other = await makeMonitor(stage.scene.projectId, quick);
    await report(muted, "down", 60);
    await drain();
    await startMute(stage.scene, [muted]);
    await report(other, "down", 50);
    await drain();
    expect(stage.sentEvents()).toEqual([CREATED]);
  });
});
