import { afterEach, beforeEach, expect, test } from "vitest";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { scheduleUpdate } from "@/lib/engine/incident-announcement";
import { scheduleWindow } from "@/lib/engine/maintenance";
import { createIncident } from "@/lib/services/incidents/writes";
import { keepTimeBy } from "@/lib/shared/clock";
import { db } from "@/lib/store/core/pool";
import { tx } from "@/lib/store/core/tx";
import { insertIncidentUpdate } from "@/lib/store/incidents/posts";
import { insertWindow } from "@/lib/store/maintenance/windows";
import { useScene } from "@/lib/testing/scene";
import { startWorker } from "./worker";

const scene = useScene();

const BEHIND_MS = 300_000;
let worker: Awaited<ReturnType<typeof startWorker>>;

beforeEach(async () => {
  keepTimeBy(() => Date.now() - BEHIND_MS);
  worker = await startWorker();
});
afterEach(async () => {
  await worker.stop();
  keepTimeBy(null);
});

const soon = () => new Date(Date.now() + 500);
const wait = (done: () => Promise<unknown>) => expect.poll(done, { timeout: 10_000, interval: 50 });

test("starts and ends maintenance at its time on a server whose clock is behind", async () => {
  const starts_at = soon();
  const ends_at = new Date(starts_at.getTime() + 1000);
  const id = await tx(async (trx) => {
    const window = { title: "Upgrade", monitoring_mode: "normal", starts_at, ends_at } as const;
    const none = { tags: null, recurrence: null, time_zone: null, recurrence_id: null };
    const made = await insertWindow(trx, { project_id: scene.projectId, ...window, ...none });
    await scheduleWindow(trx, made, starts_at);
    return made;
  });
  const read = db().selectFrom("maintenance_windows").select("state").where("id", "=", id);
  await wait(async () => (await read.executeTakeFirst())?.state).toBe("completed");
});

test("announces an update at its time on a server whose clock is behind", async () => {
  const incident = CreateIncident.parse({ title: "Checkout is slow", impact: "partial_outage" });
  const { id: incident_id } = await createIncident(scene.caller(), incident);
  const { id } = await tx(async (trx) => {
    const by = { creator_type: "user", creator_id: 1, creator_label: "Ada" } as const;
    const text = { state: "identified", content: "We look.", next_update_at: null };
    const of = { incident_id, project_id: scene.projectId, published_at: soon() };
    const made = await insertIncidentUpdate(trx, { ...of, ...text, ...by });
    await scheduleUpdate(trx, made);
    return made;
  });
  const read = db().selectFrom("incident_updates").select("announced_at").where("id", "=", id);
  await wait(async () => (await read.executeTakeFirst())?.announced_at ?? null).not.toBeNull();
});
