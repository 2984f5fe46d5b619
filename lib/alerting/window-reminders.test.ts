import { afterEach, beforeEach, expect, test } from "vitest";
import { CreateMaintenanceWindow, UpdateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { createMaintenanceWindow, updateMaintenanceWindow } from "@/lib/services/maintenance/writes";
import { HOUR_MS } from "@/lib/shared/durations";
import { drainMails, subscribeAndConfirm, textOf } from "@/lib/testing/pages/subscriber";
import { useSubscriberStage } from "@/lib/testing/pages/subscriber-stage";
import { moveBack, run } from "@/lib/testing/sql";
import { remindOfWindows } from "./window-reminders";

const stage = useSubscriberStage();
const { scene } = stage;
beforeEach(() => subscribeAndConfirm(stage, "ada@example.com"));
afterEach(() => run`truncate maintenance_windows cascade`);

/** Returns the start of the minute that many hours from now. */
const inHours = (hours: number) =>
  new Date(Math.ceil(Date.now() / 60_000) * 60_000 + hours * HOUR_MS).toISOString();

async function plan(startsInHours: number, change: object = {}): Promise<number> {
  const window = {
    title: "New disks",
    starts_at: inHours(startsInHours),
    ends_at: inHours(startsInHours + 1),
    monitors: [stage.shop],
    status_pages: [stage.page.id],
    ...change,
  };
  const { id } = await createMaintenanceWindow(scene.caller(), CreateMaintenanceWindow.parse(window));
  return id;
}

/** Moves all windows, with their reminders, so that less time is left. */
const pass = (hours: number) =>
  moveBack("maintenance_windows", ["starts_at", "ends_at", "next_reminder_at"], hours * 3600);

/** Returns the first lines of the emails after a tick of two servers at once and another one later. */
async function reminded(): Promise<(string | undefined)[]> {
  await Promise.all([remindOfWindows(), remindOfWindows()]);
  await remindOfWindows();
  await drainMails();
  return stage.mailServer.mails.splice(0).map((mail) => textOf(mail).split("\n", 1)[0]);
}

test("reminds a day and an hour before, once each, in the thread of the announcement", async () => {
  await plan(30);
  await drainMails();
  const announcement = stage.mailServer.mails.splice(0)[0]?.headers["message-id"];
  expect(await reminded()).toEqual([]);
  await pass(7);
  await Promise.all([remindOfWindows(), remindOfWindows()]);
  await drainMails();
  const [reminder] = stage.mailServer.mails;
  expect(textOf(reminder)).toMatch(/^Maintenance reminder: New disks\n\nAffects: Shop\nFrom: /);
  expect(reminder?.headers["in-reply-to"]).toBe(announcement);
  stage.mailServer.mails.length = 0;
  expect(await reminded()).toEqual([]);
  await pass(22.5);
  expect(await reminded()).toEqual(["Maintenance reminder: New disks"]);
  await pass(0.2);
  expect(await reminded()).toEqual([]);
});

test("sends one late reminder, not two, after no server was running", async () => {
  await plan(30);
  await drainMails();
  stage.mailServer.mails.length = 0;
  await pass(29.5);
  expect(await reminded()).toEqual(["Maintenance reminder: New disks"]);
  expect(await reminded()).toEqual([]);
});

test("does not send the day-ahead reminder of a window that was created or moved later than that", async () => {
  const id = await plan(23);
  expect(await reminded()).toEqual(["Maintenance scheduled: New disks"]);
  await pass(22.5);
  expect(await reminded()).toEqual(["Maintenance reminder: New disks"]);
  const move = (hours: number) =>
    updateMaintenanceWindow(
      scene.caller(),
      id,
      UpdateMaintenanceWindow.parse({ starts_at: inHours(hours), ends_at: inHours(hours + 1) }),
    );
  await move(0.75);
  expect(await reminded()).toEqual(["Maintenance scheduled: New disks"]);
  await move(30);
  expect(await reminded()).toEqual(["Maintenance scheduled: New disks"]);
  await pass(7);
  expect(await reminded()).toEqual(["Maintenance reminder: New disks"]);
});

test("drops a reminder that was not sent before the window moved or started", async () => {
  await plan(30);
  await drainMails();
  stage.mailServer.mails.length = 0;
  await pass(7);
  await remindOfWindows();
  await moveBack("maintenance_windows", ["starts_at"], -86_400);
  expect(await reminded()).toEqual([]);
});

test("reminds of the next window of a recurrence only", async () => {
  await plan(30, { recurrence: "FREQ=HOURLY;INTERVAL=4", time_zone: "UTC" });
  await drainMails();
  stage.mailServer.mails.length = 0;
  await pass(19);
  expect(await reminded()).toEqual(["Maintenance reminder: New disks"]);
  await run`update maintenance_windows set state = 'completed' where starts_at = (select min(starts_at)
    from maintenance_windows)`;
  await pass(14.5);
  expect(await reminded()).toEqual(["Maintenance reminder: New disks"]);
});
