import { beforeEach, expect, test } from "vitest";
import type { ConfigFile } from "@/lib/contract/config-file/config-file";
import { useDatabase } from "@/lib/testing/database";
import { makeScene, type Scene } from "@/lib/testing/scene";
import { run } from "@/lib/testing/sql";
import { statements } from "@/lib/testing/statements/statements";
import { applyPlan } from "./apply";
import { planConfig } from "./plan";
import type { Step } from "./steps";

useDatabase();
let scene: Scene;
beforeEach(async () => {
  scene = await makeScene();
});

/** Applies a file with a monitor per URL. Returns the actions. */
async function apply(urls: readonly string[]): Promise<string[]> {
  const monitors = urls.map((url, index) => {
    const monitor = {
      name: `Monitor ${index + 1}`,
      protocol: "http",
      request: { method: "GET", url },
      regions: ["eu-deu-fra"],
      tags: ["shop", `part-${index % 2}`],
    };
    return [`m-${index + 1}`, monitor];
  });
  const file = { version: 1, project: "app", monitors: Object.fromEntries(monitors) };
  const whole = { integrations: {}, maintenance_windows: {}, status_pages: {}, alert_rules: {}, ...file };
  const plan = await planConfig(scene.caller(), whole as ConfigFile, () => undefined);
  const applied: string[] = [];
  const onStep = ({ action, key }: Step) => applied.push(`${action} ${key}`);
  await applyPlan(scene.caller(), plan, { prune: false, onStep });
  return applied;
}

const hosts = (count: number, of: string) =>
  Array.from({ length: count }, (_, n) => `https://${of}-${n}.example/`);

const namesOf = async () => {
  const rows =
    await run`select name from monitors m join monitor_states s on s.project_id = m.project_id and s.monitor_id = m.id
    where m.project_id = ${scene.projectId} order by m.id`;
  return rows.map(({ name }) => name);
};

/** Without hints to dashboards, which are sent on a timer. */
const cost = async (urls: readonly string[]) =>
  (await statements(() => apply(urls))).filter((text) => !text.includes("pg_notify(h.channel"));

test("creates and changes 25 monitors with as many statements as 5, each with its event and audit entries", async () => {
  const few = [await cost(hosts(5, "few")), await cost(hosts(5, "moved"))];
  scene = await makeScene();
  const many = [await cost(hosts(25, "many")), await cost(hosts(25, "moved"))];
  expect(many.map(({ length }) => length)).toEqual(few.map(({ length }) => length));
  expect(await namesOf()).toEqual(Array.from({ length: 25 }, (_, n) => `Monitor ${n + 1}`));
  const rows =
    await run`select (select count(*) from events e where e.project_id = ${scene.projectId} and e.key = 'uptime.monitor.created') as events,
       (select count(*) from audit_log a where a.project_id = ${scene.projectId} and a.action = 'monitor.created') as entries,
       (select count(*) from monitors m where m.project_id = ${scene.projectId} and m.request ->> 'url' like 'https://moved-%') as moved,
       (select count(distinct item_id) from managed_items where project_id = ${scene.projectId}) as managed`;
  expect(rows).toEqual([{ events: 25, entries: 25, moved: 25, managed: 25 }]);
  expect(await apply(hosts(25, "moved"))).toEqual(
    Array.from({ length: 25 }, (_, n) => `unchanged m-${n + 1}`),
  );
});

test("a refused change is named, and those before it stay applied", async () => {
  await apply(hosts(60, "first"));
  const moved = [...hosts(20, "second"), ...Array(40).fill("https://169.254.169.254/")];
  await expect(apply(moved)).rejects.toThrow(/^monitors\.m-21: /);
  const rows = await run`select count(*) from monitors where project_id = ${scene.projectId}
    and request ->> 'url' like 'https://second-%'`;
  expect(rows).toEqual([{ count: 20 }]);
});

test("a refused monitor is named, and those before it stay applied", async () => {
  const ports = Array.from({ length: 51 }, (_, n) => `https://one.example:${8000 + n}/`);
  await expect(apply([...hosts(20, "other"), ...ports, ...hosts(3, "later")])).rejects.toThrow(
    /^monitors\.m-71: A project can use at most 50 different ports of one\.example/,
  );
  expect(await namesOf()).toEqual(Array.from({ length: 70 }, (_, n) => `Monitor ${n + 1}`));
});
