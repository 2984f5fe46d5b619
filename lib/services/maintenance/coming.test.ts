import { sql } from "kysely";
import { expect, test } from "vitest";
import { COMING_WINDOWS, MaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { db } from "@/lib/store/core/pool";
import { makeScene, type Scene, useScene } from "@/lib/testing/scene";
import { listMaintenanceWindows } from "./windows";

const scene = useScene("file");

const IN_AN_HOUR = Math.floor(Date.now() / 1000) * 1000 + 3600_000;

interface Made {
  title: string;
  hour: number;
  state?: string;
  recurrence?: number;
}

async function add(of: Scene, windows: readonly Made[]): Promise<void> {
  for (const { title, hour, state = "scheduled", recurrence = null } of windows) {
    const starts = new Date(IN_AN_HOUR + hour * 3600_000);
    const ends = new Date(starts.getTime() + 1800_000);
    await sql`insert into maintenance_windows (project_id, title, state, starts_at, ends_at, recurrence_id, recurs_at)
      values (${of.projectId}, ${title}, ${state}, ${starts}, ${ends}, ${recurrence}, ${recurrence && starts})`.execute(
      db(),
    );
  }
}

async function recurrence(of: Scene): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into maintenance_recurrences (project_id, rule, time_zone, first_start, duration_seconds, title, monitoring_mode,
      monitors, planned_until)
    values (${of.projectId}, 'FREQ=HOURLY', 'UTC', now(), 1800, 'Backup', 'normal', '{}', now()) returning id`.execute(
    db(),
  );
  return rows[0]?.id ?? 0;
}

async function titles(of: Scene, limit: number, offset: number) {
  const { items, total } = await listMaintenanceWindows(of.caller(), COMING_WINDOWS, { limit, offset });
  for (const item of items) expect(MaintenanceWindow.parse(item)).toEqual(item);
  return { titles: items.map(({ title }) => title), total };
}

test("pages current and upcoming windows soonest first, with only the next one of each recurrence", async () => {
  const hourly = await recurrence(scene);
  const many = Array.from({ length: 250 }, (_, hour) => ({
    title: `Backup ${hour}`,
    hour,
    recurrence: hourly,
  }));
  await add(scene, [
    { title: "In a month", hour: 700 },
    { title: "Backup that runs", hour: -2, state: "in_progress", recurrence: hourly },
    { title: "Over", hour: -5, state: "completed" },
    { title: "Called off", hour: 3, state: "cancelled" },
    { title: "Upgrade", hour: 4 },
    ...[...many].reverse(),
  ]);
  expect(await titles(scene, 3, 0)).toEqual({
    titles: ["Backup that runs", "Backup 0", "Upgrade"],
    total: 4,
  });
  expect(await titles(scene, 3, 3)).toEqual({ titles: ["In a month"], total: 4 });
  expect(await titles(scene, 3, 6)).toEqual({ titles: [], total: 4 });
});

test("leaves out other projects' windows and needs the read permission", async () => {
  const foreign = await makeScene();
  await add(foreign, [{ title: "Theirs", hour: 1 }]);
  expect((await titles(foreign, 20, 0)).titles).toEqual(["Theirs"]);
  expect((await titles(scene, 20, 0)).titles).not.toContain("Theirs");
  const blind = scene.caller({ permissions: new Set() });
  await expect(listMaintenanceWindows(blind, COMING_WINDOWS, { limit: 20, offset: 0 })).rejects.toMatchObject(
    { status: 403 },
  );
});
