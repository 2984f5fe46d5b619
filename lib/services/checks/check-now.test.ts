import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { CheckNow, RegionCheck } from "@/lib/contract/checks/check-now";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { createMonitor } from "@/lib/services/monitors/writes";
import { progressProbe, takeProbes } from "@/lib/store/checks/probe-orders";
import { hint } from "@/lib/store/core/hints";
import { db } from "@/lib/store/core/pool";
import { useDatabase } from "@/lib/testing/database";
import { answerProbes, resultOf } from "@/lib/testing/runners/probe-runner";
import { MONITOR, makeScene } from "@/lib/testing/scene";
import { type CheckEvent, checkMonitor, checkUnsavedMonitor, collect } from "./check-now";

useDatabase();

const never = new AbortController().signal;
const input = CreateMonitor.parse(MONITOR);
/** Ends a wait that would never end. */
const WAIT_MS = 60_000;

test("returns phases per region in the monitor's order and stores nothing", async () => {
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

test("returns a failure's request and response in answer and stream, with no fields outside the contract", async () => {
  const scene = await makeScene();
  const source = await checkUnsavedMonitor(scene.caller(), { ...input, regions: ["eu-deu-fra"] }, never);
  const events: CheckEvent[] = [];
  const reading = (async () => {
    for await (const event of source) events.push(event);
  })();
  const order = await vi.waitFor(async () => {
    const [taken] = await takeProbes(71, ["eu-deu-fra"], 20);
    return taken ?? expect.fail("nothing to take");
  }, WAIT_MS);
  const trace = {
    method: "GET",
    url: "https://example.com/",
    request_headers: [],
    status_code: 500,
    response_headers: [{ name: "server", value: "acme" }],
    body: "boom",
    body_bytes: 4,
  };
  await progressProbe(71, order.id, [], { ...resultOf(order, "down"), trace, hop_certificates: [] });
  hint("probes", { id: order.id });
  await reading;
  const [result, done] = events.slice(-2);
  expect(result).toMatchObject({ event: "result", data: { outcome: "down", trace } });
  expect(RegionCheck.strict().parse(result?.data)).toEqual(result?.data);
  expect(CheckNow.parse(done?.data)).toEqual(done?.data);
});

test("returns inconclusive with a reason within ten seconds for a region without a runner", async () => {
  const scene = await makeScene();
  const source = await checkUnsavedMonitor(scene.caller(), { ...input, regions: ["oc-aus-syd"] }, never);
  expect((await collect(source)).regions).toMatchObject([
    { region: "oc-aus-syd", outcome: "inconclusive", error: { code: "runner_offline" } },
  ]);
});

test("ends a check whose project is deleted", async () => {
  const scene = await makeScene();
  const source = await checkUnsavedMonitor(scene.caller(), { ...input, regions: ["oc-aus-syd"] }, never);
  const answer = collect(source);
  await vi.waitFor(async () => {
    const gone = await db().deleteFrom("probe_requests").executeTakeFirst();
    expect(gone.numDeletedRows).toBe(1n);
  }, WAIT_MS);
  expect((await answer).regions).toMatchObject([{ region: "oc-aus-syd", outcome: "inconclusive" }]);
});

test("requires uptime:write in the project of the monitor", async () => {
  const [scene, foreign] = [await makeScene(), await makeScene()];
  const { id } = await createMonitor(foreign.caller(), input);
  await expect(checkMonitor(scene.caller(), id, never)).rejects.toMatchObject({ status: 404 });
  const reader = scene.caller({ permissions: new Set(["uptime:read"]) });
  await expect(checkUnsavedMonitor(reader, input, never)).rejects.toMatchObject({ status: 403 });
});

test("reassigns a frozen runner's check to another runner in the region and counts exactly one result", async () => {
  const scene = await makeScene();
  const source = await checkUnsavedMonitor(scene.caller(), { ...input, regions: ["eu-deu-fra"] }, never);
  const events: CheckEvent[] = [];
  const reading = (async () => {
    for await (const event of source) events.push(event);
  })();
  const [frozen, other] = [71, 72];
  const order = await vi.waitFor(async () => {
    const [taken] = await takeProbes(frozen, ["eu-deu-fra"], 20);
    return taken ?? expect.fail("nothing to take");
  }, WAIT_MS);
  const phase = { region: "eu-deu-fra", phase: "dns", took_us: 7, detail: null };
  await progressProbe(frozen, order.id, [phase], null);
  hint("probes", { id: order.id });
  await vi.waitFor(() => expect(events).toHaveLength(1), WAIT_MS);
  await takenAgo(input.timeout + 9000);
  expect(await takeProbes(other, ["eu-deu-fra"], 20)).toEqual([]);
  await takenAgo(input.timeout + 10_001);
  expect(await takeProbes(other, ["na-usa-iad"], 20)).toEqual([]);
  const takers = await Promise.all([
    takeProbes(other, ["eu-deu-fra"], 20),
    takeProbes(other, ["eu-deu-fra"], 20),
  ]);
  expect(takers.flat().map(({ id }) => id)).toEqual([order.id]);
  // The frozen runner resumes too late.
  expect(await progressProbe(frozen, order.id, [phase], resultOf(order, "down"))).toBe(false);
  expect(await progressProbe(other, order.id, [phase], resultOf(order, "up"))).toBe(true);
  expect(await progressProbe(other, order.id, [phase], resultOf(order, "down"))).toBe(false);
  hint("probes", { id: order.id });
  await reading;
  expect(events.map(({ event }) => event)).toEqual(["phase", "phase", "result", "done"]);
  expect(events[2]?.data).toMatchObject({ outcome: "up", phases: [phase] });
});

test("gives up on a check that its only runner never finishes", async () => {
  const scene = await makeScene();
  const source = await checkUnsavedMonitor(scene.caller(), { ...input, regions: ["eu-deu-fra"] }, never);
  const answer = collect(source);
  await vi.waitFor(async () => expect(await takeProbes(71, ["eu-deu-fra"], 20)).toHaveLength(1), WAIT_MS);
  await takenAgo(input.timeout + 18_001);
  hint("probes", {});
  expect((await answer).regions).toMatchObject([
    { outcome: "inconclusive", error: { message: "This region's runner did not respond in time." } },
  ]);
});

/** Backdates the assigned checks by this many milliseconds. */
async function takenAgo(ms: number): Promise<void> {
  await sql`update probe_requests set taken_at = now() - make_interval(secs => ${ms / 1000})`.execute(db());
}
