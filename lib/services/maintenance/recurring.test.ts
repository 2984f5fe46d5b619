import { describe, expect, test } from "vitest";
import { CreateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { advanceWindows } from "@/lib/engine/maintenance";
import { extendRecurrences } from "@/lib/engine/recurrence";
import { DAY_MS, MINUTE_MS } from "@/lib/shared/durations";
import { db } from "@/lib/store/core/pool";
import { makeMonitor } from "@/lib/testing/checks";
import { useScene } from "@/lib/testing/scene";
import { getMaintenanceWindow } from "./windows";
import {
  cancelMaintenanceWindow,
  createMaintenanceWindow,
  deleteMaintenanceWindow,
  updateMaintenanceWindow,
} from "./writes";

const scene = useScene("file");

const minute = (offset: number) =>
  new Date((Math.floor(Date.now() / MINUTE_MS) + offset) * MINUTE_MS).toISOString();

async function daily(change: object = {}) {
  const monitor = await makeMonitor(scene.projectId);
  const input = CreateMaintenanceWindow.parse({
    title: "Nightly restart",
    starts_at: minute(5),
    ends_at: minute(15),
    monitors: [monitor],
    monitoring_mode: "pause",
    recurrence: "FREQ=DAILY",
    time_zone: "Etc/UTC",
    ...change,
  });
  return { monitor, made: await createMaintenanceWindow(scene.caller(), input) };
}

const all = (monitor: number) =>
  db()
    .selectFrom("maintenance_windows as w")
    .innerJoin("maintenance_window_monitors as m", (join) =>
      join.onRef("m.project_id", "=", "w.project_id").onRef("m.maintenance_window_id", "=", "w.id"),
    )
    .selectAll("w")
    .where("m.monitor_id", "=", monitor)
    .orderBy("w.starts_at")
    .execute();

describe("a repeating maintenance", () => {
  test("is planned 30 days ahead, with a window for each start", async () => {
    const { monitor, made } = await daily();
    expect(made).toMatchObject({ recurrence: "FREQ=DAILY", time_zone: "Etc/UTC", state: "scheduled" });
    const windows = await all(monitor);
    expect(windows).toHaveLength(31);
    expect(new Set(windows.map((each) => each.recurrence_id))).toEqual(new Set([made.recurrence_id]));
    const gaps = windows
      .slice(1)
      .map((each, at) => each.starts_at.getTime() - (windows[at]?.starts_at.getTime() ?? 0));
    expect(new Set(gaps)).toEqual(new Set([DAY_MS]));
  });

  test("is planned further each day, and concurrent runs create no window twice", async () => {
    const { monitor } = await daily();
    const later = new Date(Date.now() + 10 * DAY_MS);
    await Promise.all([extendRecurrences(later), extendRecurrences(later)]);
    await extendRecurrences(later);
    const windows = await all(monitor);
    expect(windows).toHaveLength(41);
    expect(new Set(windows.map((each) => each.starts_at.getTime())).size).toBe(41);
  });

  test("skips windows missed during weeks without a server and begins the one that should be running", async () => {
    const { monitor } = await daily({ starts_at: minute(5), ends_at: minute(65) });
    const later = new Date(Date.now() + 60 * DAY_MS + 30 * MINUTE_MS);
    await extendRecurrences(later);
    await advanceWindows(later);
    await advanceWindows(later);
    const windows = await all(monitor);
    const running = windows.filter((each) => each.state === "in_progress");
    expect(running).toHaveLength(1);
    expect(windows.filter((each) => each.starts_at.getTime() > later.getTime())).toHaveLength(31);
    const unmade = windows.filter((each) => {
      const ahead = each.starts_at.getTime() - Date.now();
      return ahead > 32 * DAY_MS && ahead < 59 * DAY_MS;
    });
    expect(unmade).toEqual([]);
  });

  test("keeps a window changed alone in the recurrence, and the others at their time", async () => {
    const { monitor } = await daily();
    const [, second] = await all(monitor);
    if (!second) throw new Error("No windows were planned.");
    const moved = await updateMaintenanceWindow(scene.caller(), second.id, {
      title: "Longer this once",
      ends_at: new Date(second.ends_at.getTime() + 30 * MINUTE_MS),
    });
    expect(moved.recurrence_id).toBe(second.recurrence_id);
    const windows = await all(monitor);
    expect(windows.filter((each) => each.title === "Longer this once")).toHaveLength(1);
  });

  test("keeps earlier windows and replans later ones when changed with the following ones", async () => {
    const { monitor, made } = await daily();
    const windows = await all(monitor);
    const tenth = windows[9];
    if (!tenth) throw new Error("No windows were planned.");
    const changed = await updateMaintenanceWindow(scene.caller(), tenth.id, {
      starts_at: new Date(tenth.starts_at.getTime() + 60 * MINUTE_MS),
      ends_at: new Date(tenth.ends_at.getTime() + 60 * MINUTE_MS),
      apply_to: "following",
    });
    expect(changed.recurrence_id).not.toBe(made.recurrence_id);
    const after = await all(monitor);
    expect(after).toHaveLength(31);
    expect(after.filter((each) => each.recurrence_id === made.recurrence_id)).toHaveLength(9);
    expect(after[20]?.starts_at).toEqual(new Date((windows[20]?.starts_at.getTime() ?? 0) + 60 * MINUTE_MS));
    await extendRecurrences(new Date(Date.now() + 5 * DAY_MS));
    expect(await all(monitor)).toHaveLength(36);
  });

  test("keeps the number of its windows when one is changed with the following ones", async () => {
    const { monitor } = await daily({ recurrence: "FREQ=DAILY;COUNT=12" });
    const tenth = (await all(monitor))[9];
    if (!tenth) throw new Error("No windows were planned.");
    const changed = await updateMaintenanceWindow(scene.caller(), tenth.id, {
      ends_at: new Date(tenth.ends_at.getTime() + 30 * MINUTE_MS),
      apply_to: "following",
    });
    expect(changed.recurrence).toBe("FREQ=DAILY;COUNT=3");
    expect(await all(monitor)).toHaveLength(12);
  });

  test("ends with this window when the recurrence is set to null", async () => {
    const { monitor } = await daily();
    const third = (await all(monitor))[2];
    const ended = await updateMaintenanceWindow(scene.caller(), third?.id ?? 0, { recurrence: null });
    expect(ended).toMatchObject({ recurrence: null, recurrence_id: null });
    await extendRecurrences(new Date(Date.now() + 5 * DAY_MS));
    expect(await all(monitor)).toHaveLength(3);
  });

  test("can start from a plain window, and a first rule change replaces the planned windows", async () => {
    const { monitor, made } = await daily({ recurrence: null, time_zone: null });
    expect(await all(monitor)).toHaveLength(1);
    await updateMaintenanceWindow(scene.caller(), made.id, { recurrence: "FREQ=WEEKLY" });
    expect((await all(monitor)).length).toBeGreaterThanOrEqual(4);
    const day = await updateMaintenanceWindow(scene.caller(), made.id, { recurrence: "FREQ=DAILY;COUNT=3" });
    expect(day.time_zone).toBe("UTC");
    expect(await all(monitor)).toHaveLength(3);
  });

  test("does not plan a window again that was deleted or canceled on its own", async () => {
    const { monitor } = await daily();
    const [first, second] = await all(monitor);
    await deleteMaintenanceWindow(scene.caller(), first?.id ?? 0);
    await cancelMaintenanceWindow(scene.caller(), second?.id ?? 0);
    await extendRecurrences(new Date(Date.now() + 2 * DAY_MS));
    const windows = await all(monitor);
    expect(windows.map((each) => each.state).filter((state) => state === "cancelled")).toHaveLength(1);
    expect(windows).toHaveLength(32);
  });

  test("plans nothing more when deleted with the following ones", async () => {
    const { monitor } = await daily();
    const fourth = (await all(monitor))[3];
    await deleteMaintenanceWindow(scene.caller(), fourth?.id ?? 0, { apply_to: "following" });
    await extendRecurrences(new Date(Date.now() + 40 * DAY_MS));
    expect(await all(monitor)).toHaveLength(3);
  });

  test("changes nothing when the response is sent back unchanged", async () => {
    const { monitor, made } = await daily({ time_zone: null });
    const before = (await all(monitor)).map((each) => each.id);
    const { recurrence } = await getMaintenanceWindow(scene.caller(), made.id);
    await updateMaintenanceWindow(scene.caller(), made.id, {
      title: made.title,
      recurrence,
      time_zone: null,
    });
    expect((await all(monitor)).map((each) => each.id)).toEqual(before);
  });
});

test.each([
  ["recurrence", { recurrence: "every tuesday" }, "RFC 5545"],
  ["recurrence", { recurrence: "FREQ=HOURLY" }, "at most 200 times"],
  [
    "recurrence",
    { recurrence: "FREQ=DAILY;BYHOUR=3;BYMINUTE=1", starts_at: minute(7), ends_at: minute(9) },
    "",
  ],
  ["recurrence", { recurrence: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30" }, "never starts"],
  ["time_zone", { time_zone: "Mars/Olympus" }, "IANA name"],
  ["time_zone", { time_zone: "+02:00" }, "IANA name"],
])("refuses an invalid recurrence at %s: %j", async (field, change, words) => {
  await expect(daily(change)).rejects.toMatchObject({
    status: 422,
    errors: { [field]: [expect.stringContaining(words)] },
  });
});
