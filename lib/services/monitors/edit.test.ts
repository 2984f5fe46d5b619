import { isDeepStrictEqual } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import type { CheckResult } from "@/lib/contract/checks/check";
import type { UpdateMonitor } from "@/lib/contract/monitors/input";
import { ingest } from "@/lib/engine/ingest";
import { db } from "@/lib/store/core/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { updateMonitor } from "./edit";

const scene = useScene();
const NOW = Math.floor(Date.now() / 1000) * 1000;
const REGIONS = ["eu-deu-fra", "na-usa-iad"];

let monitorId = 0;
let agoSeconds = 0;
beforeEach(async () => {
  agoSeconds = 3000;
});

/** Ingests one check per minute with the configuration current at the time. */
async function checked(region: CheckResult["region"], ...outcomes: CheckResult["outcome"][]): Promise<void> {
  const [{ config_version }] = await run`select config_version from monitors where id = ${monitorId}`;
  for (const outcome of outcomes) {
    agoSeconds -= 60;
    const result = check(monitorId, NOW - agoSeconds * 1000, outcome, { region, config_version });
    await ingest([result], null, NOW);
  }
}

const edit = (input: UpdateMonitor) => updateMonitor(scene.caller(), monitorId, input);

function incidents() {
  return db().selectFrom("incidents").select("status").where("project_id", "=", scene.projectId).execute();
}

const REQUEST = { method: "GET", url: "https://shop.example.com/" };
const EDITS: [string, UpdateMonitor][] = [
  ["the address", { request: { method: "GET", url: "https://shop.example.com/health" } }],
  ["the body", { request: { method: "POST", url: "https://shop.example.com/", body: "ping" } }],
  ["the timeout", { timeout: 3000 }],
  ["the assertions", { success_assertions: [{ type: "status_code", operator: "in", value: "418" }] }],
];

describe("an edit of what is checked restarts the count", () => {
  test.each(EDITS)(
    "counts no earlier failures toward an outage after an edit of %s",
    async (_what, input) => {
      monitorId = await makeMonitor(scene.projectId, { request: JSON.stringify(REQUEST) });
      await checked("eu-deu-fra", "up", "down", "down");
      await edit(input);
      await checked("eu-deu-fra", "down", "down");
      expect(await incidents()).toEqual([]);
      await checked("eu-deu-fra", "down");
      expect(await incidents()).toEqual([{ status: "ongoing" }]);
    },
  );

  test("counts no earlier successes toward a recovery and keeps the incident open", async () => {
    monitorId = await makeMonitor(scene.projectId);
    await checked("eu-deu-fra", "down", "down", "down", "up", "up");
    await edit({ timeout: 3000 });
    await checked("eu-deu-fra", "up", "up");
    expect(await incidents()).toEqual([{ status: "recovering" }]);
    await checked("eu-deu-fra", "up");
    expect(await incidents()).toEqual([{ status: "recovered" }]);
  });

  test("requires a region that failed alone to fail again", async () => {
    monitorId = await makeMonitor(scene.projectId, { regions: REGIONS, region_threshold: 2 });
    await checked("eu-deu-fra", "down", "down", "down");
    await checked("na-usa-iad", "down", "down");
    await edit({ timeout: 3000 });
    await checked("na-usa-iad", "down", "down", "down");
    expect(await incidents()).toEqual([]);
    await checked("eu-deu-fra", "down", "down", "down");
    expect(await incidents()).toEqual([{ status: "ongoing" }]);
  });
});

test("counts the check right after an edit, no matter how soon it comes", async () => {
  monitorId = await makeMonitor(scene.projectId, { incident_confirmations: 1 });
  const send = (agoMs: number, outcome: "up" | "down") =>
    ingest([check(monitorId, NOW - agoMs, outcome, { config_version: Number.MAX_SAFE_INTEGER })], null, NOW);
  await send(5001, "up");
  await edit({ timeout: 3000 });
  await send(2003, "down");
  expect(await incidents()).toEqual([{ status: "ongoing" }]);
});

describe("an edit of anything else continues the count", () => {
  test.each<[string, UpdateMonitor]>([
    ["the name", { name: "Store" }],
    ["the interval", { interval: 30 }],
    ["all of it, sent again as it was", { request: REQUEST, timeout: 10_000, success_assertions: [] }],
  ])("%s", async (_what, input) => {
    monitorId = await makeMonitor(scene.projectId, { request: JSON.stringify(REQUEST) });
    // Stored with the defaults of its request, like every monitor.
    await edit({ request: REQUEST });
    await checked("eu-deu-fra", "up", "down", "down");
    await edit(input);
    await checked("eu-deu-fra", "down");
    expect(await incidents()).toEqual([{ status: "ongoing" }]);
  });
});

test.each<[string, UpdateMonitor, boolean]>([
  ["a new name lets", { name: "Store" }, true],
  ["a pause lets", { paused: true }, true],
  ["a new timeout doesn't let", { timeout: 3000 }, false],
  ["a new interval doesn't let", { interval: 300 }, false],
  ["another number of failures doesn't let", { incident_confirmations: 2 }, false],
  ["another region doesn't let", { regions: ["eu-deu-fra", "na-usa-iad"] }, false],
])("%s late results from before it correct incidents", async (_edit, input, lets) => {
  monitorId = await makeMonitor(scene.projectId, { request: JSON.stringify(REQUEST) });
  await edit({ request: REQUEST });
  const judgedSince = () =>
    db().selectFrom("monitors").select("judged_since").where("id", "=", monitorId).executeTakeFirstOrThrow();
  const before = await judgedSince();
  await edit(input);
  expect(isDeepStrictEqual(await judgedSince(), before)).toBe(lets);
});
