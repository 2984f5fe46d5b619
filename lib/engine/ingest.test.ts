import { beforeAll, describe, expect, test } from "vitest";
import { OUTCOMES } from "@/lib/store/checks/result-writes";
import { db } from "@/lib/store/core/pool";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useDatabase } from "@/lib/testing/database";
import { makeScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { ingest } from "./ingest";

useDatabase();
let projectId = 0;
beforeAll(async () => {
  projectId = (await makeScene()).projectId;
  // Each scenario has its own incident. Merging is tested separately.
  await run`update projects set use_incident_merging = false where id = ${projectId}`;
});

const NOW = Math.floor(Date.now() / 1000) * 1000;
/** Seconds before NOW. */
const ago = (seconds: number) => NOW - seconds * 1000;
const send = (...results: Parameters<typeof ingest>[0]) => ingest(results, null, NOW);

async function incidentsOf(monitorId: number) {
  return db()
    .selectFrom("incidents as i")
    .innerJoin("incident_monitors as m", (on) =>
      on.onRef("m.project_id", "=", "i.project_id").onRef("m.incident_id", "=", "i.id"),
    )
    .selectAll("i")
    .where("m.monitor_id", "=", monitorId)
    .orderBy("i.id")
    .execute();
}

async function stateOf(monitorId: number) {
  return db()
    .selectFrom("monitor_states")
    .selectAll()
    .where("monitor_id", "=", monitorId)
    .executeTakeFirstOrThrow();
}

async function eventsOf(incidentId: number) {
  const rows = await run`select key from events where incident_id = ${incidentId} order by id`;
  return rows.map((row) => row.key);
}

describe("a target goes down and recovers", () => {
  test("three failures open an incident dated to the first, and three successes close it dated to the first", async () => {
    const id = await makeMonitor(projectId);
    await send(check(id, ago(300)));
    expect((await stateOf(id)).status).toBe("online");
    const first = await ingest([check(id, ago(240), "down")], null, ago(238));
    expect(first.rechecks).toEqual([{ monitor: id, region: "eu-deu-fra", after_ms: 8000 }]);
    await send(check(id, ago(230), "down"));
    expect(await incidentsOf(id)).toHaveLength(0);
    const third = await send(check(id, ago(220), "down"));
    expect(third.rechecks).toEqual([]);
    const [open] = await incidentsOf(id);
    expect(open).toMatchObject({ status: "ongoing", type: "monitor", impact: "unknown", state: "unknown" });
    expect(open?.incident_at.getTime()).toBe(ago(240));
    expect(open?.title).toBe("Shop is down: connection refused");
    expect(open?.slug).toMatch(/^APP-\d+$/);
    expect(await stateOf(id)).toMatchObject({ status: "offline", last_checked_at: new Date(ago(220)) });

    expect((await send(check(id, ago(160)))).rechecks).toHaveLength(1);
    expect((await incidentsOf(id))[0]?.status).toBe("recovering");
    await send(check(id, ago(150), "down"));
    expect((await incidentsOf(id))[0]?.status).toBe("ongoing");
    await send(check(id, ago(140)), check(id, ago(130)), check(id, ago(120)));
    const [over] = await incidentsOf(id);
    expect(over?.status).toBe("recovered");
    expect(over?.recovery_at?.getTime()).toBe(ago(140));
    expect((await stateOf(id)).status).toBe("online");
    expect(await eventsOf(over?.id ?? 0)).toEqual(["uptime.incident.created", "uptime.incident.recovered"]);
  });

  test("explains every decision", async () => {
    const id = await makeMonitor(projectId, {
      regions: ["eu-deu-fra", "na-usa-iad", "oc-aus-syd"],
      region_threshold: 2,
    });
    for (const seconds of [120, 110, 100]) {
      await send(
        ...["eu-deu-fra", "na-usa-iad", "oc-aus-syd"].map((region) =>
          check(id, ago(seconds), "down", { region: region as "eu-deu-fra" }),
        ),
      );
    }
    const [incident] = await incidentsOf(id);
    const [line] = await run`select reason from incident_timeline where incident_id = ${incident?.id ?? 0}`;
    const since = new Date(ago(120)).toISOString().slice(11, 19);
    expect(line?.reason).toBe(
      `2 of 3 regions (2 required) failed 3 consecutive checks: connection refused, since ${since} UTC`,
    );
    expect((await stateOf(id)).status_reason).toBe(
      `3 of 3 regions down: connection refused, since ${since} UTC`,
    );
  });
});

describe("results that change nothing", () => {
  test("a repeated batch, as after a kill between commit and acknowledgment", async () => {
    const id = await makeMonitor(projectId);
    const batch = [check(id, ago(100), "down"), check(id, ago(90), "down"), check(id, ago(80), "down")];
    await send(...batch);
    const before = [await stateOf(id), await incidentsOf(id)];
    await send(...batch);
    await send(...[...batch].reverse());
    expect([await stateOf(id), await incidentsOf(id)]).toEqual(before);
    const stored = await run`select scheduled_at from results where monitor_id = ${id}`;
    expect(stored).toHaveLength(3);
  });

  test("a late result counts at its own time", async () => {
    const id = await makeMonitor(projectId, { incident_confirmations: 1 });
    await send(check(id, ago(50)));
    await send(check(id, ago(60), "down"));
    expect((await stateOf(id)).status).toBe("offline");
    expect(await incidentsOf(id)).toMatchObject([{ status: "recovering", incident_at: new Date(ago(60)) }]);
    const stored = await db().selectFrom("results").select("outcome").where("monitor_id", "=", id).execute();
    expect(stored).toHaveLength(2);
  });

  test("inconclusive and missed results change nothing, and an unconfirmed failure is still rechecked", async () => {
    const id = await makeMonitor(projectId, { incident_confirmations: 2 });
    await send(check(id, ago(90)), check(id, ago(80), "down"));
    const ack = await send(check(id, ago(70), "inconclusive"));
    expect(ack.rechecks).toHaveLength(1);
    await send(check(id, ago(65), "missed"));
    expect(await incidentsOf(id)).toHaveLength(0);
    await send(check(id, ago(60), "down"));
    expect((await incidentsOf(id))[0]?.incident_at.getTime()).toBe(ago(80));
  });

  test("results of a deleted monitor, a removed region, another runner's region, and impossible times", async () => {
    const id = await makeMonitor(projectId, { incident_confirmations: 1 });
    const ack = await ingest(
      [
        check(id + 1000, ago(10), "down"),
        check(id, ago(10), "down", { region: "oc-aus-syd" }),
        check(id, ago(-120), "down"),
        check(id, ago(3 * 24 * 3600), "down"),
      ],
      null,
      NOW,
    );
    expect(ack.accepted).toBe(4);
    await ingest([check(id, ago(5), "down")], "na-usa-iad", NOW);
    expect((await stateOf(id)).status).toBe("fetching");
    expect(await db().selectFrom("results").select("region").where("monitor_id", "=", id).execute()).toEqual(
      [],
    );
  });

  test.each([
    ["one batch", ["inconclusive down up"], "down"],
    ["later batches", ["inconclusive", "down", "up"], "down"],
    ["the reverse order", ["up", "inconclusive", "down"], "up"],
    ["a missed check", ["missed", "inconclusive", "up"], "up"],
  ] as const)(
    "of one check that several runners of a region made, the first conclusive result counts and is stored: %s",
    async (_, batches, stored) => {
      const id = await makeMonitor(projectId, { incident_confirmations: 1 });
      const slot = new Date(ago(30)).toISOString();
      for (const [turn, batch] of batches.entries()) {
        const outcomes = batch.split(" ") as ("up" | "down" | "inconclusive" | "missed")[];
        const results = outcomes.map((outcome, at) =>
          check(id, ago(30) + 100 * turn + 10 * at, outcome, { scheduled_at: slot }),
        );
        await send(...results);
      }
      expect(await run`select outcome from results where monitor_id = ${id}`).toEqual([
        { outcome: OUTCOMES.indexOf(stored) },
      ]);
      expect((await stateOf(id)).status).toBe(stored === "down" ? "offline" : "online");
    },
  );

  test("results of a paused monitor and of an older configuration", async () => {
    const id = await makeMonitor(projectId, { incident_confirmations: 1 });
    await db().updateTable("monitors").set({ config_version: 7 }).where("id", "=", id).execute();
    await send(check(id, ago(30), "down", { config_version: 6 }));
    await db().updateTable("monitors").set({ paused: true }).where("id", "=", id).execute();
    await send(check(id, ago(20), "down", { config_version: 7 }));
    expect(await incidentsOf(id)).toHaveLength(0);
    await db().updateTable("monitors").set({ paused: false }).where("id", "=", id).execute();
    await send(check(id, ago(10), "down", { config_version: 7 }));
    expect(await incidentsOf(id)).toHaveLength(1);
  });
});

test("two concurrent batches of the same monitors open one incident each without a deadlock", async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => makeMonitor(projectId)));
  const times = [100, 90, 80, 70, 60, 50];
  const batches = times.map((seconds) => ids.map((id) => check(id, ago(seconds), "down")));
  await Promise.all(
    [...batches, ...batches].map((batch, index) => send(...(index % 2 ? batch : [...batch].reverse()))),
  );
  for (const id of ids) {
    const incidents = await incidentsOf(id);
    expect(incidents.length).toBeLessThanOrEqual(1);
  }
  await send(...ids.flatMap((id) => [40, 30, 20].map((seconds) => check(id, ago(seconds), "down"))));
  for (const id of ids) expect(await incidentsOf(id)).toHaveLength(1);
});

