import { afterEach, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/store/pool";
import { makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { type Receiver, startReceiver } from "@/lib/testing/receiver";
import { makeScene } from "@/lib/testing/scene";
import {
  allowLoopback,
  deliveriesOf,
  drain,
  makeRule,
  makeWebhook,
  openIncident,
} from "@/lib/testing/telling";
import { deleteDrill, endDrill, getDrill, startDrill } from "./drills";

allowLoopback();
useDatabase();

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

test("a drill tells the start and the end to whom the rules name, and leaves nothing behind", async () => {
  const scene = await makeScene();
  const caller = scene.caller({ kind: "session" });
  const monitorId = await makeMonitor(scene.projectId, { name: "Checkout" });
  const hook = await makeWebhook(scene, receiver.url);
  await makeRule(scene, hook, "uptime.incident.created", { rate_limit: 60, monitors: [monitorId] });
  await makeRule(scene, hook, "uptime.incident.recovered");
  const drill = await startDrill(caller, {});
  await drain();
  await endDrill(scene.projectId, drill.drill_id);
  await drain();
  const said = receiver.received.map(
    (one) => JSON.parse(one.body) as { type: string; data: { incident: object } },
  );
  expect(said.map((one) => one.type)).toEqual(["uptime.incident.created", "uptime.incident.recovered"]);
  expect(said[0]?.data).toMatchObject({
    incident: { title: "[Drill] Checkout does not answer" },
    affected_monitors: [{ id: monitorId }],
  });
  const seen = await getDrill(caller, drill.drill_id);
  expect(seen).toMatchObject({
    state: "recovered",
    deliveries: [{ status: "delivered" }, { status: "delivered" }],
  });
  // A real incident in the same minute is told although the rule tells once an hour.
  await openIncident(scene, { monitors: [monitorId] });
  await drain();
  expect(receiver.received).toHaveLength(3);
  await deleteDrill(caller, drill.drill_id);
  expect((await deliveriesOf(scene.projectId)).map((one) => one.is_drill)).toEqual([false]);
  const incidents = await db()
    .selectFrom("incidents")
    .select("id")
    .where("project_id", "=", scene.projectId)
    .execute();
  expect(incidents).toHaveLength(1);
  await expect(getDrill(caller, drill.drill_id)).rejects.toMatchObject({ status: 404 });
});
