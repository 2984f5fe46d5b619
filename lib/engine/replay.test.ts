import { expect, test } from "vitest";
import { db } from "@/lib/store/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { ingest } from "./ingest";
import { replayMonitor } from "./replay";

useDatabase();
const NOW = Math.floor(Date.now() / 1000) * 1000;
const ago = (seconds: number) => NOW - seconds * 1000;

test("replay gives the incidents that were, and shows what other confirmations would have gained and lost", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, { incident_confirmations: 2, recovery_confirmations: 1 });
  const outcomes = ["up", "down", "up", "down", "down", "up", "down", "down", "down", "up"] as const;
  for (const [index, outcome] of outcomes.entries())
    await ingest([check(id, ago(500 - index * 20), outcome)], null, NOW);
  const real = await db()
    .selectFrom("incidents")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("id")
    .execute();
  const rules = { incidentConfirmations: 2, recoveryConfirmations: 1, regionThreshold: 1 };
  const monitor = { projectId, id, regions: ["eu-deu-fra"], rules };
  const window = [new Date(ago(3600)), new Date(NOW)] as const;
  const same = await replayMonitor(monitor, {}, ...window);
  expect(same.present.map((each) => [each.at, each.recoveredAt])).toEqual(
    real.map((row) => [row.incident_at.getTime(), row.recovery_at?.getTime()]),
  );
  expect(same).toMatchObject({ gained: [], lost: [], kept: 2, results: 10 });
  expect(await replayMonitor(monitor, { incidentConfirmations: 1 }, ...window)).toMatchObject({
    gained: [{ at: ago(480) }],
    lost: [],
    kept: 2,
  });
  expect(await replayMonitor(monitor, { incidentConfirmations: 3 }, ...window)).toMatchObject({
    gained: [],
    lost: [{ at: ago(440) }],
    kept: 1,
  });
});