test("a monitor with an invalid stored state does not affect others", async () => {
  const bad = await makeMonitor(projectId, { incident_confirmations: 1 });
  const good = await makeMonitor(projectId, { incident_confirmations: 1 });
  await run`update region_states
    set last_error = ${JSON.stringify({ code: "x", message: { not: "text" } })}, health = 'failing' where monitor_id = ${bad}`;
  await send(check(bad, ago(30), "up"), check(good, ago(30), "down"));
  expect((await incidentsOf(good))[0]?.status).toBe("ongoing");
});

test("results that the database rejects affect only their own monitor", async () => {
  const [bad, good, other] = [
    await makeMonitor(projectId),
    await makeMonitor(projectId),
    await makeMonitor(projectId),
  ];
  const poison = check(bad, ago(30), "up", { status_code: 99_999 });
  await send(check(good, ago(30)), poison, check(other, ago(30)));
  expect((await stateOf(good)).status).toBe("online");
  expect((await stateOf(other)).status).toBe("online");
  expect((await stateOf(bad)).status).toBe("fetching");
});

test("an incident closes below the required regions while one region still fails, and that region stays down", async () => {
  const rules = { incident_confirmations: 1, recovery_confirmations: 1, region_threshold: 2 };
  const id = await makeMonitor(projectId, { regions: ["eu-deu-fra", "na-usa-iad"], ...rules });
  const far = { region: "na-usa-iad" } as const;
  await send(check(id, ago(30), "down"), check(id, ago(29), "down", far));
  await send(check(id, ago(20), "up", far));
  expect((await incidentsOf(id))[0]).toMatchObject({ status: "recovered", recovery_at: new Date(ago(20)) });
  expect((await stateOf(id)).status).toBe("partial");
  const [near] =
    await run`select health from region_states where monitor_id = ${id} and region = 'eu-deu-fra'`;
  expect(near?.health).toBe("failing");
});

