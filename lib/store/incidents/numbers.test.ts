import { expect, test } from "vitest";
import { tx } from "@/lib/store/core/tx";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { lockNumbers, nextIncidentNumber } from "./numbers";

useDatabase();

test("simultaneous incidents get consecutive numbers, including those that wait for a lock on the project's numbers", async () => {
  const { projectId } = await makeScene();
  const numbers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      tx(async (trx) => {
        if (index % 2 === 0) await lockNumbers(trx, [projectId, projectId]);
        return (await nextIncidentNumber(trx, projectId)).number;
      }),
    ),
  );
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
});

test("a rolled-back incident leaves no gap", async () => {
  const { projectId } = await makeScene();
  const lost = tx(async (trx) => {
    await nextIncidentNumber(trx, projectId);
    throw new Error("lost");
  });
  await expect(lost).rejects.toThrow("lost");
  expect((await tx((trx) => nextIncidentNumber(trx, projectId))).number).toBe(1);
});

test("a project whose count is missing continues after its highest number", async () => {
  const { projectId } = await makeScene();
  await run`insert into incidents (project_id, number, slug, type, title, impact, incident_at)
     values (${projectId}, 41, 'app-41', 'manual', 'Down', 'unknown', now())`;
  await tx((trx) => lockNumbers(trx, [projectId]));
  expect((await tx((trx) => nextIncidentNumber(trx, projectId))).number).toBe(42);
});
