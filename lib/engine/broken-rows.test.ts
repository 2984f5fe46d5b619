import { beforeEach, expect, test } from "vitest";
import { CreateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import { createMaintenanceWindow } from "@/lib/services/maintenance/writes";
import { HOUR_MS } from "@/lib/shared/durations";
import { pool } from "@/lib/store/core/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { openIncident } from "@/lib/testing/notifications/notification-setup";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { completeRecoveries } from "./flapping";
import { announceDueUpdates } from "./incident-announcement";
import { ingest } from "./ingest";
import { advanceWindows } from "./maintenance";
import { extendRecurrences } from "./recurrence";

// Each test breaks the row of one project and expects the work of the other's.
useDatabase();
const HOUR = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;

let broken: Scene;
let fine: Scene;
beforeEach(async () => {
  await run`truncate projects cascade`;
  broken = await makeScene("BAD");
  fine = await makeScene("FINE");
});

/** Rejects events of the broken project, as a row that can't be stored would. */
async function rejectEvents(): Promise<void> {
  await pool().query("alter table events drop constraint if exists rejects");
  await pool().query(
    `alter table events add constraint rejects check (project_id <> ${broken.projectId}) not valid`,
  );
}

async function plan(scene: Scene, change: object = {}): Promise<number> {
  const window = {
    title: "New disks",
    starts_at: new Date(HOUR).toISOString(),
    ends_at: new Date(HOUR + HOUR_MS).toISOString(),
    monitors: [await makeMonitor(scene.projectId)],
    ...change,
  };
  return (await createMaintenanceWindow(scene.caller(), CreateMaintenanceWindow.parse(window))).id;
}

async function values(text: string): Promise<unknown[]> {
  const read = async ({ projectId }: Scene) =>
    (await pool().query<{ value: unknown }>(`select (${text} = $1) as value`, [projectId])).rows[0]?.value;
  return [await read(broken), await read(fine)];
}

test("plans recurrences although one follows a time zone that this machine doesn't know", async () => {
  for (const scene of [broken, fine])
    await plan(scene, { recurrence: "FREQ=DAILY", time_zone: "Europe/Berlin" });
  await run`update maintenance_recurrences set time_zone = 'Mars/Base' where project_id = ${broken.projectId}`;
  const windows = () =>
    values("select count(*) from maintenance_windows w where w.project_id") as Promise<[number, number]>;
  const before = await windows();
  await extendRecurrences(new Date(Date.now() + 5 * 24 * HOUR_MS));
  const after = await windows();
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toBe(before[1] + 5);
});

test("starts and ends windows although one of them can't", async () => {
  for (const scene of [broken, fine]) await plan(scene);
  await rejectEvents();
  const states = () => values("select state from maintenance_windows w where w.project_id");
  await advanceWindows(new Date(HOUR));
  expect(await states()).toEqual(["scheduled", "in_progress"]);
  await advanceWindows(new Date(HOUR + HOUR_MS));
  expect(await states()).toEqual(["scheduled", "completed"]);
});

test("completes stable recoveries although one can't", async () => {
  for (const scene of [broken, fine]) await openIncident(scene);
  await run`update incidents set up_since = now(), stable_at = now()`;
  await rejectEvents();
  expect(await completeRecoveries(new Date(Date.now() + 1000))).toBe(1);
  const statuses = await values("select status from incidents i where i.project_id");
  expect(statuses).toEqual([expect.not.stringMatching("recovered"), "recovered"]);
});

test("announces due updates although one can't be", async () => {
  const at = new Date(Date.now() + 60_000);
  for (const scene of [broken, fine]) {
    const { id } = await openIncident(scene);
    await createIncidentUpdate(scene.caller(), id, {
      state: "investigating",
      content: "x",
      published_at: at,
    });
  }
  await rejectEvents();
  expect(await announceDueUpdates(at)).toBe(1);
  expect(await values("select announced_at is not null from incident_updates u where u.project_id")).toEqual([
    false,
    true,
  ]);
});

test("ingests a batch although one certificate has invalid dates", async () => {
  const [bad, good] = [await makeMonitor(broken.projectId), await makeMonitor(fine.projectId)];
  const certificate = {
    fingerprint_sha256: "aa",
    serial_number: "1",
    subject_common_name: "shop.example",
    subject_alternative_names: [],
    issuer_common_name: "CA",
    issuer_organization: null,
    not_before: "2026-01-01T00:00:00.000Z",
    not_after: "infinity",
  };
  const nowMs = Date.now();
  await ingest([check(bad, nowMs, "up", { certificate }), check(good, nowMs)], null, nowMs);
  expect(await values("select status from monitor_states s where s.project_id")).toEqual([
    "online",
    "online",
  ]);
});
