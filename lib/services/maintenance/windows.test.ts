import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { CreateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { advanceWindows } from "@/lib/engine/maintenance";
import { setMonitorPaused } from "@/lib/services/monitors/pause";
import { MINUTE_MS } from "@/lib/shared/durations";
import { db } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { holdMutes } from "@/lib/store/maintenance/effects";
import { makeMonitor } from "@/lib/testing/checks";
import { makeScene, useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { getMaintenanceWindow, listMaintenanceWindows } from "./windows";
import {
  cancelMaintenanceWindow,
  completeMaintenanceWindow,
  createMaintenanceWindow,
  deleteMaintenanceWindow,
  updateMaintenanceWindow,
} from "./writes";

const scene = useScene("file");
beforeAll(async () => {
  await sql`select setval('config_versions', 100)`.execute(db());
});

/** Returns the start of the current minute, moved by whole minutes. */
const minute = (offset: number) =>
  new Date((Math.floor(Date.now() / MINUTE_MS) + offset) * MINUTE_MS).toISOString();
const mutedNow = (id: number) => tx((trx) => holdMutes(trx, [scene.projectId], [id]));
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

function window(monitors: number[], change: object = {}) {
  return CreateMaintenanceWindow.parse({
    title: "Upgrade",
    starts_at: minute(5),
    ends_at: minute(10),
    monitors,
    ...change,
  });
}

async function isPausedByWindow(monitorId: number): Promise<boolean> {
  const [row] = await run`select paused_by_window from monitors where id = ${monitorId}`;
  return row.paused_by_window;
}

async function spans(monitorId: number) {
  return run`select * from monitor_pauses where monitor_id = ${monitorId} order by id`;
}

async function events() {
  const rows =
    await run`select key, entities from events where key like 'uptime.maintenance_window.%' order by id`;
  return rows;
}

describe("a window by the clock", () => {
  test("begins and pauses its monitors, ends, and resumes them, and announces both", async () => {
    const [start, end] = [later(6), later(11)];
    const id = await makeMonitor(scene.projectId);
    const caller = scene.caller();
    const made = await createMaintenanceWindow(caller, window([id], { monitoring_mode: "pause" }));
    expect(made.state).toBe("scheduled");
    expect(await isPausedByWindow(id)).toBe(false);
    const [before] = await run`select config_version from monitors where id = ${id}`;
    await advanceWindows(start);
    expect((await getMaintenanceWindow(caller, made.id)).state).toBe("in_progress");
    expect(await isPausedByWindow(id)).toBe(true);
    const [during] = await run`select config_version from monitors where id = ${id}`;
    expect(during.config_version).not.toBe(before.config_version);
    await advanceWindows(start);
    await advanceWindows(end);
    expect((await getMaintenanceWindow(caller, made.id)).state).toBe("completed");
    expect(await isPausedByWindow(id)).toBe(false);
    const [span] = await spans(id);
    expect(span).toMatchObject({ cause: "maintenance" });
    expect([span?.started_at, span?.ended_at]).toEqual([start, end]);
    const recorded = await events();
    expect(recorded.map((event) => event.key)).toEqual([
      "uptime.maintenance_window.in_progress",
      "uptime.maintenance_window.completed",
    ]);
    expect(recorded[0]?.entities).toMatchObject({
      maintenance_window: { id: made.id, state: "in_progress" },
      affected_monitors: [{ id, name: "Shop" }],
    });
  });

  test("completes a window missed while no server ran without pausing anything", async () => {
    const id = await makeMonitor(scene.projectId);
    const made = await createMaintenanceWindow(scene.caller(), window([id], { monitoring_mode: "pause" }));
    await advanceWindows(later(60));
    expect((await getMaintenanceWindow(scene.caller(), made.id)).state).toBe("completed");
    expect(await spans(id)).toEqual([]);
  });

  test("is in progress immediately if it starts in the current minute", async () => {
    const id = await makeMonitor(scene.projectId);
    const made = await createMaintenanceWindow(scene.caller(), window([id], { starts_at: minute(0) }));
    expect(made.state).toBe("in_progress");
  });
});

describe("pausing monitors", () => {
  test("resumes a monitor when the last overlapping window ends", async () => {
    const id = await makeMonitor(scene.projectId);
    const caller = scene.caller();
    const pause = { monitoring_mode: "pause", starts_at: minute(0) };
    const one = await createMaintenanceWindow(caller, window([id], pause));
    const two = await createMaintenanceWindow(caller, window([id], pause));
    await completeMaintenanceWindow(caller, one.id);
    expect(await isPausedByWindow(id)).toBe(true);
    await cancelMaintenanceWindow(caller, two.id);
    expect(await isPausedByWindow(id)).toBe(false);
    expect(await spans(id)).toHaveLength(1);
  });

  test("leaves nothing paused when two windows end simultaneously on two servers", async () => {
    const id = await makeMonitor(scene.projectId);
    const caller = scene.caller();
    const pause = { monitoring_mode: "pause", starts_at: minute(0) };
    const made = await Promise.all([1, 2, 3].map(() => createMaintenanceWindow(caller, window([id], pause))));
    expect(await isPausedByWindow(id)).toBe(true);
    await Promise.all(made.map((each) => completeMaintenanceWindow(caller, each.id)));
    expect(await isPausedByWindow(id)).toBe(false);
  });

  test("keeps a monitor paused by hand after the window, and undoes a deleted window without notifications", async () => {
    const id = await makeMonitor(scene.projectId);
    const caller = scene.caller();
    await setMonitorPaused(caller, id, true);
    const made = await createMaintenanceWindow(
      caller,
      window([id], { monitoring_mode: "pause", starts_at: minute(0) }),
    );
    await deleteMaintenanceWindow(caller, made.id);
    expect(await isPausedByWindow(id)).toBe(false);
    const [row] = await run`select paused from monitors where id = ${id}`;
    expect(row.paused).toBe(true);
    const [event] =
      await run`select fanned_out_at from events where project_id = ${scene.projectId} order by id desc limit 1`;
    expect(event.fanned_out_at).not.toBeNull();
    await expect(getMaintenanceWindow(caller, made.id)).rejects.toMatchObject({ status: 404 });
  });

  test("only mutes notifications while in progress if mute is set", async () => {
    const id = await makeMonitor(scene.projectId);
    const caller = scene.caller();
    const made = await createMaintenanceWindow(
      caller,
      window([id], { monitoring_mode: "mute", starts_at: minute(0) }),
    );
    expect([...(await mutedNow(id))]).toEqual([id]);
    expect(await isPausedByWindow(id)).toBe(false);
    const done = await completeMaintenanceWindow(caller, made.id);
    expect(done.state).toBe("completed");
    expect([...(await mutedNow(id))]).toEqual([]);
  });
});

describe("what may change", () => {
  test("allows changes to the end and the texts while in progress, and to the rest only if unchanged", async () => {
    const id = await makeMonitor(scene.projectId);
    const other = await makeMonitor(scene.projectId);
    const caller = scene.caller();
    const body = window([id], { starts_at: minute(0) });
    const made = await createMaintenanceWindow(caller, body);
    const refused = { monitors: [other], monitoring_mode: "mute" as const, starts_at: new Date(minute(1)) };
    await expect(updateMaintenanceWindow(caller, made.id, refused)).rejects.toMatchObject({
      status: 422,
      errors: {
        monitors: [expect.any(String)],
        monitoring_mode: [expect.any(String)],
        starts_at: [expect.any(String)],
      },
    });
    const same = await updateMaintenanceWindow(caller, made.id, {
      ...body,
      ends_at: new Date(minute(30)),
      title: "Longer",
    });
    expect(same).toMatchObject({ title: "Longer", ends_at: `${minute(30).slice(0, 19)}Z` });
    await expect(
      updateMaintenanceWindow(caller, made.id, { ends_at: new Date(minute(-1)) }),
    ).rejects.toMatchObject({ status: 422 });
    await completeMaintenanceWindow(caller, made.id);
    await expect(
      updateMaintenanceWindow(caller, made.id, { ends_at: new Date(minute(40)) }),
    ).rejects.toMatchObject({ status: 422 });
    expect((await updateMaintenanceWindow(caller, made.id, { title: "Done" })).title).toBe("Done");
    await expect(cancelMaintenanceWindow(caller, made.id)).rejects.toMatchObject({ status: 422 });
    await expect(completeMaintenanceWindow(caller, made.id)).rejects.toMatchObject({ status: 422 });
  });

  test("refuses dates that are not whole minutes, in the past, too far ahead, or reversed, and names the field", async () => {
    const id = await makeMonitor(scene.projectId);
    const tries = {
      starts_at: [
        { starts_at: minute(-1) },
        { starts_at: "2126-01-01T00:00:00Z" },
        { starts_at: minute(5).replace("00.000", "07.000") },
      ],
      ends_at: [{ ends_at: minute(5) }, { ends_at: minute(900_000) }],
    };
    for (const [field, changes] of Object.entries(tries)) {
      for (const change of changes) {
        const refused = expect.objectContaining({ [field]: expect.anything() });
        await expect(createMaintenanceWindow(scene.caller(), window([id], change))).rejects.toMatchObject({
          status: 422,
          errors: refused,
        });
      }
    }
  });

  test("refuses foreign monitors and pages like missing ones and hides foreign windows", async () => {
    const foreign = await makeScene("FOR");
    const theirs = await makeMonitor(foreign.projectId);
    const mine = await makeMonitor(scene.projectId);
    const bad = window([mine, theirs], { status_pages: [1] });
    await expect(createMaintenanceWindow(scene.caller(), bad)).rejects.toMatchObject({
      errors: { "monitors.1": [expect.any(String)] },
    });
    const made = await createMaintenanceWindow(foreign.caller(), window([theirs]));
    await expect(getMaintenanceWindow(scene.caller(), made.id)).rejects.toMatchObject({ status: 404 });
    await expect(cancelMaintenanceWindow(scene.caller(), made.id)).rejects.toMatchObject({ status: 404 });
    const listed = await listMaintenanceWindows(
      foreign.caller(),
      { state: ["scheduled"] },
      { limit: 10, offset: 0 },
    );
    expect(listed).toMatchObject({ total: 1, items: [{ id: made.id }] });
  });
});

test("lists the windows that overlap a time, by start", async () => {
  const own = await makeScene();
  const id = await makeMonitor(own.projectId);
  const made = [];
  for (const [start, end] of [
    [300, 400],
    [60, 90],
    [100, 320],
    [500, 600],
  ] as const) {
    const input = window([id], { starts_at: minute(start), ends_at: minute(end) });
    made.push((await createMaintenanceWindow(own.caller(), input)).id);
  }
  const { items, total } = await listMaintenanceWindows(
    own.caller(),
    { from: new Date(minute(90)), to: new Date(minute(500)), sort: "starts_at" },
    { limit: 20, offset: 0 },
  );
  expect(items.map((each) => each.id)).toEqual([made[2], made[0]]);
  expect(total).toBe(2);
});
