import { beforeEach, describe, expect, test } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { reportMonitors } from "@/lib/engine/report";
import { db } from "@/lib/store/core/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { unmergeIncident } from "./unmerge";

useDatabase();
const NOW = Math.floor(Date.now() / 1000) * 1000;
const ago = (seconds: number) => NOW - seconds * 1000;
const quick = { incident_confirmations: 1, recovery_confirmations: 1 };
const send = (...results: Parameters<typeof ingest>[0]) => ingest(results, null, NOW);

let scene: Scene;
let a = 0;
let b = 0;
beforeEach(async () => {
  scene = await makeScene(`U${Math.floor(Math.random() * 1e6)}`);
  a = await makeMonitor(scene.projectId, { ...quick, name: "Shop" });
  b = await makeMonitor(scene.projectId, { ...quick, name: "Cart" });
  await run`update monitors set created_at = ${new Date(ago(86_400))}`;
  await send(check(a, ago(100), "down"), check(b, ago(90), "down"));
});

const rows = () =>
  db().selectFrom("incidents").selectAll().where("project_id", "=", scene.projectId).orderBy("id").execute();
const keys = async () =>
  (await run`select key from events where project_id = ${scene.projectId} order by id`).map((row) =>
    row.key.replace("uptime.incident.", ""),
  );
const merged = async () => (await rows())[0]?.id ?? 0;

describe("a monitor merged into an unrelated incident", () => {
  test("gets an open incident of its own, and each recovers separately", async () => {
    const own = await unmergeIncident(scene.caller({ label: "Ada" }), await merged(), { monitor_id: b });
    expect(own).toMatchObject({ type: "monitor", status: "ongoing", monitors: [b], title: "Cart is down" });
    await send(check(b, ago(50)));
    expect((await rows()).map((row) => row.status)).toEqual(["ongoing", "recovered"]);
    await send(check(a, ago(40)));
    expect((await rows()).map((row) => row.status)).toEqual(["recovered", "recovered"]);
    const ends = ["partially_recovered", "recovered", "recovered"];
    expect(await keys()).toEqual(["created", "propagated", "created", ...ends]);
    const reports = await reportMonitors(scene.projectId, [a, b], new Date(ago(3600)), new Date(NOW));
    expect(reports.map(({ downtime }) => downtime)).toEqual([60, 40]);
    const lines = await run`select * from incident_timeline where kind = 'unmerged'`;
    expect(lines.at(-1)?.reason).toContain("Ada separated Cart");
  });

  test("ends the incident it leaves if it was the last one failing there", async () => {
    await send(check(a, ago(60)));
    await unmergeIncident(scene.caller(), await merged(), { monitor_id: b });
    const [first, second] = await rows();
    expect(first).toMatchObject({ status: "recovered", recovery_at: new Date(ago(60)) });
    expect(second).toMatchObject({ status: "ongoing", incident_at: new Date(ago(90)) });
  });

  test("keeps its recovery time if it has recovered, and sends nothing again", async () => {
    await send(check(b, ago(60)));
    const before = await keys();
    const own = await unmergeIncident(scene.caller(), await merged(), { monitor_id: b });
    expect(own.status).toBe("recovered");
    expect((await rows())[1]).toMatchObject({
      incident_at: new Date(ago(90)),
      recovery_at: new Date(ago(60)),
    });
    expect(await keys()).toEqual(before);
  });

  test("is refused for an incident's only monitor, and answers 404 for a foreign incident", async () => {
    const id = await merged();
    await unmergeIncident(scene.caller(), id, { monitor_id: b });
    for (const monitor_id of [a, b, 999_999]) {
      await expect(unmergeIncident(scene.caller(), id, { monitor_id })).rejects.toMatchObject({
        status: 422,
      });
    }
    const other = await makeScene(`V${Math.floor(Math.random() * 1e6)}`);
    await expect(unmergeIncident(other.caller(), id, { monitor_id: a })).rejects.toMatchObject({
      status: 404,
    });
  });
});
