import { expect, test } from "vitest";
import { CreateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { finishDeletedProjects } from "@/lib/engine/project-deletion";
import { recoverIncident } from "@/lib/services/incidents/incidents";
import { createIncidentUpdate } from "@/lib/services/incidents/updates";
import {
  cancelMaintenanceWindow,
  createMaintenanceWindow,
  deleteMaintenanceWindow,
} from "@/lib/services/maintenance/writes";
import { deleteProject } from "@/lib/services/projects/projects";
import { openIncident } from "@/lib/testing/notifications/notification-setup";
import { drainMails, subscribeAndConfirm, textOf } from "@/lib/testing/pages/subscriber";
import { useSubscriberStage } from "@/lib/testing/pages/subscriber-stage";
import { run } from "@/lib/testing/sql";
import { Dispatcher } from "./dispatcher";
import { fanOut } from "./fan-out";

const stage = useSubscriberStage();
const { scene } = stage;

/** Sends the emails that are due. Returns the titles of the emails since the last call. */
async function sent(): Promise<string[]> {
  await drainMails();
  return stage.mailServer.mails.splice(0).map((mail) => textOf(mail).split("\n", 1)[0] ?? "");
}

async function outage(): Promise<number> {
  const incident = await openIncident(scene, { monitors: [stage.shop] });
  await createIncidentUpdate(scene.caller(), incident.id, { state: "identified", content: "A bad release." });
  return incident.id;
}

const eventIds = async (key: string) =>
  (
    await run<{ id: number }>`select id from events where project_id = ${scene.projectId} and key = ${key}`
  ).map(({ id }) => id);

test("a fan-out leaves the subscribers of status pages to one job per project", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  await recoverIncident(scene.caller(), await outage());
  await new Dispatcher().runOnce();
  expect(await run`select from page_mails m join page_subscribers s on s.id = m.subscriber_id`).toEqual([]);
  expect(
    await run`select task_identifier, queue_name from graphile_worker.jobs where task_identifier = 'announce_events'`,
  ).toEqual([{ task_identifier: "announce_events", queue_name: `announce:${scene.projectId}` }]);
  expect(await sent()).toEqual(["Identified: Checkout is slow", "Resolved: Checkout is slow"]);
});

test("subscribers get an incident's news in order, even if another server fans out the end first", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  await recoverIncident(scene.caller(), await outage());
  await fanOut(...(await eventIds("uptime.incident.recovered")));
  await run`update events set fan_out_after = now() + interval '1 minute' where fanned_out_at is null`;
  expect(await sent()).toEqual([]);
  await run`update events set fan_out_after = null`;
  expect(await sent()).toEqual(["Identified: Checkout is slow", "Resolved: Checkout is slow"]);
});

test("a deleted project stays until its subscribers' messages are written and sent", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  await outage();
  await sent();
  await deleteProject(scene.caller(), scene.projectId);
  await new Dispatcher().runOnce();
  await finishDeletedProjects(new Date());
  expect(await run`select from projects where id = ${scene.projectId}`).toHaveLength(1);
  expect(await sent()).toEqual(["Closed: Checkout is slow"]);
  await finishDeletedProjects(new Date());
  expect(await run`select from projects where id = ${scene.projectId}`).toHaveLength(0);
});

test("a canceled window that is deleted between its fan-out and its messages is still reported", async () => {
  await subscribeAndConfirm(stage, "ada@example.com");
  const at = (hours: number) =>
    new Date((Math.floor(Date.now() / 60_000) + hours * 60) * 60_000).toISOString();
  const window = await createMaintenanceWindow(
    scene.caller(),
    CreateMaintenanceWindow.parse({
      title: "New disks",
      starts_at: at(2),
      ends_at: at(3),
      monitors: [stage.shop],
      status_pages: [stage.page.id],
    }),
  );
  await sent();
  await cancelMaintenanceWindow(scene.caller(), window.id);
  await new Dispatcher().runOnce();
  await deleteMaintenanceWindow(scene.caller(), window.id);
  expect(await sent()).toEqual(["Maintenance canceled: New disks"]);
});
