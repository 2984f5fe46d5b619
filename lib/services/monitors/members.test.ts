import { expect, test } from "vitest";
import { CreateMaintenanceWindow } from "@/lib/contract/maintenance/windows";
import { CreateMonitor } from "@/lib/contract/monitors/input";
import { ingest } from "@/lib/engine/ingest";
import { tasks } from "@/lib/jobs/tasks";
import { createMaintenanceWindow } from "@/lib/services/maintenance/writes";
import { selectSimulated } from "@/lib/store/monitors/simulated";
import { check } from "@/lib/testing/checks";
import { refusalOf } from "@/lib/testing/refusal";
import { MONITOR, makeScene, useScene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { statements } from "@/lib/testing/statements/statements";
import { updateMonitor } from "./edit";
import { getMonitor, listMonitors } from "./monitors";
import { setMonitorPaused } from "./pause";
import { createMonitor, createMonitors, deleteMonitor } from "./writes";

const scene = useScene();
const ONCE = { incident_confirmations: 1, recovery_confirmations: 1 };
const make = async (name: string, of = scene) =>
  (await createMonitor(of.caller(), CreateMonitor.parse({ ...MONITOR, ...ONCE, name }))).id;
/** Nothing else may go wrong. */
const refusalIn = (error: unknown) => expect(error).toMatchObject({ status: 422 });
const group = (request: object, name = "Payments") =>
  createMonitor(scene.caller(), CreateMonitor.parse({ name, protocol: "group", request }));

/** Runs the jobs that a change queues. */
const follow = () => tasks.render_project_pages({ projectId: scene.projectId });
let minutes = 60;
async function checked(id: number, outcome: "up" | "down"): Promise<void> {
  minutes -= 1;
  const at = Date.now() - minutes * 60_000;
  const [row] = await run`select config_version from monitors where id = ${id}`;
  const result = check(id, at, outcome, { config_version: Number(row?.config_version) });
  await ingest([result], null, Date.now());
  await follow();
}
const statusOf = async (id: number) => (await getMonitor(scene.caller(), id)).status;

test("a group has the defaults of monitors that nothing checks, and no token", async () => {
  const member = await make("API");
  const made = await group({ members: [member] });
  expect(made).toMatchObject({ incident_confirmations: 1, regions: [expect.any(String)] });
  expect(made.request).toEqual({ members: [member], condition: "all", required: null });
});

test("lists the members of a group, not those of another project's", async () => {
  const [member, other] = [await make("API"), await makeScene()];
  await make("Shop");
  const { id } = await group({ members: [member] });
  const listed = async (of: typeof scene, filter: object) =>
    (await listMonitors(of.caller(), filter, { limit: 9, offset: 0 })).items.map(({ name }) => name);
  expect(await listed(scene, { group_id: [id], sort: "state" })).toEqual(["API"]);
  expect(await listed(scene, { group_id: [member] })).toEqual([]);
  await make("Elsewhere", other);
  expect(await listed(other, { group_id: [id] })).toEqual([]);
});

test("nothing is simulated in a demo project for a monitor that nothing checks", async () => {
  await run`update projects set is_demo = true where id = ${scene.projectId}`;
  const { id } = await group({ members: [await make("API")] });
  const simulated = await selectSimulated(scene.projectId);
  expect(simulated.map(({ name }) => name)).toEqual(["API"]);
  expect(await getMonitor(scene.caller(), id)).toMatchObject({ name: "Payments" });
});

test("500 members take as many statements as one, to save and to judge", async () => {
  const inputs = Array.from({ length: 500 }, (_, at) =>
    CreateMonitor.parse({ ...MONITOR, name: `Many ${at}` }),
  );
  const ids = await createMonitors(scene.caller(), inputs);
  const { id } = await group({ members: ids.slice(0, 1) }, "Many");
  const take = async (members: readonly number[]) => {
    const save = () => updateMonitor(scene.caller(), id, { request: { members: [...members] } });
    const saved = await statements(save);
    return saved.length + (await statements(follow)).length;
  };
  await take(ids.slice(1, 2));
  const one = await take(ids.slice(2, 3));
  // Hints to other servers go out together or apart.
  expect(await take(ids)).toBeLessThan(one + 5);
  const listed = { group_id: [id], sort: "state" as const };
  const { total } = await listMonitors(scene.caller(), listed, { limit: 25, offset: 0, countMax: 1000 });
  expect(total).toBe(500);
});

test("a member that is deleted while others edit its group is never left in it", async () => {
  const kept = await make("Kept");
  const { id } = await group({ members: [kept] });
  for (let round = 0; round < 5; round += 1) {
    const gone = await make(`Gone ${round}`);
    const edit = (condition: string) =>
      updateMonitor(scene.caller(), id, { request: { members: [kept, gone], condition } }).catch(refusalIn);
    await Promise.all([edit("any"), deleteMonitor(scene.caller(), gone), edit("all")]);
    expect((await getMonitor(scene.caller(), id)).request).toMatchObject({ members: [kept] });
  }
});

test("refuses members that aren't monitors of the project, groups, none, and a number that can't be reached", async () => {
  const member = await make("API");
  const other = await make("Elsewhere", await makeScene());
  const { id } = await group({ members: [member] });
  const refused = async (request: object) => (await refusalOf(group(request))).errors;
  expect(await refused({ members: [member, other] })).toEqual({
    "request.members": [`request.members must contain monitors of this project; got ${other}.`],
  });
  const nested = { "request.members": ["request.members must not contain groups; Payments is one."] };
  expect(await refused({ members: [member, id] })).toEqual(nested);
  const own = { request: { members: [id] } };
  expect((await refusalOf(updateMonitor(scene.caller(), id, own))).errors).toEqual(nested);
  expect(await refused({ members: [] })).toEqual({
    "request.members": ["request.members must contain at least one monitor; got none."],
  });
  expect(await refused({ members: [member], condition: "at_least", required: 2 })).toEqual({
    "request.required": ["request.required must not exceed the number of members (1); got 2."],
  });
});

test("a group follows pauses, maintenance, changes, and deletions of its members", async () => {
  const [api, shop] = [await make("API"), await make("Shop")];
  const { id } = await group({ members: [api, shop] });
  await checked(api, "up");
  await checked(shop, "down");
  expect(await statusOf(id)).toBe("offline");
  await setMonitorPaused(scene.caller(), shop, true);
  await follow();
  expect(await statusOf(id)).toBe("online");
  await setMonitorPaused(scene.caller(), shop, false);
  await checked(shop, "down");
  expect(await statusOf(id)).toBe("offline");
  await updateMonitor(scene.caller(), id, { request: { members: [api, shop], condition: "any" } });
  await follow();
  expect(await statusOf(id)).toBe("online");
  await updateMonitor(scene.caller(), id, { request: { members: [api, shop] } });
  await follow();
  expect(await statusOf(id)).toBe("offline");
  await deleteMonitor(scene.caller(), shop);
  await follow();
  expect(await statusOf(id)).toBe("online");
  expect((await getMonitor(scene.caller(), id)).request).toMatchObject({ members: [api] });
  await checked(api, "down");
  expect(await statusOf(id)).toBe("offline");
  await deleteMonitor(scene.caller(), api);
  await follow();
  // Nothing says that it recovered.
  expect(await statusOf(id)).toBe("offline");
  // A group whose members are gone can still be renamed.
  expect(await updateMonitor(scene.caller(), id, { name: "Old" })).toMatchObject({
    request: { members: [] },
  });
  const incidents =
    await run`select status from incidents i join incident_monitors m on m.project_id = i.project_id and m.incident_id = i.id where m.monitor_id = ${id} order by i.id`;
  expect(incidents.at(-1)?.status).toBe("ongoing");
});

test("a member in maintenance doesn't count, whatever its mode", async () => {
  const [api, shop] = [await make("API"), await make("Shop")];
  const { id } = await group({ members: [api, shop] });
  await checked(api, "up");
  const inMinutes = (count: number) =>
    new Date((Math.floor(Date.now() / 60_000) + count) * 60_000).toISOString();
  const window = { title: "Move", starts_at: inMinutes(5), ends_at: inMinutes(60) };
  await createMaintenanceWindow(
    scene.caller(),
    CreateMaintenanceWindow.parse({ ...window, monitors: [shop] }),
  );
  await run`update maintenance_windows set state = 'in_progress', starts_at = now() where project_id = ${scene.projectId}`;
  await checked(shop, "down");
  expect(await statusOf(id)).toBe("online");
  await run`update maintenance_windows set state = 'completed', ends_at = now() where project_id = ${scene.projectId}`;
  await follow();
  expect(await statusOf(id)).toBe("offline");
});
