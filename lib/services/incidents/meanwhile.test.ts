import { expect, test } from "vitest";
import { CreateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { UpdateMonitor } from "@/lib/contract/monitors/input";
import { ingest } from "@/lib/engine/ingest";
import { completeMaintenanceWindow, createMaintenanceWindow } from "@/lib/services/maintenance/writes";
import { updateMonitor } from "@/lib/services/monitors/edit";
import { setMonitorPaused } from "@/lib/services/monitors/pause";
import { deleteMonitor } from "@/lib/services/monitors/writes";
import { db } from "@/lib/store/core/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { getIncidentTimeline } from "./timeline";
import { updateIncident } from "./writes";

useDatabase();

test("records edits, pauses, maintenance, and deletions during an incident, each with its reason", async () => {
  const scene = await makeScene();
  const quick = { incident_confirmations: 1, recovery_confirmations: 1 };
  const [a, b] = [await makeMonitor(scene.projectId, quick), await makeMonitor(scene.projectId, quick)];
  const now = Math.floor(Date.now() / 1000) * 1000;
  await ingest([check(a, now - 9000, "down"), check(b, now - 8000, "down")], null, now);
  const { id } = await db().selectFrom("incidents").select("id").executeTakeFirstOrThrow();
  const ada = scene.caller({ label: "Ada" });

  await updateIncident(ada, id, { impact: "major_outage" });
  await updateIncident(ada, id, { impact: "major_outage" });
  await setMonitorPaused(ada, a, true);
  await setMonitorPaused(ada, a, false);
  await updateMonitor(ada, a, UpdateMonitor.parse({ incident_confirmations: 2 }));
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  const window = await createMaintenanceWindow(
    ada,
    CreateMaintenanceWindow.parse({
      title: "Upgrade",
      starts_at: minute.toISOString(),
      ends_at: new Date(minute.getTime() + 600_000).toISOString(),
      monitoring_mode: "mute",
      monitors: [a],
    }),
  );
  await completeMaintenanceWindow(ada, window.id);
  await deleteMonitor(ada, b);

  const { entries } = await getIncidentTimeline(ada, id);
  const lines = [...entries].reverse().map(({ kind, text }) => [kind, text]);
  expect(lines.slice(2)).toEqual([
    ["edited", "Ada changed the impact from unknown to major outage."],
    ["monitor_paused", "Ada paused the monitor. It isn't being checked, and the incident stays open."],
    ["monitor_resumed", "Ada resumed the monitor. Checks continue."],
    ["monitor_edited", expect.stringContaining("Ada changed the monitor (incident_confirmations)")],
    ["maintenance_began", "Maintenance “Upgrade” started. No alerts are sent for its monitors."],
    ["maintenance_ended", "Maintenance “Upgrade” ended."],
    ["monitor_deleted", "One of its monitors was deleted. The incident continues with the others."],
  ]);
  expect(lines.slice(0, 2).map(([kind]) => kind)).toEqual(["opened", "propagated"]);
});
