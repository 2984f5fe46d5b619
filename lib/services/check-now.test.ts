import { expect, test, vi } from "vitest";
import { CheckNow } from "@/lib/contract/check-now";
import { CreateMonitor } from "@/lib/contract/monitor-input";
import { db } from "@/lib/store/pool";
import { useDatabase } from "@/lib/testing/database";
import { answerProbes } from "@/lib/testing/probe-runner";
import { MONITOR, makeScene } from "@/lib/testing/scene";
import { type CheckEvent, checkMonitor, checkUnsavedMonitor, collect } from "./check-now";
import { createMonitor } from "./monitor-writes";

useDatabase();

const never = new AbortController().signal;
const input = CreateMonitor.parse(MONITOR);

test("answers per region in the monitor's order with phases, and keeps nothing", async () => {
  const scene = await makeScene();
  const { id } = await createMonitor(scene.caller(), input);
  const [answer] = await Promise.all([
    checkMonitor(scene.caller(), id, never).then(collect),
    answerProbes(["na-usa-iad", "eu-deu-fra"], 2),
  ]);
  expect(CheckNow.parse(answer)).toEqual(answer);
  expect(answer.regions.map((entry) => entry.region)).toEqual(["eu-deu-fra", "na-usa-iad"]);
  expect(answer.regions[0]?.phases.map((phase) => phase.phase)).toEqual(["dns", "done"]);
  expect(await db().selectFrom("probe_requests").selectAll().execute()).toEqual([]);
  expect(await db().selectFrom("results").selectAll().execute()).toEqual([]);
});

test("streams phases before results and ends with done", async () => {
  const scene = await makeScene();
  const events: CheckEvent[] = [];
  const source = await checkUnsavedMonitor(scene.caller(), { ...input, regions: ["eu-deu-fra"] }, never);
  const reading = (async () => {
    for await (const event of source) events.push(event);
  })();
  await Promise.all([reading, answerProbes(["eu-deu-fra"], 1)]);
  expect(events.map((event) => event.event)).toEqual(["phase", "phase", "result", "done"]);
});

test("a region that no runner serves is inconclusive with a reason, within ten seconds", async () => {
  const scene = await makeScene();
  const source = await checkUnsavedMonitor(scene.caller(), { ...input, regions: ["oc-aus-syd"] }, never);
  expect((await collect(source)).regions).toMatchObject([
    { region: "oc-aus-syd", outcome: "inconclusive", error: { code: "runner_offline" } },
  ]);
}, 12_000);

test("a check whose request is gone, with its project, ends", async () => {
  const scene = await makeScene();
  const source = await checkUnsavedMonitor(scene.caller(), { ...input, regions: ["oc-aus-syd"] }, never);
  const answer = collect(source);
  await vi.waitFor(async () => {
    const gone = await db().deleteFrom("probe_requests").executeTakeFirst();
    expect(gone.numDeletedRows).toBe(1n);
  });
  expect((await answer).regions).toMatchObject([{ region: "oc-aus-syd", outcome: "inconclusive" }]);
});

test("needs write and its own project", async () => {
  const [scene, foreign] = [await makeScene(), await makeScene()];
  const { id } = await createMonitor(foreign.caller(), input);
  await expect(checkMonitor(scene.caller(), id, never)).rejects.toMatchObject({ status: 404 });
  const reader = scene.caller({ permissions: new Set(["uptime:read"]) });
  await expect(checkUnsavedMonitor(reader, input, never)).rejects.toMatchObject({ status: 403 });
});
