import { expect, test } from "vitest";
import { CreateIncident } from "@/lib/contract/incidents/incidents";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { createIncident, updateIncident } from "@/lib/services/incidents/writes";
import { createMonitor } from "@/lib/services/monitors/writes";
import { useDatabase } from "@/lib/testing/database";
import { MONITOR, makeScene } from "@/lib/testing/scene";
import { listAuditLog } from "./audit-log";

useDatabase();

test("names the records that entries identify by ID, but never another organization's", async () => {
  const [scene, foreign] = [await makeScene(), await makeScene()];
  const { id } = await createMonitor(scene.caller(), CreateMonitor.parse({ ...MONITOR, name: "Checkout" }));
  const incident = await createIncident(
    scene.caller(),
    CreateIncident.parse({ title: "Slow", impact: "unknown" }),
  );
  await updateIncident(scene.caller(), incident.id, { monitors: [id] });
  const page = { limit: 20, offset: 0 };
  const { items } = await listAuditLog(scene.caller(), {}, page);
  const changed = items.find(({ action }) => action === "incident.updated");
  expect(changed?.names).toEqual({ [`monitor ${id}`]: "Checkout" });
  const others = await listAuditLog(foreign.caller(), {}, page);
  expect(JSON.stringify(others.items)).not.toContain("Checkout");
});
