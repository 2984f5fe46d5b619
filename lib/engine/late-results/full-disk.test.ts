import { beforeEach, expect, test } from "vitest";
import { diskState } from "@/lib/shared/disk";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { ingest } from "../ingest";

useDatabase();
const NOW = Math.floor(Date.now() / 1000) * 1000;
const ago = (seconds: number) => NOW - seconds * 1000;
const [EU, NA, AS] = [{ region: "eu-deu-fra" }, { region: "na-usa-iad" }, { region: "as-sgp-sin" }] as const;
const ALL = [EU, NA, AS];
const rules = { incident_confirmations: 1, recovery_confirmations: 1, interval_seconds: 30 };
const regions = ALL.map(({ region }) => region);

beforeEach(() => setFull(false));

function setFull(isFull: boolean): void {
  diskState().level = isFull ? "critical" : "calm";
}

/** Returns the start and end of each incident that counts, in seconds before now. */
async function incidents(projectId: number) {
  const rows = await run`select incident_at, recovery_at from incidents where project_id = ${projectId}
    and withdrawn_at is null order by incident_at`;
  const seconds = (at: Date) => (NOW - at.getTime()) / 1000;
  return rows.map((row) => [seconds(row.incident_at), row.recovery_at && seconds(row.recovery_at)]);
}

async function events(projectId: number) {
  const rows = await run`select key from events where project_id = ${projectId} order by id`;
  return rows.map((row) => row.key.replace("uptime.incident.", ""));
}

test("an outage is recorded although a region's failures arrive late while the disk is full", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, { ...rules, regions, region_threshold: 2 });
  await ingest(
    ALL.map((place) => check(id, ago(120), "up", place)),
    null,
    ago(119),
  );
  await ingest([check(id, ago(84), "down", AS)], null, ago(83));
  setFull(true);
  await ingest([check(id, ago(60), "up", NA)], null, ago(59));
  await ingest([check(id, ago(90), "down", EU)], null, ago(58));
  await ingest([check(id, ago(60), "up", EU)], null, ago(57));
  await ingest([check(id, ago(54), "up", AS)], null, ago(53));
  await ingest([check(id, ago(89), "down", NA)], null, ago(50));
  expect(await incidents(projectId)).toEqual([[89, 60]]);
  setFull(false);
  await ingest(
    ALL.map((place) => check(id, ago(30), "up", place)),
    null,
    ago(29),
  );
  expect(await incidents(projectId)).toEqual([[89, 60]]);
});

test("only results that decisions need are stored while the disk is full", async () => {
  const { projectId } = await makeScene();
  const [calm, failing] = [
    await makeMonitor(projectId, { ...rules, regions }),
    await makeMonitor(projectId, { ...rules, regions }),
  ];
  const of = (seconds: number, outcome: "up" | "down") =>
    ALL.flatMap((place) => [
      check(calm, ago(seconds), "up", place),
      check(failing, ago(seconds), outcome, place),
    ]);
  await ingest(of(90, "up"), null, ago(89));
  setFull(true);
  await ingest(of(60, "up"), null, ago(59));
  await ingest(of(30, "down"), null, ago(29));
  const stored = await run`select monitor_id as id, scheduled_at as at, detail from results
    where monitor_id in (${calm}, ${failing}) and scheduled_at > ${new Date(ago(90))} order by 1, 2`;
  expect(stored.map(({ id, at }) => [id, (NOW - at.getTime()) / 1000])).toEqual(ALL.map(() => [failing, 30]));
});

test("results from before the disk was full don't withdraw an incident of that time", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, { ...rules, regions: [EU.region, NA.region], region_threshold: 2 });
  const both = (seconds: number, outcome: "up" | "down") =>
    [EU, NA].map((place) => check(id, ago(seconds), outcome, place));
  await ingest(both(300, "up"), null, ago(299));
  setFull(true);
  await ingest(both(240, "down"), null, ago(239));
  await ingest(both(180, "up"), null, ago(179));
  setFull(false);
  await ingest(both(60, "up"), null, ago(59));
  expect(await incidents(projectId)).toEqual([[240, 180]]);
  await ingest([check(id, ago(270), "down", EU)], null, ago(50));
  expect(await incidents(projectId)).toEqual([[240, 180]]);
  expect(await events(projectId)).toEqual(["created", "recovered"]);
});

test.each([true, false])(
  "a late failure isn't taken for an outage that goes on, though the successes after it weren't stored (full: %s)",
  async (isStillFull) => {
    const { projectId } = await makeScene();
    const id = await makeMonitor(projectId, { ...rules, regions: [EU.region] });
    await ingest([check(id, ago(120), "up", EU)], null, ago(119));
    setFull(true);
    await ingest([check(id, ago(60), "up", EU)], null, ago(59));
    await ingest([check(id, ago(30), "up", EU)], null, ago(29));
    setFull(isStillFull);
    await ingest([check(id, ago(90), "down", EU)], null, ago(20));
    expect(await incidents(projectId)).toEqual([[90, 30]]);
    const created =
      await run`select entities from events where project_id = ${projectId} and key = 'uptime.incident.created'`;
    expect(created[0]?.entities).toMatchObject({ late: "waiting" });
  },
);

test("a late failure counts although another region has reported nothing for longer than results are kept", async () => {
  const { projectId } = await makeScene();
  const id = await makeMonitor(projectId, { ...rules, regions: [EU.region, NA.region] });
  await ingest([check(id, ago(120), "up", EU), check(id, ago(120), "up", NA)], null, ago(119));
  const longAgo = new Date(ago(40 * 86_400));
  await run`update region_states set last_slot = ${longAgo}, last_counted_at = ${longAgo}, last_checked_at = ${longAgo}, silent = true
    where monitor_id = ${id} and region = ${NA.region}`;
  await ingest([check(id, ago(60), "up", EU)], null, ago(59));
  await ingest([check(id, ago(90), "down", EU)], null, ago(20));
  expect(await incidents(projectId)).toEqual([[90, 60]]);
});
