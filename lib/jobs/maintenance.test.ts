import { expect, test } from "vitest";
import { scheduleWindow } from "@/lib/engine/maintenance";
import { tx } from "@/lib/store/core/tx";
import { insertWindow, replaceWindowMonitors } from "@/lib/store/maintenance/windows";
import { makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { startWorker } from "./worker";

useDatabase();

/** A busy machine is late by seconds; windows whose own jobs are missing wait for a tick of the minute. */
const LIMIT_MS = 20_000;

test("20 windows start and end at their time while the worker runs", async () => {
  const { projectId } = await makeScene();
  const monitor = await makeMonitor(projectId);
  const worker = await startWorker();
  const starts = new Date(Date.now() + 1500);
  const ends = new Date(starts.getTime() + 2500);
  await tx(async (trx) => {
    for (let count = 0; count < 20; count += 1) {
      const id = await insertWindow(trx, {
        project_id: projectId,
        title: "Upgrade",
        monitoring_mode: "pause",
        starts_at: starts,
        ends_at: ends,
        tags: null,
        recurrence: null,
        time_zone: null,
        recurrence_id: null,
      });
      await replaceWindowMonitors(trx, projectId, id, [monitor]);
      await scheduleWindow(trx, id, starts);
    }
  });
  const begun = await lateness("scheduled", starts);
  const ended = await lateness("in_progress", ends);
  await worker.stop();
  process.stdout.write(`windows began after ${begun} ms and ended after ${ended} ms at the latest\n`);
  expect(begun).toBeLessThan(LIMIT_MS);
  expect(ended).toBeLessThan(LIMIT_MS);
  const [{ paused_by_window: isPaused }] =
    await run`select paused_by_window from monitors where id = ${monitor}`;
  expect(isPaused).toBe(false);
});

/** Milliseconds after `due` until no window is in `state`. */
async function lateness(state: "scheduled" | "in_progress", due: Date): Promise<number> {
  for (;;) {
    const [left] = await run`select id from maintenance_windows where state = ${state}`;
    if (!left) return Date.now() - due.getTime();
    if (Date.now() - due.getTime() > 2 * LIMIT_MS) throw new Error(`Windows are still ${state}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
