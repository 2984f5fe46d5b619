import { expect, test } from "vitest";
import { ingest } from "@/lib/engine/ingest";
import { HOUR_MS, MINUTE_MS } from "@/lib/shared/durations";
import { registerHeartbeats } from "@/lib/store/checks/heartbeats";
import { noteReception } from "@/lib/store/checks/reception";
import { tx } from "@/lib/store/core/tx";
import { check, makeMonitor } from "@/lib/testing/checks";
import { useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { evaluateDueHeartbeats } from "./deadlines";
import { judgeGroups } from "./groups";

const scene = useScene();
const NOW = Math.floor(Date.now() / 1000) * 1000 - HOUR_MS;
const at = (minute: number) => NOW + minute * MINUTE_MS;
const ONCE = { incident_confirmations: 1, recovery_confirmations: 1 };

async function makeGroup(
  members: readonly number[],
  request: object = {},
  change: object = ONCE,
): Promise<number> {
  const { projectId } = scene;
  const id = await makeMonitor(projectId, {
    name: "Payments",
    protocol: "group",
    request: JSON.stringify({ members, condition: "all", required: null, ...request }),
    ...change,
  });
  await tx((trx) => registerHeartbeats(trx, projectId, [{ monitorId: id, tokenHash: null, slug: null }]));
  return id;
}

const member = (name: string) => makeMonitor(scene.projectId, { name, ...ONCE });
/** A check of a member, after which its group is judged. */
async function checked(id: number, minute: number, outcome: "up" | "down"): Promise<void> {
  await ingest([check(id, at(minute), outcome)], null, at(minute));
  await judgeGroups(scene.projectId, at(minute) + 5000);
}
const incidentsOf = (id: number) =>
  run`select i.title, i.status, i.incident_at, i.recovery_at from incidents i join incident_monitors m on m.project_id = i.project_id and m.incident_id = i.id
    where m.monitor_id = ${id} order by i.id`;
const statusOf = async (id: number) =>
  (await run`select status from monitor_states where monitor_id = ${id}`)[0]?.status;

test("a group of all goes down and recovers with a member, at its times, in an incident of its own", async () => {
  const [api, shop] = [await member("API"), await member("Shop")];
  const group = await makeGroup([api, shop]);
  await judgeGroups(scene.projectId, at(0));
  expect(await statusOf(group)).toBe("fetching");
  await checked(api, 1, "up");
  await checked(shop, 1, "up");
  expect(await statusOf(group)).toBe("online");
  await checked(shop, 2, "down");
  expect(await statusOf(group)).toBe("offline");
  await checked(api, 3, "up");
  await checked(shop, 4, "up");
  expect(await statusOf(group)).toBe("online");
  const [incident, ...others] = await incidentsOf(group);
  expect(others).toEqual([]);
  expect(incident).toMatchObject({
    title: "Payments is down: 1 of 2 members is down",
    incident_at: new Date(at(2)),
    recovery_at: new Date(at(4)),
  });
  expect(await incidentsOf(shop)).toHaveLength(1);
  const keys =
    await run`select e.key from events e join incident_monitors m on m.project_id = e.project_id and m.incident_id = e.incident_id
    where m.monitor_id = ${group} order by e.id`;
  expect(keys.map(({ key }) => key)).toEqual(["uptime.incident.created", "uptime.incident.recovered"]);
});

test("a group of any waits for its last member, and members that are paused don't keep it up", async () => {
  const [api, shop, paused] = [await member("API"), await member("Shop"), await member("Paused")];
  const group = await makeGroup([api, shop, paused], { condition: "any" });
  for (const id of [api, shop, paused]) await checked(id, 1, "up");
  await run`update monitors set paused = true where id = ${paused}`;
  await checked(api, 2, "down");
  expect(await statusOf(group)).toBe("online");
  await checked(shop, 3, "down");
  expect(await incidentsOf(group)).toMatchObject([{ status: "ongoing", incident_at: new Date(at(3)) }]);
});

test("a group that needs more confirmations gets them from the clock, and a result every hour after that", async () => {
  const shop = await member("Shop");
  const group = await makeGroup([shop], {}, { incident_confirmations: 3, recovery_confirmations: 1 });
  await checked(shop, 1, "down");
  const tick = async (minute: number) => {
    await noteReception(new Date(at(minute)), HOUR_MS);
    await evaluateDueHeartbeats(new Date(at(minute)));
  };
  await tick(3);
  expect(await incidentsOf(group)).toEqual([]);
  await tick(5);
  expect(await incidentsOf(group)).toHaveLength(1);
  const results = async () =>
    Number((await run`select count(*) from results where monitor_id = ${group}`)[0]?.count);
  const before = await results();
  for (let minute = 6; minute < 60; minute += 1) await tick(minute);
  expect(await results()).toBe(before);
  await tick(66);
  expect(await results()).toBe(before + 1);
});
