import { beforeAll, expect, test } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { selectPageIncidents } from "@/lib/store/status-pages/rows";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";

useDatabase();
let projectId = 0;
beforeAll(async () => {
  projectId = (await makeScene()).projectId;
});

const NOW = Math.floor(Date.now() / 1000) * 1000;
const ago = (seconds: number) => NOW - seconds * 1000;
const HERE = { region: "eu-deu-fra" } as const;
const THERE = { region: "na-usa-iad" } as const;

/** Returns the latest incident of a monitor as a page has it. */
async function latest(id: number) {
  const span = { since: new Date(ago(3600)), until: new Date(NOW + 1000), now: new Date(NOW), limit: 10 };
  const [row] = await selectPageIncidents({ projectId, monitorIds: [id], ...span });
  return row && { status: row.status, all: row.all_failed };
}

async function twoRegions() {
  const rules = { incident_confirmations: 1, recovery_confirmations: 1, region_threshold: 1 };
  return makeMonitor(projectId, { regions: [HERE.region, THERE.region], ...rules });
}

test("an incident in one of two regions isn't known as one of all regions when it is over", async () => {
  const id = await twoRegions();
  await ingest([check(id, ago(91), "up", THERE), check(id, ago(90), "down", HERE)], null, NOW);
  await ingest([check(id, ago(60), "up", THERE), check(id, ago(30), "up", HERE)], null, NOW);
  expect(await latest(id)).toEqual({ status: "recovered", all: false });
});

test("an incident that spread to all regions is known as such when it is over", async () => {
  const id = await twoRegions();
  await ingest([check(id, ago(90), "down", HERE)], null, NOW);
  expect(await latest(id)).toEqual({ status: "ongoing", all: false });
  await ingest([check(id, ago(80), "down", THERE)], null, NOW);
  await ingest([check(id, ago(30), "up", THERE), check(id, ago(29), "up", HERE)], null, NOW);
  expect(await latest(id)).toEqual({ status: "recovered", all: true });
});

test("an earlier failure of the other region doesn't count", async () => {
  const id = await twoRegions();
  await ingest([check(id, ago(200), "down", THERE)], null, NOW);
  await ingest([check(id, ago(190), "up", THERE)], null, NOW);
  await ingest([check(id, ago(90), "down", HERE)], null, NOW);
  await ingest([check(id, ago(30), "up", HERE)], null, NOW);
  expect(await latest(id)).toEqual({ status: "recovered", all: false });
});