test("an automatic recovery adds a post-mortem draft to the timeline if the project wants one", async () => {
  const id = await makeMonitor(projectId, { incident_confirmations: 1, recovery_confirmations: 1 });
  const drafts = async () => {
    const [incident] = (await incidentsOf(id)).slice(-1);
    return run`select detail from incident_timeline where incident_id = ${incident?.id ?? 0}
      and kind = 'post_mortem_drafted'`;
  };
  await send(check(id, ago(90), "down"), check(id, ago(30)));
  const [draft] = await drafts();
  const detail = draft?.detail as { markdown: string } | undefined;
  expect(detail?.markdown).toContain("1 monitor (Shop) down for 1 minute, seen from 1 region (this server)");
  await db().updateTable("projects").set({ use_incident_ai: false }).where("id", "=", projectId).execute();
  await send(check(id, ago(20), "down"), check(id, ago(10)));
  expect(await drafts()).toEqual([]);
});

test("keeps counting results after the clock is set back an hour, and never decreases times within an incident", async () => {
  const id = await makeMonitor(projectId);
  await send(check(id, ago(20)), check(id, ago(10), "down"));
  const back = (seconds: number) => NOW - 3600_000 + seconds * 1000;
  await ingest([check(id, back(0), "down"), check(id, back(10), "down")], null, back(11));
  const [opened] = await incidentsOf(id);
  expect(opened).toMatchObject({ status: "ongoing", incident_at: new Date(back(11)) });
  // Sends the same batch again, as after a lost response.
  await ingest([check(id, back(0), "down"), check(id, back(10), "down")], null, back(12));
  await ingest(
    [20, 30, 40].map((seconds) => check(id, back(seconds))),
    null,
    back(41),
  );
  const [ended] = await incidentsOf(id);
  expect(ended?.status).toBe("recovered");
  expect(ended?.recovery_at?.getTime()).toBeGreaterThan(opened?.incident_at.getTime() ?? 0);
  expect((await stateOf(id)).status).toBe("online");
});
