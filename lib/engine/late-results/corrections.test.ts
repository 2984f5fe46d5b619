import { describe, expect, test } from "vitest";
import { db } from "@/lib/store/core/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { ingest } from "../ingest";
import { reportMonitors } from "../report";
import { markSilentRegions } from "../silence";

useDatabase();
const NOW = Math.floor(Date.now() / 1000) * 1000;
const ago = (seconds: number) => NOW - seconds * 1000;

/** Returns the start and end of each incident that counts, in seconds before now. */
async function times(projectId: number) {
  const rows = await run`select incident_at, recovery_at from incidents where project_id = ${projectId}
    and withdrawn_at is null order by incident_at`;
  const seconds = (at: Date) => (NOW - at.getTime()) / 1000;
  return rows.map((row) => [seconds(row.incident_at), row.recovery_at && seconds(row.recovery_at)]);
}

async function timeline(projectId: number) {
  const rows = await run`select kind, reason from incident_timeline where project_id = ${projectId}
    and kind = 'corrected' order by id`;
  return rows.map(({ reason }) => reason);
}

async function events(projectId: number) {
  const rows = await run`select key from events where project_id = ${projectId} order by id`;
  return rows.map((row) => row.key.replace("uptime.incident.", ""));
}

const down = async (projectId: number, id: number) =>
  (await reportMonitors(projectId, [id], new Date(ago(7200)), new Date(NOW)))[0]?.downtime;

test("a spool that arrives after an extra check adds the recovery and the second incident it contains", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, { incident_confirmations: 1, recovery_confirmations: 1 });
  // The other runner's unscheduled check arrived first and seemed to end one long outage.
  await ingest([check(id, ago(300), "down")], null, ago(299));
  await ingest([check(id, ago(120))], null, ago(119));
  expect([await times(projectId), await down(projectId, id)]).toEqual([[[300, 120]], 180]);
  await ingest([check(id, ago(240)), check(id, ago(180), "down")], null, ago(60));
  expect(await times(projectId)).toEqual([
    [300, 240],
    [180, 120],
  ]);
  expect(await down(projectId, id)).toBe(120);
  expect(await timeline(projectId)).toEqual([
    expect.stringMatching(/^Corrected by late results: the monitor recovered at .* UTC, not at .* UTC\.$/),
  ]);
  // The ended incident is recorded, and no one is notified of the first one twice.
  expect(await events(projectId)).toEqual(["created", "recovered", "created", "recovered"]);
  const [{ entities }] = await run`select entities from events where project_id = ${projectId}
    and key = 'uptime.incident.created' order by id desc`;
  expect(entities).toMatchObject({ late: "waiting" });
});

test.each(["missed", "inconclusive"] as const)(
  "counts a late failure although this check was %s on another runner",
  async (before) => {
    const { projectId } = await makeScene();
    const id = await makeMonitor(projectId, { incident_confirmations: 1, recovery_confirmations: 1 });
    await ingest([check(id, ago(300))], null, ago(299));
    await ingest([check(id, ago(240), before), check(id, ago(180))], null, ago(179));
    await ingest([check(id, ago(240), "down")], null, ago(120));
    await ingest([check(id, ago(240), "down")], null, ago(110));
    expect(await times(projectId)).toEqual([[240, 180]]);
  },
);

test("withdraws an incident that late results disprove, notifies of its recovery, and counts it nowhere", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, { incident_confirmations: 2, recovery_confirmations: 1 });
  await ingest([check(id, ago(300), "down"), check(id, ago(240), "down")], null, ago(239));
  expect(await times(projectId)).toEqual([[300, null]]);
  await ingest([check(id, ago(270)), check(id, ago(210))], null, ago(200));
  expect(await times(projectId)).toEqual([]);
  expect(await down(projectId, id)).toBe(0);
  expect(await events(projectId)).toEqual(["created", "recovered"]);
  expect(await timeline(projectId)).toEqual([expect.stringContaining("they don't confirm an outage here")]);
});

describe("an open incident that late results don't confirm, while the latest check failed,", () => {
  async function suspected() {
    const { projectId } = await makeScene();
    const id = await makeMonitor(projectId, { incident_confirmations: 2, recovery_confirmations: 1 });
    await ingest([check(id, ago(300), "down"), check(id, ago(240), "down")], null, ago(239));
    await ingest([check(id, ago(270))], null, ago(200));
    expect(await times(projectId)).toEqual([[300, null]]);
    return { projectId, id };
  }

  test("continues if the next check fails too, and began with the first failure that counts", async () => {
    const { projectId, id } = await suspected();
    await ingest([check(id, ago(180), "down")], null, ago(179));
    expect(await times(projectId)).toEqual([[240, null]]);
    await ingest([check(id, ago(120))], null, ago(119));
    expect(await times(projectId)).toEqual([[240, 120]]);
    expect(await events(projectId)).toEqual(["created", "recovered"]);
    expect(await timeline(projectId)).toEqual([expect.stringMatching(/the incident began at .*, not at/)]);
  });

  test("is withdrawn once the next check passes", async () => {
    const { projectId, id } = await suspected();
    expect(await events(projectId)).toEqual(["created"]);
    await ingest([check(id, ago(180))], null, ago(179));
    expect([await times(projectId), await down(projectId, id)]).toEqual([[], 0]);
    expect(await events(projectId)).toEqual(["created", "recovered"]);
  });

  test("is withdrawn once its region goes silent, because no next check can confirm it", async () => {
    const { projectId } = await suspected();
    await markSilentRegions(new Date(ago(60)));
    expect(await times(projectId)).toEqual([[300, null]]);
    await markSilentRegions(new Date(ago(49)));
    expect(await times(projectId)).toEqual([]);
    expect(await events(projectId)).toEqual(["created", "recovered"]);
  });
});

