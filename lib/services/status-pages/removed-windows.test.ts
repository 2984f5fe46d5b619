import { expect, test } from "vitest";
import { remindOfWindows } from "@/lib/alerting/window-reminders";
import { CreateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import {
  cancelMaintenanceWindow,
  completeMaintenanceWindow,
  createMaintenanceWindow,
  deleteMaintenanceWindow,
} from "@/lib/services/maintenance/writes";
import { drainMails, subscribeAndConfirm, textOf } from "@/lib/testing/pages/subscriber";
import { useSubscriberStage } from "@/lib/testing/pages/subscriber-stage";
import { run } from "@/lib/testing/sql";

const stage = useSubscriberStage();
const { scene } = stage;

const hour = (hours: number) =>
  new Date((Math.floor(Date.now() / 60_000) + hours * 60) * 60_000).toISOString();

const plan = (change: object = {}) =>
  createMaintenanceWindow(
    scene.caller(),
    CreateMaintenanceWindow.parse({
      title: "New disks",
      starts_at: hour(2),
      ends_at: hour(3),
      monitors: [stage.shop],
      status_pages: [stage.page.id],
      ...change,
    }),
  );

/** Sends the emails that are due. Returns the recipients and titles of the emails since the last call. */
async function sent(): Promise<string[]> {
  await drainMails();
  const mails = stage.mailServer.mails.splice(0);
  return mails.map((mail) => `${mail.recipients[0]} ${textOf(mail).split("\n", 1)[0]}`).sort();
}

const CANCELED = "ada@example.com Maintenance canceled: New disks";

test.each([
  ["scheduled", 2, "scheduled"],
  ["in progress", 0, "started"],
])(
  "subscribers notified of a window that is deleted while %s are notified, others aren't",
  async (_, start, said) => {
    await subscribeAndConfirm(stage, "ada@example.com");
    const { id } = await plan({ starts_at: hour(start) });
    expect(await sent()).toEqual([`ada@example.com Maintenance ${said}: New disks`]);
    await subscribeAndConfirm(stage, "eva@example.com");
    await deleteMaintenanceWindow(scene.caller(), id);
    expect(await sent()).toEqual([CANCELED]);
  },
);

test("a canceled window that is deleted before its emails are sent is still reported", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  const { id } = await plan();
  await sent();
  await cancelMaintenanceWindow(scene.caller(), id);
  await deleteMaintenanceWindow(scene.caller(), id);
  expect(await sent()).toEqual([CANCELED]);
});

test("a window that is deleted before it was announced, or after it ended, is not reported", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  const unsaid = await plan();
  await deleteMaintenanceWindow(scene.caller(), unsaid.id);
  expect(await sent()).toEqual([]);
  const done = await plan();
  await sent();
  await cancelMaintenanceWindow(scene.caller(), done.id);
  expect(await sent()).toEqual([CANCELED]);
  await deleteMaintenanceWindow(scene.caller(), done.id);
  expect(await sent()).toEqual([]);
});

test("the next window of a recurrence is reported if it goes with one that is over", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  const repeated = { recurrence: "FREQ=DAILY", time_zone: "UTC" };
  const { id } = await plan({ starts_at: hour(0), ends_at: hour(1), ...repeated });
  await completeMaintenanceWindow(scene.caller(), id);
  await run`update maintenance_windows set next_reminder_at = date_trunc('second', now()) where state = 'scheduled' and starts_at < ${hour(25)}`;
  await remindOfWindows();
  expect(await sent()).toContain("ada@example.com Maintenance reminder: New disks");
  await deleteMaintenanceWindow(scene.caller(), id, { apply_to: "following" });
  expect(await sent()).toEqual([CANCELED]);
});