describe("an open incident that late results don't confirm, while one of the required regions fails,", () => {
  const [first, second, third] = [
    { region: "eu-deu-fra" },
    { region: "na-usa-iad" },
    { region: "as-sgp-sin" },
  ] as const;

  /** The second region's recovery arrives only after the first one's failure seemed to be the second of two. */
  async function suspected() {
    const { projectId } = await makeScene();
    const regions = [first.region, second.region, third.region];
    const rules = { incident_confirmations: 1, recovery_confirmations: 2, region_threshold: 2 };
    const id = await makeMonitor(projectId, { ...rules, regions });
    await ingest([check(id, ago(360), "down", second), check(id, ago(357), "up", third)], null, ago(356));
    await ingest([check(id, ago(330), "up", second), check(id, ago(297), "up", third)], null, ago(296));
    await ingest([check(id, ago(290), "down", first)], null, ago(289));
    expect(await times(projectId)).toEqual([[290, null]]);
    await ingest([check(id, ago(300), "up", second)], null, ago(285));
    expect(await times(projectId)).toEqual([[290, null]]);
    return { projectId, id };
  }

  test("is withdrawn once the regions that could confirm it go silent", async () => {
    const { projectId } = await suspected();
    await markSilentRegions(new Date(ago(108)));
    expect(await times(projectId)).toEqual([[290, null]]);
    // Only the failing region still reports.
    await markSilentRegions(new Date(ago(104)));
    expect(await times(projectId)).toEqual([]);
  });

  test("continues if another region's next check fails, and began with that failure", async () => {
    const { projectId, id } = await suspected();
    await ingest([check(id, ago(240), "down", second)], null, ago(239));
    expect(await times(projectId)).toEqual([[240, null]]);
    await ingest([check(id, ago(230), "down", first), check(id, ago(225), "down", third)], null, ago(220));
    expect(await events(projectId)).toEqual(["created"]);
    expect(await timeline(projectId)).toEqual([expect.stringMatching(/the incident began at .*, not at/)]);
  });

  test("is withdrawn once every other region has passed a check since", async () => {
    const { projectId, id } = await suspected();
    await ingest([check(id, ago(240), "up", second)], null, ago(239));
    expect([await times(projectId), await events(projectId)]).toEqual([[[290, null]], ["created"]]);
    await ingest([check(id, ago(237), "up", third)], null, ago(236));
    expect([await times(projectId), await events(projectId)]).toEqual([[], ["created", "recovered"]]);
  });
});

test("leaves an incident recovered by hand unchanged, and ignores repeated results", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, { incident_confirmations: 1, recovery_confirmations: 1 });
  await ingest([check(id, ago(300), "down")], null, ago(299));
  await ingest([check(id, ago(120))], null, ago(119));
  await ingest([check(id, ago(300), "down"), check(id, ago(120))], null, ago(100));
  expect(await events(projectId)).toEqual(["created", "recovered"]);
  await run`update incidents set times_by_hand = true where project_id = ${projectId}`;
  await ingest([check(id, ago(240)), check(id, ago(180), "down")], null, ago(60));
  expect(await times(projectId)).toEqual([[300, 120]]);
  expect(await timeline(projectId)).toEqual([]);
});

test("a healthy monitor's late success corrects the recovery that another region confirmed instead", async () => {
  const { projectId } = await makeScene();
  const [here, there] = [{ region: "eu-deu-fra" }, { region: "na-usa-iad" }] as const;
  const regions = [here.region, there.region];
  const rules = { incident_confirmations: 1, recovery_confirmations: 2, region_threshold: 2 };
  const id = await makeMonitor(projectId, { ...rules, regions });
  await ingest([check(id, ago(300), "down", here), check(id, ago(297), "down", there)], null, ago(296));
  await ingest([check(id, ago(240), "up", here), check(id, ago(237), "up", there)], null, ago(236));
  await ingest([check(id, ago(177), "up", there), check(id, ago(120), "up", here)], null, ago(119));
  expect(await times(projectId)).toEqual([[297, 237]]);
  await ingest([check(id, ago(180), "up", here)], null, ago(100));
  expect(await times(projectId)).toEqual([[297, 240]]);
});

test("late results correct incidents from before a pause or a new name, but not from before new rules", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, { incident_confirmations: 1, recovery_confirmations: 1 });
  const edit = (values: { name?: string; updated_at?: Date; judged_since?: Date }) =>
    db().updateTable("monitors").set(values).where("id", "=", id).execute();
  await ingest([check(id, ago(300), "down")], null, ago(299));
  await ingest([check(id, ago(120))], null, ago(119));
  await edit({ name: "Store", updated_at: new Date(ago(100)) });
  await ingest([check(id, ago(180))], null, ago(90));
  expect(await times(projectId)).toEqual([[300, 180]]);
  await edit({ judged_since: new Date(ago(80)) });
  await ingest([check(id, ago(240))], null, ago(70));
  expect(await times(projectId)).toEqual([[300, 180]]);
});
